// A runtime with the standard Request and Response behind a real HTTP server, as Deno, Bun and Workers are.
import type { IncomingMessage, RequestListener } from 'node:http'

export const fetchServer =
  (handle: (request: Request) => Response | Promise<Response>): RequestListener =>
  async (incoming, outgoing) => {
    const response = await handle(await requestOf(incoming))
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.end(Buffer.from(await response.arrayBuffer()))
  }

async function requestOf(incoming: IncomingMessage): Promise<Request> {
  const body = Buffer.concat(await incoming.toArray())
  const headers = new Headers(incoming.headers as Record<string, string>)
  const method = incoming.method ?? 'GET'
  return new Request(`http://localhost${incoming.url}`, {
    method,
    headers,
    body: method === 'GET' ? null : body,
  })
}
