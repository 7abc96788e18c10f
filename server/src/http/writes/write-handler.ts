// Handles writes: each in one transaction, which also stores the response under the Idempotency-Key, if there is one.
import type { Transaction } from '../../db/transaction.ts'
import type { Principal } from '../admission/principal.ts'
import { inputReader } from '../input/input-reader.ts'
import { contextOf, type Handler, type Route, type Tools, type WriteContext } from '../routing/route.ts'
import { jsonSerializer } from '../wire/send-json.ts'
import { hashOfBody, readIdempotencyKey } from './idempotency.ts'
import { sendStored } from './run-once.ts'

export type Write<Context, Body, Value> = {
  handle: (context: Context) => Promise<Value>
  location: ((value: Value) => string) | null
  prepare: ((context: { client: Principal['client']; body: Body }) => Promise<Body>) | null
}

export function writeHandler<Caller extends Principal, Params, Body, Value>(
  route: Route,
  { handle, location, prepare }: Write<WriteContext<Caller, Params, Body>, Body, Value>,
  { baseUrl, prefix, once }: Tools,
): Handler<Caller> {
  const read = inputReader<Params, unknown, Body>(route)
  const serialize = route.reply ? jsonSerializer(route.reply) : () => Buffer.alloc(0)

  return async (principal, request, reply) => {
    const key = readIdempotencyKey(request, route.idempotency)
    const { params, body: given } = read(request)
    const body = prepare ? await prepare({ client: principal.client, body: given }) : given
    const context = contextOf(principal, request, params)

    const work = async (tx: Transaction) => {
      const value = await handle({ ...context, body, tx })
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
