// Validates an input against its schema in one bounded walk. Sizes are checked before contents: a string over its
// maxLength is never matched, an array over its maxItems is never entered, and the walk stops one fault after those
// that are shown. So the cost depends on the schema, not on the input. (Ajv with `allErrors` took 2 s for 1 MiB of
// `"items":[{},{},…]`, and matched strings of any length.)
import { type FieldError, notBlank } from '@anden/contract'
import { isListFull } from '../../problem.ts'
import { formatFault, overlongHint } from './formats.ts'

/** Appends what is wrong with the value to `faults`. */
export type Check = (value: unknown, pointer: string, faults: FieldError[]) => void

type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: unknown
  items?: Schema
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  enum?: unknown[]
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  multipleOf?: number
  not?: { const?: unknown }
}

/** Throws at startup if the schema has a rule that is not checked, or whose check is not bounded. */
export function compileCheck(schema: Schema, unknownMember = 'is not a known member'): Check {
  rejectUnknownKeywords(schema)
  const types = [schema.type ?? []].flat()
  const checks = new Map<string, Check>()
  for (const type of types) {
    checks.set(type === 'integer' ? 'number' : type, compileType(type, schema, unknownMember))
  }
  const wrongType = typeHint(types)
  return (value, pointer, faults) => {
    const check = checks.get(typeOf(value))
    if (check) check(value, pointer, faults)
    else faults.push({ pointer, detail: wrongType })
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function compileType(type: string, schema: Schema, unknownMember: string): Check {
  switch (type) {
    case 'object':
      return compileObject(schema, unknownMember)
    case 'array':
      return compileArray(schema)
    case 'string':
      return schema.enum ? compileEnum(schema.enum) : compileText(schema)
    case 'number':
    case 'integer':
      return compileNumber(schema, type)
    case 'boolean':
    case 'null':
      return () => undefined
    default:
      throw new Error(`A schema of the type "${type}" cannot be checked.`)
  }
}

function compileObject(schema: Schema, unknownMember: string): Check {
  const { properties = {}, required = [], additionalProperties } = schema
  if (additionalProperties !== false) throw new Error('An input object needs additionalProperties: false.')
  const known = new Set(Object.keys(properties))
  const members = Object.entries(properties).map(([name, property]) => ({
    name,
    path: memberPointer(name),
    isRequired: required.includes(name),
    check: compileCheck(property),
  }))
  return (value, pointer, faults) => {
    const given = value as Record<string, unknown>
    for (const { name, path, isRequired, check } of members) {
      if (Object.hasOwn(given, name)) check(given[name], pointer + path, faults)
      else if (isRequired) faults.push({ pointer: pointer + path, detail: 'is required' })
      if (isListFull(faults)) return
    }
    for (const name in given) {
      if (known.has(name)) continue
      faults.push({ pointer: pointer + memberPointer(name), detail: unknownMember })
      if (isListFull(faults)) return
    }
  }
}

function compileArray({ items, minItems = 0, maxItems, uniqueItems }: Schema): Check {
  if (!items || maxItems === undefined) throw new Error('An input array needs items and maxItems.')
  if (uniqueItems && items.type !== 'string') throw new Error('Only strings can be checked for uniqueness.')
  const check = compileCheck(items)
  return (value, pointer, faults) => {
    const given = value as unknown[]
    if (given.length > maxItems) {
      faults.push({ pointer, detail: `must have at most ${maxItems}` })
      return
    }
    if (given.length < minItems) faults.push({ pointer, detail: `must have at least ${minItems}` })
    if (uniqueItems && new Set(given).size < given.length) {
      faults.push({ pointer, detail: 'must not have the same item twice' })
    }
    for (const [index, item] of given.entries()) {
      check(item, `${pointer}/${index}`, faults)
      if (isListFull(faults)) return
    }
  }
}

function compileEnum(allowed: unknown[]): Check {
  const values = new Set(allowed)
  const detail = `must be one of ${allowed.filter((one) => one !== null).join(', ')}`
  return (value, pointer, faults) => {
    if (!values.has(value)) faults.push({ pointer, detail })
  }
}

function compileText({ minLength = 0, maxLength, pattern, format }: Schema): Check {
  if (maxLength === undefined) throw new Error('An input string needs a maxLength or an enum.')
  const shape = pattern === undefined ? null : new RegExp(pattern, 'u')
  const faultOf = (text: string): string | null => {
    if (isLongerThan(text, maxLength)) return overlongHint(format, maxLength)
    if (text.length < minLength) {
      return minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`
    }
    const unstorable = unstorableHint(text)
    if (unstorable) return unstorable
    if (shape && !shape.test(text)) return patternHint(shape.source)
    return format ? formatFault(format, text) : null
  }
  return (value, pointer, faults) => {
    const detail = faultOf(value as string)
    if (detail !== null) faults.push({ pointer, detail })
  }
}

/** In code points, as JSON Schema counts them. They are counted only if the length in UTF-16 units does not decide. */
const isLongerThan = (text: string, maxLength: number) =>
  text.length > maxLength && (text.length > 2 * maxLength || [...text].length > maxLength)

function compileNumber(schema: Schema, type: string): Check {
  const { minimum, maximum, exclusiveMinimum, multipleOf, not } = schema
  const wrongType = typeHint([schema.type ?? type].flat())
  const faultOf = (value: number): string | null => {
    if (!Number.isFinite(value) || (type === 'integer' && !Number.isInteger(value))) return wrongType
    if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) {
      return `must be greater than ${exclusiveMinimum}`
    }
    if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`
    if (maximum !== undefined && value > maximum) return `must be at most ${maximum}`
    // By digits: a division would reject 0.007 as a multiple of 0.001.
    if (multipleOf !== undefined && Number(value.toFixed(decimalsOf(multipleOf))) !== value) {
      return `must have at most ${decimalsOf(multipleOf)} decimals`
    }
    return not && value === not.const ? `must not be ${not.const}` : null
  }
  return (value, pointer, faults) => {
    const detail = faultOf(value as number)
    if (detail !== null) faults.push({ pointer, detail })
  }
}

const checkedKeywords = new Set([
  ...['type', 'properties', 'required', 'additionalProperties', 'enum', 'not'],
  ...['items', 'minItems', 'maxItems', 'uniqueItems', 'minLength', 'maxLength', 'pattern', 'format'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'multipleOf'],
])
const annotations = new Set(['title', 'description', 'examples', 'default', 'deprecated'])

function rejectUnknownKeywords(schema: Schema): void {
  for (const keyword of Object.keys(schema)) {
    if (!checkedKeywords.has(keyword) && !annotations.has(keyword)) {
      throw new Error(`The schema keyword "${keyword}" is not checked.`)
    }
  }
}

// Messages for input faults, worded as what to change.

const decimalsOf = (step: number) => Math.round(-Math.log10(step))

const maxNameLength = 200

/** A member's name as a JSON Pointer token. A long name is truncated: it can be up to 1 MiB. */
function memberPointer(name: string): string {
  const shown = name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name
  return `/${shown.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

const patternHint = (pattern: string) =>
  pattern === notBlank ? 'must not be blank' : 'does not have the right form'

/** PostgreSQL stores no U+0000 in text, and no lone surrogate in jsonb. */
function unstorableHint(text: string): string | null {
  if (text.includes('\0')) return 'must not contain the character U+0000'
  return text.isWellFormed() ? null : 'must be well-formed Unicode text'
}

const typeHints: Record<string, string> = {
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  string: 'a string',
  array: 'an array',
  object: 'an object',
  null: 'null',
}

const typeHint = (types: readonly string[]) =>
  `must be ${types.map((one) => typeHints[one] ?? one).join(' or ')}`
