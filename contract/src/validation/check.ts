// Validates an input against its schema in one bounded walk: the only implementation of the contract's rules, for the
// service and for the forms of the dashboard. Sizes are checked before contents: a string over its
// maxLength is never matched, an array over its maxItems is never entered, and the walk stops one fault after those
// that are shown. So the cost depends on the schema, not on the input. (Ajv with `allErrors` took 2 s for 1 MiB of
// `"items":[{},{},…]`, and matched strings of any length.)
import type { Fault, FieldFault, FieldFaultCode } from '../faults/catalogue.ts'
import { fault } from '../faults/entry.ts'
import { notBlank } from '../lines.ts'
import { closestTo } from './closest.ts'
import { formatFault, overlongFault } from './formats.ts'

/** How many faults an answer shows. One more is collected, to know whether there are others. */
export const maxFaults = 20

export const isListFull = (faults: readonly unknown[]) => faults.length > maxFaults

/** Appends what is wrong with the value to `faults`. */
export type Check = (value: unknown, pointer: string, faults: FieldFault[]) => void
type FaultOfField = Fault<FieldFaultCode>
type UnknownCode = 'unknown_member' | 'unknown_parameter'

/** What is used of JSON Schema. */
export type InputSchema = {
  type?: string | readonly string[]
  properties?: Record<string, InputSchema>
  required?: readonly string[]
  additionalProperties?: unknown
  items?: InputSchema
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  enum?: readonly unknown[]
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
export function compileCheck(schema: InputSchema, unknown: UnknownCode = 'unknown_member'): Check {
  rejectUnknownKeywords(schema)
  const types = [schema.type ?? []].flat()
  const checks = new Map<string, Check>()
  for (const type of types) {
    checks.set(type === 'integer' ? 'number' : type, compileType(type, schema, unknown))
  }
  const wrongType = fault('wrong_type', { expected: types })
  return (value, pointer, faults) => {
    const check = checks.get(typeOf(value))
    if (check) check(value, pointer, faults)
    else faults.push({ pointer, ...wrongType })
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function compileType(type: string, schema: InputSchema, unknown: UnknownCode): Check {
  switch (type) {
    case 'object':
      return compileObject(schema, unknown)
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

function compileObject(schema: InputSchema, unknown: UnknownCode): Check {
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
      else if (isRequired) faults.push({ pointer: pointer + path, ...fault('required') })
      if (isListFull(faults)) return
    }
    for (const name in given) {
      if (known.has(name)) continue
      const closest = closestTo(name, known) ?? ''
      faults.push({
        pointer: pointer + memberPointer(name),
        ...fault(unknown, { known: [...known], closest }),
      })
      if (isListFull(faults)) return
    }
  }
}

function compileArray({ items, minItems = 0, maxItems, uniqueItems }: InputSchema): Check {
  if (!items || maxItems === undefined) throw new Error('An input array needs items and maxItems.')
  if (uniqueItems && items.type !== 'string') throw new Error('Only strings can be checked for uniqueness.')
  const check = compileCheck(items)
  return (value, pointer, faults) => {
    const given = value as unknown[]
    if (given.length > maxItems) {
      faults.push({ pointer, ...fault('too_many_items', { max: maxItems }) })
      return
    }
    if (given.length < minItems) faults.push({ pointer, ...fault('too_few_items', { min: minItems }) })
    if (uniqueItems && new Set(given).size < given.length) {
      faults.push({ pointer, ...fault('repeated_item') })
    }
    for (const [index, item] of given.entries()) {
      check(item, `${pointer}/${index}`, faults)
      if (isListFull(faults)) return
    }
  }
}

function compileEnum(allowed: readonly unknown[]): Check {
  const values = new Set(allowed)
  const notAllowed = fault('not_one_of', { allowed: allowed.filter((one) => one !== null).map(String) })
  return (value, pointer, faults) => {
    if (!values.has(value)) faults.push({ pointer, ...notAllowed })
  }
}

function compileText({ minLength = 0, maxLength, pattern, format }: InputSchema): Check {
  if (maxLength === undefined) throw new Error('An input string needs a maxLength or an enum.')
  const shape = pattern === undefined ? null : new RegExp(pattern, 'u')
  const faultOf = (text: string): FaultOfField | null => {
    if (isLongerThan(text, maxLength)) return overlongFault(format, maxLength)
    if (text.length < minLength) {
      return minLength === 1 ? fault('empty') : fault('too_short', { min: minLength })
    }
    // PostgreSQL stores no U+0000 in text, and no lone surrogate in jsonb.
    if (text.includes('\0')) return fault('null_character')
    if (!text.isWellFormed()) return fault('malformed_unicode')
    if (shape && !shape.test(text)) return fault(pattern === notBlank ? 'blank' : 'wrong_form')
    return format ? formatFault(format, text) : null
  }
  return (value, pointer, faults) => {
    const found = faultOf(value as string)
    if (found) faults.push({ pointer, ...found })
  }
}

/** In code points, as JSON Schema counts them. They are counted only if the length in UTF-16 units does not decide. */
const isLongerThan = (text: string, maxLength: number) =>
  text.length > maxLength && (text.length > 2 * maxLength || [...text].length > maxLength)

function compileNumber(schema: InputSchema, type: string): Check {
  const { minimum, maximum, exclusiveMinimum, multipleOf, not } = schema
  const wrongType = fault('wrong_type', { expected: [schema.type ?? type].flat() })
  const faultOf = (value: number): FaultOfField | null => {
    if (!Number.isFinite(value) || (type === 'integer' && !Number.isInteger(value))) return wrongType
    if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) {
      return fault('not_above', { limit: exclusiveMinimum })
    }
    if (minimum !== undefined && value < minimum) return fault('too_small', { min: minimum })
    if (maximum !== undefined && value > maximum) return fault('too_large', { max: maximum })
    // By digits: a division would reject 0.007 as a multiple of 0.001.
    if (multipleOf !== undefined && Number(value.toFixed(decimalsOf(multipleOf))) !== value) {
      return fault('too_many_decimals', { max: decimalsOf(multipleOf) })
    }
    return not && value === not.const ? fault('excluded_value', { value }) : null
  }
  return (value, pointer, faults) => {
    const found = faultOf(value as number)
    if (found) faults.push({ pointer, ...found })
  }
}

const decimalsOf = (step: number) => Math.round(-Math.log10(step))

const checkedKeywords = new Set([
  ...['type', 'properties', 'required', 'additionalProperties', 'enum', 'not'],
  ...['items', 'minItems', 'maxItems', 'uniqueItems', 'minLength', 'maxLength', 'pattern', 'format'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'multipleOf'],
])
const annotations = new Set(['title', 'description', 'examples', 'default', 'deprecated'])

function rejectUnknownKeywords(schema: InputSchema): void {
  for (const keyword of Object.keys(schema)) {
    if (!checkedKeywords.has(keyword) && !annotations.has(keyword)) {
      throw new Error(`The schema keyword "${keyword}" is not checked.`)
    }
  }
}

const maxNameLength = 200

/** A member's name as a JSON Pointer token. A long name is truncated: it can be up to 1 MiB. */
export function memberPointer(name: string): string {
  const shown = name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name
  return `/${shown.replaceAll('~', '~0').replaceAll('/', '~1')}`
}
