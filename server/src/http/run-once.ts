import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../app/deps.ts'
import type { Transaction } from '../db/pool.ts'
import type { ProblemError } from '../problem.ts'
import { idempotency, type StoredAnswer } from './idempotency.ts'
import type { Principal } from './principal.ts'
import { pathOf, problemDocument, problemType } from './render-problem.ts'
import { sendJson } from './send-json.ts'

type Once = {
  /** null: the request has none, and is done each time it comes. */
  key: string | null
  /** Of what makes two requests with one key the same. */
  hash: () => Buffer
  keptRefusals: readonly string[]
}
export type RunOnce = ReturnType<typeof runOnce>

/** Does the work of a request in one transaction, or gives the answer that was stored under its Idempotency-Key. */
export function runOnce(deps: Pick<Deps, 'db' | 'baseUrl' | 'idempotencyTtlSeconds' | 'idempotencyWaitMs'>) {
  const once = idempotency(deps.db, deps.idempotencyWaitMs)
  return async (
    request: FastifyRequest,
    principal: Principal,
    { key, hash, keptRefusals }: Once,
    work: (tx: Transaction) => Promise<Omit<StoredAnswer, 'replayed'>>,
  ): Promise<StoredAnswer> => {
    if (key === null) return { ...(await deps.db.transaction(work)), replayed: false }
    return once(
      {
        scope: `${principal.idempotencyOwner} ${request.method} ${routedPath(request)}`,
        key,
        bodyHash: hash(),
        ttlSeconds: deps.idempotencyTtlSeconds,
        keptRefusals,
        render: (refusal) => renderRefusal(refusal, deps.baseUrl(), request),
      },
      work,
    )
  }
}

/** The path as the router read it: `/%6Frders` is `/orders`, and an id in capitals is the same id. */
function routedPath(request: FastifyRequest): string {
  const params = request.params as Record<string, string>
  const pattern = request.routeOptions.config.route ?? pathOf(request)
  return pattern.replace(/:(\w+)/g, (_, name: string) => params[name]?.toLowerCase() ?? '')
}

function renderRefusal(refusal: ProblemError, baseUrl: string, request: FastifyRequest) {
  const { status, body } = problemDocument(refusal, baseUrl, { path: pathOf(request), id: request.id })
  return { status, location: null, body: Buffer.from(JSON.stringify(body)) }
}

/** Only the request id is the new request's own. */
export function sendStored(reply: FastifyReply, answer: StoredAnswer, requestId: string) {
  if (answer.replayed) reply.header('idempotency-replayed', 'true')
  if (answer.location) reply.header('location', answer.location)
  if (answer.status >= 400) {
    const document = { ...JSON.parse(answer.body.toString('utf8')), request_id: requestId }
    return reply
      .code(answer.status)
      .headers({ 'content-type': problemType, 'cache-control': 'no-store' })
      .send(JSON.stringify(document))
  }
  if (answer.body.length === 0) return reply.code(answer.status).header('cache-control', 'no-store').send()
  return sendJson(reply, answer.status, answer.body)
}
