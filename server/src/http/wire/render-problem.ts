// Renders thrown problems. Any other error is a bug: it is logged with its stack, and the response is `server/internal`
// without any detail of it.
import { fault, faultDetail, problemEntry } from '@anden/contract/values'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '../../db/unavailable.ts'
import { ProblemError, problem } from '../../problem.ts'
import { pathInProblem } from './shown-path.ts'
import { discardUnreadBody } from './unread-body.ts'

export const problemType = 'application/problem+json; charset=utf-8'

declare module 'fastify' {
  interface FastifyRequest {
    /** The response, if it is a problem document. */
    problem: Record<string, unknown> | null
  }
}

export type ProblemDocument = {
  status: number
  headers: Record<string, string>
  body: Record<string, unknown>
}

export function problemDocument(
  { code, details }: ProblemError,
  baseUrl: string,
  request: { path: string; id: string },
): ProblemDocument {
  const entry = problemEntry(code)
  const { detail, headers, status = entry.status, ...extra } = details
  return {
    status,
    headers: { ...(entry.status === 401 ? { 'www-authenticate': 'Bearer' } : {}), ...headers },
    body: {
      type: `${baseUrl}/errors/${code}`,
      title: entry.title,
      status,
      detail: detail ?? entry.detail,
      instance: pathInProblem(request.path),
      request_id: request.id,
      ...extra,
    },
  }
}

export function pathOf(request: FastifyRequest): string {
  const query = request.url.indexOf('?')
  return query === -1 ? request.url : request.url.slice(0, query)
}

export function renderProblems(baseUrl: () => string) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) => {
    discardUnreadBody(request, reply)
    const known = asProblem(error)
    if (!known) request.log.error({ request_id: request.id, err: error }, 'request failed')
    else if (known.code === 'server/unavailable') {
      request.log.warn({ request_id: request.id, err: error }, 'database or storage unavailable')
    }
    const { status, headers, body } = problemDocument(known ?? problem('server/internal'), baseUrl(), {
      path: pathOf(request),
      id: request.id,
    })
    request.problem = body
    return reply
      .code(status)
      .headers(headers)
      .header('cache-control', 'no-store')
      .header('content-type', problemType)
      .send(JSON.stringify(body))
  }
}

function asProblem(error: FastifyError | Error): ProblemError | null {
  if (error instanceof ProblemError) return error
  const byCode = knownErrors[(error as FastifyError).code]
  if (byCode) return byCode(error)
  if (isDatabaseUnavailable(error)) return problem('server/unavailable', { headers: { 'retry-after': '2' } })
  return null
}

const totalTooLarge = fault('total_too_large')

/** By the error code of Fastify or PostgreSQL. */
const knownErrors: Record<string, (error: Error) => ProblemError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => problem('validation/unsupported-media-type'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    problem('validation/malformed-json', { detail: 'The length of the body does not match Content-Length.' }),
  FST_ERR_CTP_INVALID_JSON_BODY: () => problem('validation/malformed-json'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => problem('validation/payload-too-large'),
  FST_ERR_BAD_URL: () =>
    problem('validation/invalid-parameter', {
      detail: 'The path is not properly percent-encoded.',
      errors: [{ pointer: 'path', ...fault('bad_percent_encoding') }],
    }),
  // A change to a sandbox that a reset has overtaken (0421_emptying_sandboxes.sql).
  AN409: () => problem('sandbox/resetting', { headers: { 'retry-after': '1' } }),
  // numeric_value_out_of_range: input validation checks each amount, but only the column checks their sum.
  '22003': () =>
    problem('validation/invalid-body', {
      detail: `The request ${faultDetail(totalTooLarge)}.`,
      errors: [{ pointer: '', ...totalTooLarge }],
    }),
}
