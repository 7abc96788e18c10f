// Checks a value against the contract's rules. The service has the final say; this only reports faults earlier, at the
// field.

export type Schema = {
  type?: string | readonly string[]
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  minLength?: number
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  pattern?: string
  format?: string
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: readonly string[]
}

export type RouteRules = { body: Schema; query: Record<string, Schema> }

/** A fault of one value, identified by its JSON pointer. */
export type Fault = { pointer: string; fault: FaultKind; limit?: number }
export type FaultKind =
  | 'missing'
  | 'too-short'
  | 'too-long'
  | 'too-small'
  | 'below'
  | 'too-large'
  | 'too-many-decimals'
  | 'not-a-number'
  | 'not-whole'
  | 'not-an-email'
  | 'not-an-address'
  | 'not-a-date'
  | 'not-a-cuit'
  | 'not-a-gtin'
  | 'not-a-remito-number'
  | 'past'
  | 'future'
  | 'repeated'
  | 'not-a-person'
  | 'unknown'
  | 'archived'
  | 'malformed'
  | 'too-few'
  | 'too-many'

const formats: Record<string, [RegExp, FaultKind]> = {
  email: [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'not-an-email'],
  'sign-in-email': [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'not-an-email'],
  uri: [/^https?:\/\/\S+$/, 'not-an-address'],
  date: [/^\d{4}-\d{2}-\d{2}$/, 'not-a-date'],
  'remito-number': [/^\s*(?:[RX]\s*)?\d{4,5}\s*-\s*\d{8}\s*$/i, 'not-a-remito-number'],
  'person-name': [/^(?:(?![/:@\p{Cc}\p{Zl}\p{Zp}]|[.][\p{L}\p{N}_-]{2}).)*$/u, 'not-a-person'],
  uuid: [/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'malformed'],
}

export function faultsOf(schema: Schema, value: unknown, pointer = ''): Fault[] {
  const isAbsent = value === undefined || value === null || value === ''
  if (isAbsent) return []
  if (typeof value === 'string') return textFaults(schema, value, pointer)
  if (typeof value === 'number') return numberFaults(schema, value, pointer)
  if (Array.isArray(value)) return listFaults(schema, value, pointer)
  return objectFaults(schema, value as Record<string, unknown>, pointer)
}

function textFaults(schema: Schema, value: string, pointer: string): Fault[] {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format } = schema
  if (isNumeric(schema)) return [{ pointer, fault: 'not-a-number' }]
  if (value.length > maxLength) return [{ pointer, fault: 'too-long', limit: maxLength }]
  if (value.length < minLength) return [{ pointer, fault: 'too-short', limit: minLength }]
  const [shape, fault] = formats[format ?? ''] ?? []
  if (shape && fault && !shape.test(value)) return [{ pointer, fault }]
  if (pattern && !new RegExp(pattern, 'u').test(value)) return [{ pointer, fault: 'malformed' }]
  return []
}

const isNumeric = ({ type }: Schema) =>
  [type].flat().some((one) => one === 'number' || one === 'integer') && ![type].flat().includes('string')

function numberFaults(schema: Schema, value: number, pointer: string): Fault[] {
  const { minimum, exclusiveMinimum, maximum } = schema
  if (!Number.isFinite(value)) return [{ pointer, fault: 'not-a-number' }]
  if (minimum !== undefined && value < minimum) return [{ pointer, fault: 'below', limit: minimum }]
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    return [{ pointer, fault: 'too-small', limit: exclusiveMinimum }]
  if (maximum !== undefined && value > maximum) return [{ pointer, fault: 'too-large', limit: maximum }]
  return []
}

function listFaults(
  { minItems = 0, maxItems, items = {} }: Schema,
  value: unknown[],
  pointer: string,
): Fault[] {
  if (value.length < minItems) return [{ pointer, fault: 'too-few', limit: minItems }]
  if (maxItems !== undefined && value.length > maxItems)
    return [{ pointer, fault: 'too-many', limit: maxItems }]
  return value.flatMap((item, index) => faultsOf(items, item, `${pointer}/${index}`))
}

function objectFaults(
  { properties = {}, required = [] }: Schema,
  value: Record<string, unknown>,
  pointer: string,
): Fault[] {
  const missing = required
    .filter((name) => value[name] === undefined || value[name] === null || value[name] === '')
    .map((name): Fault => ({ pointer: `${pointer}/${name}`, fault: 'missing' }))
  return [
    ...missing,
    ...Object.entries(properties).flatMap(([name, schema]) =>
      faultsOf(schema, value[name], `${pointer}/${name}`),
    ),
  ]
}
