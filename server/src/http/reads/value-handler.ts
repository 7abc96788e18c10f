// Handlers that return the whole reply.

import type { Principal } from '../admission/principal.ts'
import { inputReader } from '../input/input-reader.ts'
import {
  type Context,
  contextOf,
  type Handler,
  type Route,
  type SnapshotContext,
  type Tools,
} from '../routing/route.ts'
import { jsonSerializer, sendJson } from '../wire/send-json.ts'

export function valueHandler<Caller extends Principal, Params, Body>(
  route: Route,
  handle: (context: Context<Caller, Params> & { body: Body }) => Promise<unknown>,
): Handler<Caller> {
  const read = inputReader<Params, unknown, Body>(route)
  const serialize = jsonSerializer(route.reply)
  return async (principal, request, reply) => {
    const { params, body } = read(request)
    const value = await handle({ ...contextOf(principal, request, params), body })
    return sendJson(reply, route.status, serialize(value))
  }
}

export function snapshotHandler<Caller extends Principal, Params, Body>(
  route: Route,
  handle: (context: SnapshotContext<Caller, Params, Body>) => Promise<unknown>,
  { db }: Tools,
): Handler<Caller> {
  const read = inputReader<Params, unknown, Body>(route)
  const serialize = jsonSerializer(route.reply)
  return async (principal, request, reply) => {
    const { params, body } = read(request)
    const context = contextOf(principal, request, params)
    const value = await db.snapshot((at) => handle({ ...context, body, at }))
    return sendJson(reply, route.status, serialize(value))
  }
}

export function publicHandler(route: Route, handle: () => Promise<unknown>): Handler<null> {
  const read = inputReader(route)
  const serialize = jsonSerializer(route.reply)
  return async (_, request, reply) => {
    read(request)
    return sendJson(reply, route.status, serialize(await handle()))
  }
}
