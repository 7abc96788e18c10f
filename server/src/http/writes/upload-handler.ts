// Handles uploads: the route's own handler reads the body from the request and chooses the reply.
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Transaction } from '../../db/transaction.ts'
import { unreachable } from '../../problem.ts'
import type { Principal } from '../admission/principal.ts'
import { inputReader } from '../input/validation.ts'
import { hidingSandboxes } from '../routing/hide-sandboxes.ts'
import { type Context, contextOf, type Handler, type Route, type Tools } from '../routing/route.ts'
import { jsonSerializer, sendJson } from '../wire/send-json.ts'
import { readIdempotencyKey } from './idempotency.ts'
import { sendStored } from './write-handler.ts'

export type UploadContext<Caller extends Principal, Params, Query, Value, Others> = Context<
  Caller,
  Params
> & {
  query: Query
  request: FastifyRequest
  respond: Respond<Value, Others>
}

/** Sends the reply that the handler has chosen. */
export type ReadyReply = (reply: FastifyReply) => FastifyReply
export type OtherReplies = Readonly<Record<number, TSchema>>

type Respond<Value, Others> = {
  json(value: Value): ReadyReply
  /**
   * Does the work in one transaction, or replays the response stored under the request's Idempotency-Key. Problems are
   * not stored: a rejected body may be corrected and sent again with the same key.
   */
  once(hash: () => Buffer, work: (tx: Transaction) => Promise<Value>): Promise<ReadyReply>
  /** One of `otherReplies`. */
  other<Status extends number & keyof Others>(
    status: Status,
    value: Others[Status] extends TSchema ? Static<Others[Status]> : never,
  ): ReadyReply
  /** One of `otherReplies`, already rendered because it can be too large for memory. */
  rendered<Status extends number & keyof Others>(
    status: Status,
    json: RenderedJson<Others[Status] extends TSchema ? Static<Others[Status]> : never>,
  ): ReadyReply
}

declare const rendered: unique symbol
/** A value as JSON, ready to be streamed. */
export type RenderedJson<Value> = {
  sizeBytes(): number
  drain(): Readable
  readonly [rendered]?: Value
}

export function uploadHandler<Caller extends Principal, Params, Query, Value, Others>(
  route: Route,
  handle: (context: UploadContext<Caller, Params, Query, Value, Others>) => Promise<ReadyReply>,
  { once }: Tools,
): Handler<Caller> {
  const read = inputReader<Params, Query, undefined>(route)
  const serialize = jsonSerializer(route.reply)
  const others = Object.fromEntries(
    Object.entries(route.otherReplies).map(([status, reply]) => [status, jsonSerializer(reply)]),
  )

  return async (principal, request, reply) => {
    const { params, query } = read(request)
    const key = readIdempotencyKey(request, route.idempotency)
    const respond: Respond<Value, Others> = {
      json: (value) => (reply) => sendJson(reply, route.status, serialize(value)),
      async once(hash, work) {
        const stored = await once(request, principal, { key, hash, storedProblems: [] }, async (tx) => ({
          status: route.status,
          location: null,
          body: serialize(await work(tx)),
        }))
        return (reply) => sendStored(reply, stored, request.id)
      },
      other: (status, value) => (reply) =>
        sendJson(reply, status, others[status]?.(value) ?? unreachable(`no reply with the status ${status}`)),
      rendered: (status, json) => (reply) => sendRendered(reply, status, json),
    }
    const send = await hidingSandboxes(route, () =>
      handle({ ...contextOf(principal, request, params), query, request, respond }),
    )
    return send(reply)
  }
}

function sendRendered(reply: FastifyReply, status: number, json: RenderedJson<unknown>) {
  return reply
    .code(status)
    .headers({
      'content-type': 'application/json; charset=utf-8',
      'content-length': json.sizeBytes(),
      'cache-control': 'no-store',
    })
    .send(json.drain())
}
