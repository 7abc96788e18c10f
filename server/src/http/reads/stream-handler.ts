// Handlers that reply with server-sent events. Their response stays open until the client or the service ends it.
import build from 'fast-json-stringify'
import type { Principal } from '../admission/principal.ts'
import { inputReader } from '../input/input-reader.ts'
import { contextOf, type Handler, type Route, type StreamContext } from '../routing/route.ts'
import { eventStream } from './event-stream.ts'

// A proxy that buffers would hold back events until it has a few kilobytes of them. The connection ends with the stream:
// kept open for another request, it would delay the shutdown of the process that ended the stream.
const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
  connection: 'close',
}

/** `open` resolves when the client will get every later event. */
export function streamHandler<Caller extends Principal, Params, Payload>(
  route: Route,
  open: (context: StreamContext<Caller, Params, Payload>) => Promise<void>,
): Handler<Caller> {
  const read = inputReader<Params, unknown, undefined>(route)
  const serialize: (event: Payload) => string = build(route.event ?? {})
  return async (principal, request, reply) => {
    const { params } = read(request)
    const events = eventStream(serialize)
    const lastEventId = String(request.headers['last-event-id'] ?? '') || null
    if (request.method === 'HEAD') events.body.push(null)
    else {
      try {
        await open({ ...contextOf(principal, request, params), lastEventId, events })
      } catch (error) {
        events.body.destroy()
        throw error
      }
    }
    return reply.code(route.status).headers(headers).send(events.body)
  }
}
