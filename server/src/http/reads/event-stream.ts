// Server-sent events to one client. An event that has not been sent yet is replaced by a newer one with the same key,
// so a client that reads slowly costs a bounded amount of memory: at most one event per key waits for it.
import { Readable } from 'node:stream'
import build from 'fast-json-stringify'
import type { Principal } from '../admission/principal.ts'
import { inputReader } from '../input/validation.ts'
import { contextOf, type Handler, type Route, type StreamContext } from '../routing/route.ts'

/** How long a client waits before it connects again. */
const reconnectMs = 2_000

export type EventStream<Payload> = {
  readonly body: Readable
  /** The first thing that the client gets: a position from which it can resume. */
  open(id: string): void
  /** `id`: the position after these events. A client that reconnects sends back the last one that it got. */
  send(events: Iterable<readonly [key: string, event: Payload]>, id: string): void
  heartbeat(): void
  /** Ends the response. A client that does not read what has been sent is disconnected. */
  end(): void
}

export function eventStream<Payload>(serialize: (event: Payload) => string): EventStream<Payload> {
  const unsent = new Map<string, string>()
  let position = ''
  let preface = ''
  let isWanted = false
  const body = new Readable({
    read() {
      isWanted = true
      flush()
    },
  })

  // The id comes with the last event, so that a connection that breaks before it resumes with all of them.
  function takeText(): string {
    if (unsent.size === 0) return preface && `${preface}id: ${position}\n\n`
    const events = [...unsent.values()].map((data) => `data: ${data}\n\n`)
    return `${preface}${events.slice(0, -1).join('')}id: ${position}\n${events.at(-1)}`
  }

  function flush(): void {
    if (!isWanted) return
    const text = takeText()
    if (text === '') return
    preface = ''
    unsent.clear()
    isWanted = false
    body.push(text)
  }

  return {
    body,
    open(id) {
      position = id
      preface = `retry: ${reconnectMs}\n`
      flush()
    },
    send(events, id) {
      for (const [key, event] of events) unsent.set(key, serialize(event))
      position = id
      flush()
    },
    heartbeat() {
      preface ||= ': heartbeat\n'
      flush()
    },
    end() {
      if (isWanted) body.push(null)
      else body.destroy()
    },
  }
}

// Handlers that reply with server-sent events. Their response stays open until the client or the service ends it.

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
