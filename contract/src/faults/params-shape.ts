// The schema of `params`: which there are depends on the code, and each name has one type wherever it occurs.
import { UnitType } from '../products.ts'
import { type TSchema, Type } from '../type.ts'
import { type FaultCode, faultEntry } from './catalogue.ts'
import type { ParamKind } from './entry.ts'

const shapes: Record<ParamKind, TSchema> = {
  number: Type.Number(),
  string: Type.String(),
  strings: Type.Array(Type.String()),
  unit: UnitType,
}

/** The params of all codes together: OpenAPI has no short way to say which code has which params. */
export function paramsShape(codes: readonly FaultCode[], example: Record<string, unknown>) {
  const kinds = new Map<string, ParamKind>()
  for (const [name, kind] of codes.flatMap((code) => Object.entries(faultEntry(code).params))) {
    if ((kinds.get(name) ?? kind) !== kind)
      throw new Error(`two faults have different params named "${name}"`)
    kinds.set(name, kind)
  }
  const properties = [...kinds].map(([name, kind]) => [name, Type.Optional(shapes[kind])])
  return Type.Object(Object.fromEntries(properties), {
    additionalProperties: false,
    description: 'The figures of `detail`, by name. Which there are depends on the code',
    examples: [example],
  })
}
