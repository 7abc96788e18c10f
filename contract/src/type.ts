// Builds the schemas. Their types and their structure are those of TypeBox; `type.test.ts` compares both. TypeBox
// itself is not loaded, because its 370 modules would take 0.17 s of CPU time at every start.
import type { Type as TypeBox } from 'typebox'

export type { Static, TProperties, TSchema, TSchemaOptions, TUnsafe } from 'typebox'

type Builders = Pick<
  typeof TypeBox,
  'Array' | 'Boolean' | 'Integer' | 'Number' | 'Object' | 'Optional' | 'String' | 'Unsafe'
>
type Schema = Record<string, unknown>

/** Marks an optional property for `Type.Object`. It is not enumerable, so no serialised schema contains it. */
const optionalMark = '~optional'

const builders = {
  Array: (items: Schema, options?: Schema) => ({ type: 'array', items, ...options }),
  Boolean: (options?: Schema) => ({ type: 'boolean', ...options }),
  Integer: (options?: Schema) => ({ type: 'integer', ...options }),
  Number: (options?: Schema) => ({ type: 'number', ...options }),
  Object(properties: Record<string, Schema>, options?: Schema) {
    const required = Object.keys(properties).filter((name) => !isOptional(properties[name]))
    return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...options }
  },
  Optional: (schema: Schema) => Object.defineProperty({ ...schema }, optionalMark, { value: true }),
  String: (options?: Schema) => ({ type: 'string', ...options }),
  /** Returns the same schema; only its static type differs. */
  Unsafe: (schema: Schema) => copyWithMark(schema),
}

export const Type = builders as unknown as Builders

const isOptional = (schema: Schema | undefined) => Object.hasOwn(schema ?? {}, optionalMark)

function copyWithMark(schema: Schema): Schema {
  return isOptional(schema) ? builders.Optional(schema) : { ...schema }
}
