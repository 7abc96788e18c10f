// The service as it could be in a year: each object has a member more, orders have a status and events a type that no
// description of today knows.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type LaterService = { url: string; close: () => Promise<unknown> }

/** Passes requests on to the service of today, and changes what it answers. */
export async function laterService(today: string): Promise<LaterService> {
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers
    const answer = await fetch(`${today}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    })
    const type = answer.headers.get('content-type') ?? ''
    const bytes = Buffer.from(await answer.arrayBuffer())
    const body = type.startsWith('application/json')
      ? JSON.stringify(later(JSON.parse(String(bytes))))
      : bytes
    response.writeHead(answer.status, { 'content-type': type }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

const laterValues: Record<string, string> = {
  pending: 'a_later_status',
  'lot.created': 'lot.a_later_type',
}

function later(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(later)
  if (typeof value === 'string') return laterValues[value] ?? value
  if (value === null || typeof value !== 'object') return value
  const members = Object.entries(value).map(([name, member]) => [name, later(member)])
  return { ...Object.fromEntries(members), added_later: true }
}
