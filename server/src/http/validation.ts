// Strict input. One compiled check per schema; every fault of the input in one answer, in words that
// say what to change. Nothing is coerced in a body; in a query, text becomes the type its schema names.
import type { FieldError } from '@anden/contract'
import type { TSchema } from 'typebox'
import { problem, shownFaults, summary } from '../problem.ts'
import { compileCheck } from './check.ts'
import { timestampOf } from './formats.ts'
import { lowerCaseIds } from './lower-case-ids.ts'

/** Checks a JSON body: 422 with JSON Pointers. Gives it back with its UUIDs as PostgreSQL writes them. */
export function bodyValidator(schema: TSchema): (body: unknown) => unknown {
  const check = compileCheck(schema)
  const withPlainIds = lowerCaseIds(schema)
  return (body) => {
    const faults: FieldError[] = []
    check(body, '', faults)
    if (faults.length > 0) {
      throw problem('validation/invalid-body', {
        detail: summary('body', faults),
        errors: shownFaults(faults),
      })
    }
    return withPlainIds(body)
  }
}

type Properties = Record<string, { type?: unknown; format?: string; default?: unknown }>

/** Checks query or path parameters: 400 with the parameters' names. */
export function parameterValidator(schema: TSchema): (given: Record<string, unknown>) => ParameterValues {
  const properties = (schema as { properties?: Properties }).properties ?? {}
  const names = Object.keys(properties)
  const known = names.length > 0 ? `the known ones are ${names.join(', ')}` : 'there are none'
  const check = compileCheck(schema, `is not a known parameter; ${known}`)
  const defaults = Object.entries(properties).filter(([, property]) => property.default !== undefined)
  return (given) => {
    // Without a prototype, so that `__proto__` is a name like any other, and refused.
    const values: ParameterValues = Object.create(null)
    for (const name in given) values[name] = coerced(properties[name], given[name])
    const faults: FieldError[] = []
    check(values, '', faults)
    if (values['from'] !== undefined && values['to'] !== undefined && faults.length === 0) {
      if (String(values['from']) > String(values['to'])) {
        faults.push({ pointer: '/from', detail: 'must not be later than "to"' })
      }
    }
    if (faults.length > 0) throw refusal(faults, values)
    for (const [name, property] of defaults) values[name] ??= property.default
    return values
  }
}
type ParameterValues = Record<string, unknown>

function refusal(faults: FieldError[], values: ParameterValues) {
  const byName = faults.map(({ pointer, detail }) => {
    const name = pointer.slice(1)
    return { pointer: name, detail: Array.isArray(values[name]) ? 'is given more than once' : detail }
  })
  // A cursor that cannot be one, whatever makes it so, is a corrupt one.
  const isCursorAlone = byName.length === 1 && byName[0]?.pointer === 'cursor'
  if (isCursorAlone && typeof values['cursor'] === 'string') return problem('validation/invalid-cursor')
  return problem('validation/invalid-parameter', {
    detail: summary('parameters', byName),
    errors: shownFaults(byName),
  })
}

function coerced(property: Properties[string] | undefined, value: unknown): unknown {
  if (typeof value !== 'string') return value
  switch (property?.type) {
    case 'integer':
      // However many digits: a limit far out of range is still clamped, not refused.
      return /^-?\d{1,300}$/.test(value) ? Number(value) : value
    case 'number':
      return /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : value
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value
    case 'string':
      return property.format === 'date-time'
        ? (timestampOf(value) ?? value)
        : property.format === 'uuid'
          ? value.toLowerCase()
          : value
    default:
      return value
  }
}
