// Strict input. One compiled validator per schema; every fault of the input in one answer, in words that
// say what to change. Nothing is coerced in a body; in a query, text becomes the type its schema names.
import type { FieldError } from '@anden/contract'
import { Ajv, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import { decimalsOf, escaped, faultOf, summary } from './faults.ts'
import { formats, timestampOf } from './formats.ts'
import { lowerCaseIds } from './lower-case-ids.ts'
import { problem } from './problems.ts'

const maxErrors = 20

const ajv = new Ajv({
  allErrors: true,
  strict: true,
  strictTypes: false,
  allowUnionTypes: true,
  verbose: true,
  formats,
})

// Ajv's own divides, and so refuses 0.007 as a multiple of 0.001.
ajv.removeKeyword('multipleOf')
ajv.addKeyword({
  keyword: 'multipleOf',
  type: 'number',
  validate: (step: number, value: number) => Number(value.toFixed(decimalsOf(step))) === value,
  errors: false,
})

/** Checks a JSON body: 422 with JSON Pointers. Gives it back with its UUIDs as PostgreSQL writes them. */
export function bodyValidator(schema: TSchema): (body: unknown) => unknown {
  const validate = ajv.compile(schema)
  const withPlainIds = lowerCaseIds(schema)
  return (body) => {
    if (body === undefined) {
      throw problem('validation/invalid-body', {
        detail: 'The request needs a JSON body.',
        errors: [{ pointer: '', detail: 'is missing' }],
      })
    }
    const faults = [...unstorableText(body, ''), ...faultsOf(validate, body)]
    if (faults.length > 0) {
      throw problem('validation/invalid-body', {
        detail: summary('body', faults),
        errors: faults.slice(0, maxErrors),
      })
    }
    return withPlainIds(body)
  }
}

type Properties = Record<string, { type?: unknown; format?: string; default?: unknown }>

/** Checks query or path parameters: 400 with the parameters' names. */
export function parameterValidator(schema: TSchema): (given: Record<string, unknown>) => Parameters {
  const validate = ajv.compile(schema)
  const properties = (schema as { properties?: Properties }).properties ?? {}
  const defaults = Object.entries(properties).filter(([, property]) => property.default !== undefined)
  const allowed = Object.keys(properties)
  return (given) => {
    // Without a prototype, so that `__proto__` is a name like any other, and refused.
    const values: Parameters = Object.create(null)
    for (const name in given) values[name] = coerced(properties[name], given[name])
    const faults = validate(values) && !hasNul(values) ? [] : parameterFaults(validate, values, allowed)
    if (values['from'] !== undefined && values['to'] !== undefined && faults.length === 0) {
      if (String(values['from']) > String(values['to'])) {
        faults.push({ pointer: 'from', detail: 'must not be later than "to"' })
      }
    }
    if (faults.length > 0) {
      throw problem('validation/invalid-parameter', {
        detail: summary('parameters', faults),
        errors: faults.slice(0, maxErrors),
      })
    }
    for (const [name, property] of defaults) values[name] ??= property.default
    return values
  }
}
type Parameters = Record<string, unknown>

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

const hasNul = (values: Parameters) =>
  Object.values(values).some((value) => typeof value === 'string' && value.includes('\0'))

function parameterFaults(validate: ValidateFunction, values: Parameters, allowed: string[]): FieldError[] {
  return [...unstorableText(values, ''), ...faultsOf(validate, values, allowed)].map((fault) => ({
    pointer: fault.pointer.slice(1),
    detail: Array.isArray(values[fault.pointer.slice(1)]) ? 'is given more than once' : fault.detail,
  }))
}

/** PostgreSQL has no place for U+0000 in a text, nor its jsonb for half a surrogate pair. */
function unstorableText(value: unknown, pointer: string): FieldError[] {
  if (typeof value === 'string') {
    if (value.includes('\0')) return [{ pointer, detail: 'must not contain the character U+0000' }]
    return value.isWellFormed() ? [] : [{ pointer, detail: 'must be well-formed Unicode text' }]
  }
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, member]) =>
    unstorableText(member, `${pointer}/${escaped(name)}`),
  )
}

function faultsOf(validate: ValidateFunction, value: unknown, allowed?: string[]): FieldError[] {
  if (validate(value)) return []
  const seen = new Set<string>()
  const faults = (validate.errors ?? []).map((error) => faultOf(error, allowed))
  return faults.filter(({ pointer }) => !seen.has(pointer) && seen.add(pointer))
}
