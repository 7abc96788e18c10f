// Strict input validation with one compiled check per schema. A response lists all faults at once, worded as what to
// change. Nothing is coerced in a body; in a query, text is converted to the type in the schema.

import { pageLimit } from '@anden/contract'
import { compileCheck, normalInput, textChange, timestampOf } from '@anden/contract/validation'
import { type FieldFault, fault } from '@anden/contract/values'
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { problem, shownFaults, summary } from '../../problem.ts'
import type { Route } from '../routing/route.ts'

/** Checks a JSON body: 422 with JSON Pointers. Returns it in its normal form. */
export function bodyValidator(schema: TSchema): (body: unknown) => unknown {
  const check = compileCheck(schema)
  const normal = normalInput(schema)
  return (given) => {
    const body = normal(given)
    const faults: FieldFault[] = []
    check(body, '', faults)
    if (faults.length > 0) {
      throw problem('validation/invalid-body', {
        detail: summary('body', faults),
        errors: shownFaults(faults),
      })
    }
    return body
  }
}

type Property = {
  type?: unknown
  format?: string
  maxLength?: number
  default?: unknown
  items?: Property
  enum?: readonly unknown[]
}
type Properties = Record<string, Property>

/** Checks query or path parameters: 400 with the names of the parameters. */
export function parameterValidator(schema: TSchema): (given: Record<string, unknown>) => ParameterValues {
  const properties = (schema as { properties?: Properties }).properties ?? {}
  const check = compileCheck(schema, 'unknown_parameter')
  const defaults = Object.entries(properties).filter(([, property]) => property.default !== undefined)
  return (given) => {
    // No prototype, so that `__proto__` is an ordinary name, and rejected as unknown.
    const values: ParameterValues = Object.create(null)
    for (const name in given) values[name] = coerced(properties[name], given[name])
    const faults: FieldFault[] = []
    check(values, '', faults)
    if (values['from'] !== undefined && values['to'] !== undefined && faults.length === 0) {
      if (String(values['from']) > String(values['to'])) {
        faults.push({ pointer: '/from', ...fault('from_after_to') })
      }
    }
    if (faults.length > 0) throw refusal(faults, values, properties)
    for (const [name, property] of defaults) values[name] ??= property.default
    return values
  }
}
type ParameterValues = Record<string, unknown>

function refusal(faults: FieldFault[], values: ParameterValues, properties: Properties) {
  const byName = faults.map((found): FieldFault => {
    const name = found.pointer.slice(1)
    const isRepeated = isOneValue(properties[name]) && hasSeveral(values[name], found)
    return { ...(isRepeated ? fault('given_twice') : found), pointer: onlyValue(name, values) }
  })
  // A malformed cursor is an invalid cursor, whatever is wrong with it.
  const isCursorAlone = byName.length === 1 && byName[0]?.pointer === 'cursor'
  if (isCursorAlone && typeof values['cursor'] === 'string') return problem('validation/invalid-cursor')
  return problem('validation/invalid-parameter', {
    detail: summary('parameters', byName),
    errors: shownFaults(byName),
  })
}

/** `status`, not `status/0`, if that is the only value. */
function onlyValue(name: string, values: ParameterValues): string {
  const [list = ''] = name.split('/')
  return Array.isArray(values[list]) && values[list].length === 1 ? list : name
}

const isOneValue = (property: Property | undefined) => property !== undefined && property.type !== 'array'

/** Repeated, or as a list of words with commas: `type=ingreso,egreso`. */
const hasSeveral = (value: unknown, { code }: FieldFault) =>
  Array.isArray(value) ||
  ((code === 'not_one_of' || code === 'not_a_uuid') &&
    /^[\w-]{1,64}(?:,[\w-]{1,64}){1,50}$/.test(String(value)))

