// Replies that their handlers give whole.
import { inputReader } from './input.ts'
import type { Principal } from './principal.ts'
import type { Context, Handler, Route } from './route.ts'
import { jsonSerializer, sendJson } from './send-json.ts'

export function valueHandler<Who extends Principal, Params>(
  route: Route,
  handle: (context: Context<Who, Params>) => Promise<unknown>,
): Handler<Who> {
  const read = inputReader<Params, unknown, undefined>(route)
  const serialize = jsonSerializer(route.reply)
  return async (who, request, reply) => {
    const { params } = read(request)
    const value = await handle({ who, params, by: { actor: who.actor, requestId: request.id } })
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
