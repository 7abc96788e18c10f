// A webhook receiver on loopback: a real HTTP server that keeps the requests it gets and responds as configured.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Received = { path: string; headers: IncomingMessage['headers']; body: string; at: number }
type Respond = (request: Received, response: ServerResponse) => unknown

export async function startReceiver(respond: Respond = (_request, response) => response.end('ok')) {
  const received: Received[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  let answer = respond
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body, at: Date.now() }
      received.push(one)
      for (const waiter of waiting) if (received.length >= waiter.count) waiter.resolve()
      answer(one, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    respond(next: Respond) {
      answer = next
    },
    /** Leaves requests waiting, in the order of arrival, until each is given its status. */
    holdAnswers() {
      const held: ((status: number) => void)[] = []
      answer = (_, response) => held.push((status) => response.writeHead(status).end())
      return held
    },
    /** Resolves when this many have arrived. */
    arrived: (count: number) =>
      received.length >= count
        ? Promise.resolve()
        : new Promise<void>((resolve) => waiting.push({ count, resolve })),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>

export const answering =
  (status: number, text = ''): Respond =>
  (_request, response) => {
    response.statusCode = status
    response.end(text)
  }

/** Answers each request in the next turn of the event loop. Returns the maximum number of concurrent requests. */
export function countConcurrent(receiver: Receiver): () => number {
  let [now, most] = [0, 0]
  receiver.respond((_, response) => {
    now += 1
    most = Math.max(most, now)
    setImmediate(() => {
      now -= 1
      response.end()
    })
  })
  return () => most
}
