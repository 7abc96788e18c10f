// Validates the input of a request against its route's schemas. This is the only place that gives input its type: the
// router derives the types from the schemas that are checked here.
import { pageLimit } from '@anden/contract'
import { fault } from '@anden/contract/values'
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { problem, summary } from '../../problem.ts'
import type { Route } from '../routing/route.ts'
import { bodyValidator, parameterValidator } from './validation.ts'

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
