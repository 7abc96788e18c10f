// A server that misbehaves as configured: each request gets the next of the given behaviours, and the last one is repeated.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll } from 'vitest'

type Behaviour = (response: ServerResponse, request: IncomingMessage) => unknown
type Seen = {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

export async function useHostileServer() {
  let behaviours: Behaviour[] = []
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request
    seen.push({ method, url, headers, body: await text(request).catch(() => '') })
    const next = behaviours.length > 1 ? behaviours.shift() : behaviours[0]
    next?.(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    behave(...next: Behaviour[]) {
      behaviours = next
      seen.length = 0
    },
  }
}

export const answers =
  (status: number, body: unknown, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'x-request-id': `req_${status}`, ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body))

export const refuses = (status: number, code: string, headers: Record<string, string> = {}): Behaviour =>
  answers(
    status,
    { type: `https://portal.example.com/errors/${code}`, title: 'Refused', detail: 'No.', status },
    headers,
  )

export const resets: Behaviour = (_, request) => request.socket.resetAndDestroy()

export const neverAnswers: Behaviour = () => undefined

/** The headers, and then a byte now and then, without an end. */
export const drips: Behaviour = (response) => {
  response.writeHead(200, { 'x-request-id': 'req_drip' })
  const timer = setInterval(() => response.write(' '), 5)
  response.on('close', () => clearInterval(timer))
}

/** Half of what Content-Length promises. */
export const breaksOff: Behaviour = (response, request) => {
  response.writeHead(200, { 'content-length': '1000', 'x-request-id': 'req_half' })
  response.write('{"data":[', () => request.socket.destroy())
}
