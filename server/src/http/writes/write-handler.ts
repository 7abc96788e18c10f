// Handles writes: each in one transaction, which also stores the response under the Idempotency-Key, if there is one.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import type { ProblemError } from '../../problem.ts'
import type { Principal } from '../admission/principal.ts'
import { inputReader } from '../input/validation.ts'
import { hidingSandboxes } from '../routing/hide-sandboxes.ts'
import { contextOf, type Handler, type Route, type Tools, type WriteContext } from '../routing/route.ts'
import { pathOf, problemDocument, problemType } from '../wire/render-problem.ts'
import { jsonSerializer, sendJson } from '../wire/send-json.ts'
import {
  hashOfBody,
  idempotency,
  type NewResponse,
  readIdempotencyKey,
  type StoredResponse,
} from './idempotency.ts'

export type Write<Context, Body, Prepared, Value> = {
  handle: (context: Context) => Promise<Value>
  location: ((value: Value) => string) | null
  prepare: ((context: { client: Principal['client']; body: Body }) => Promise<Prepared>) | null
}

export function writeHandler<Caller extends Principal, Params, Body, Prepared, Value>(
  route: Route,
  { handle, location, prepare }: Write<WriteContext<Caller, Params, Prepared>, Body, Prepared, Value>,
  { baseUrl, prefix, once }: Tools,
): Handler<Caller> {
  const read = inputReader<Params, unknown, Body>(route)
  const serialize = route.reply ? jsonSerializer(route.reply) : () => Buffer.alloc(0)

  return async (principal, request, reply) => {
    const key = readIdempotencyKey(request, route.idempotency)
    const { params, body: given } = read(request)
    // Without work before, the handler gets the body as it was given.
    const body = prepare
      ? await prepare({ client: principal.client, body: given })
      : (given as unknown as Prepared)
    const context = contextOf(principal, request, params)

    const work = async (tx: Transaction) => {
      const value = await hidingSandboxes(route, () => handle({ ...context, body, tx }))
      return {
        status: route.status,
        location: location ? baseUrl() + prefix + location(value) : null,
        body: serialize(value),
      }
    }

    const hash = () => hashOfBody(request.body ?? null)
    const stored = await once(request, principal, { key, hash, storedProblems: route.problems }, work)
    return sendStored(reply, stored, request.id)
  }
}

// The HTTP side of idempotency: which requests are the same, and how a stored response is sent.

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