/** A parameter that takes several values is repeated, once for each. Names can also be separated by commas. */
function coerced(property: Property | undefined, value: unknown): unknown {
  if (property?.type === 'array') {
    const items = [value].flat()
    const parts = property.items?.enum ? items.flatMap((item) => String(item).split(',')) : items
    return parts.map((item) => coerced(property.items, item))
  }
  if (typeof value !== 'string') return value
  switch (property?.type) {
    case 'integer':
      // Up to 300 digits: a limit far out of range is clamped, not rejected.
      return /^-?\d{1,300}$/.test(value) ? Number(value) : value
    case 'number':
      return /^-?\d{1,15}(\.\d{1,15})?$/.test(value) ? Number(value) : value
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value
    case 'string':
      return property.format === 'date-time'
        ? (timestampOf(value) ?? value)
        : (textChange(property)?.(value) ?? value)
    default:
      return value
  }
}

// Validates the input of a request against its route's schemas. This is the only place that gives input its type: the
// router derives the types from the schemas that are checked here.

export type Input<Params, Query, Body> = { params: Params; query: Query; body: Body }
type Values = Record<string, unknown>

export function inputReader<Params, Query, Body>(
  route: Route,
): (request: FastifyRequest) => Input<Params, Query, Body> {
  const params = route.params && pathValidator(route.params, route.path)
  const query = parameterValidator(route.query)
  const body = route.body && bodyValidator(route.body)
  const withoutBody = route.bodyOptional ? () => ({}) : missingBody
  return (request) => ({
    params: (params ? params(request.params as Values) : {}) as Params,
    query: query(request.query as Values) as Query,
    body: (body ? body(request.body === undefined ? withoutBody(request) : request.body) : undefined) as Body,
  })
}

/** Documents that people know by their number, with the filter of their list that finds it. */
const numbered: Record<string, { form: RegExp; filter: string }> = {
  orders: { form: /^PED-?\d{1,12}$/i, filter: 'order_number' },
  remitos: { form: /^[RX]?[ +]?\d{4,5}-\d{8}$/i, filter: 'remito_number' },
}

/** Says how to find a document by its number, if that was sent in place of the id. */
function pathValidator(schema: TSchema, path: string) {
  const validate = parameterValidator(schema)
  const number = numbered[path.split('/')[1] ?? '']
  if (!number || !path.includes('/:id')) return validate
  return (given: Values) => {
    const id = String(given['id'])
    if (number.form.test(id)) {
      const found = fault('number_for_id', { query: `${number.filter}=${encodeURIComponent(id)}` })
      throw problem('validation/invalid-parameter', {
        detail: summary('path', [{ pointer: 'id', ...found }]),
        errors: [{ pointer: 'id', ...found }],
      })
    }
    return validate(given)
  }
}

export type ListInput<Params, Query> = {
  params: Params
  /** The filters alone, without `limit` and `cursor`. */
  query: Query
  limit: number
  cursor: string | null
  /** Parameters and filters in a canonical form, independent of their order in the URL. */
  canonical: string
}

export function listInputReader<Params, Query>(
  route: Route,
): (request: FastifyRequest) => ListInput<Params, Query> {
  const read = inputReader<Values, Values, undefined>(route)
  return (request) => {
    const { params, query } = read(request)
    const { limit, cursor, ...filters } = query
    return {
      params: params as Params,
      query: filters as Query,
      limit: clampLimit(limit),
      cursor: typeof cursor === 'string' ? cursor : null,
      canonical: `${canonical(params)} ${canonical(filters)}`,
    }
  }
}

/** A `limit` out of range is clamped, not rejected. */
function clampLimit(limit: unknown): number {
  return Math.min(
    pageLimit.max,
    Math.max(pageLimit.min, typeof limit === 'number' ? limit : pageLimit.default),
  )
}

/** The same text for the same values, independent of their order in the URL. */
export function canonical(values: object): string {
  const names = Object.keys(values).sort()
  return JSON.stringify(names.map((name) => [name, (values as Values)[name]]))
}

function missingBody({ headers }: FastifyRequest): never {
  if (headers['content-type'] !== undefined) {
    throw problem('validation/malformed-json', { detail: 'The body is empty; send a JSON value.' })
  }
  throw problem('validation/invalid-body', {
    detail: 'The request needs a JSON body.',
    errors: [{ pointer: '', ...fault('body_required') }],
  })
}
