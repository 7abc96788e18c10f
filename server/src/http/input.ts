import type { FastifyRequest } from 'fastify'
import { problem } from '../problem.ts'
import type { Route } from './route.ts'
import { bodyValidator, parameterValidator } from './validation.ts'

export type Input = { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown }

/** Everything a request brings, checked against what its route declares. */
export function inputReader(route: Route<never>): (request: FastifyRequest) => Input {
  const params = route.params && parameterValidator(route.params)
  const query = parameterValidator(route.query)
  const body = route.body && bodyValidator(route.body)
  const withoutBody = route.bodyOptional ? () => ({}) : missingBody
  return (request) => ({
    params: params ? params(request.params as Record<string, unknown>) : {},
    query: query(request.query as Record<string, unknown>),
    body: body ? body(request.body === undefined ? withoutBody(request) : request.body) : undefined,
  })
}

function missingBody({ headers }: FastifyRequest): never {
  if (headers['content-type'] !== undefined) {
    throw problem('validation/malformed-json', { detail: 'The body is empty; send a JSON value.' })
  }
  throw problem('validation/invalid-body', {
    detail: 'The request needs a JSON body.',
    errors: [{ pointer: '', detail: 'is missing' }],
  })
}

/** The same values in the same words, whatever their order in the URL. */
export function canonical(values: Record<string, unknown>): string {
  const names = Object.keys(values).sort()
  return JSON.stringify(names.map((name) => [name, values[name]]))
}
