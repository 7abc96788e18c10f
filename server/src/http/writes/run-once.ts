// The HTTP side of idempotency: which requests are the same, and how a stored response is sent.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { ProblemError } from '../../problem.ts'
import type { Principal } from '../admission/principal.ts'
import { pathOf, problemDocument, problemType } from '../wire/render-problem.ts'
import { sendJson } from '../wire/send-json.ts'
import { idempotency, type NewResponse, type StoredResponse } from './idempotency.ts'

type Once = {
  /** null: the request has none, and is executed every time. */
  key: string | null
  /** Hash of what must be equal for a request to count as a repetition. */
  hash: () => Buffer
  storedProblems: readonly string[]
}
export type RunOnce = ReturnType<typeof runOnce>

/** Does the work of a request in one transaction, or returns the response stored under its Idempotency-Key. */
export function runOnce(deps: Pick<Deps, 'db' | 'baseUrl' | 'idempotencyTtlSeconds' | 'idempotencyWaitMs'>) {
  const once = idempotency(deps.db, deps.idempotencyWaitMs)
  return async (
    request: FastifyRequest,
    principal: Principal,
    { key, hash, storedProblems }: Once,
    work: (tx: Transaction) => Promise<NewResponse>,
  ): Promise<StoredResponse> => {
    if (key === null) return { ...(await deps.db.transaction(work)), replayed: false }
    return once(
      {
        scope: `${principal.idempotencyOwner} ${request.method} ${routedPath(request)}`,
        key,
        bodyHash: hash(),
        ttlSeconds: deps.idempotencyTtlSeconds,
        storedProblems,
        render: (rejected) => renderProblem(rejected, deps.baseUrl(), request),
      },
      work,
    )
  }
}

/** The path as the router matched it: `/%6Frders` is `/orders`, and an id in upper case is the same id. */
function routedPath(request: FastifyRequest): string {
  const params = request.params as Record<string, string>
  const pattern = request.routeOptions.config.route ?? pathOf(request)
  return pattern.replace(/:(\w+)/g, (_, name: string) => params[name]?.toLowerCase() ?? '')
}

function renderProblem(rejected: ProblemError, baseUrl: string, request: FastifyRequest) {
  const { status, body } = problemDocument(rejected, baseUrl, { path: pathOf(request), id: request.id })
  return { status, location: null, body: Buffer.from(JSON.stringify(body)) }
}

/** Only the request id is that of the new request. */
export function sendStored(reply: FastifyReply, response: StoredResponse, requestId: string) {
  if (response.replayed) reply.header('idempotency-replayed', 'true')
  if (response.location) reply.header('location', response.location)
  if (response.status >= 400) {
    const document = { ...JSON.parse(response.body.toString('utf8')), request_id: requestId }
    reply.request.problem = document
    return reply
      .code(response.status)
      .headers({ 'content-type': problemType, 'cache-control': 'no-store' })
      .send(JSON.stringify(document))
  }
  if (response.body.length === 0)
    return reply.code(response.status).header('cache-control', 'no-store').send()
  return sendJson(reply, response.status, response.body)
}
