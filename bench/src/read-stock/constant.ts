// The upper bound: node:http checks only the key, and sends the same bytes from memory.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ConstantSetup } from './servers.ts'

const [{ bodies }] = (await once(process, 'message')) as [ConstantSetup]
const byHeader = new Map(bodies.map(([token, body]) => [`Bearer ${token}`, Buffer.from(body)]))

const server = createServer((request, response) => {
  const body = byHeader.get(request.headers.authorization ?? '')
  if (!body) return response.writeHead(401).end()
  response
    .writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
    .end(body)
})
await once(server.listen(0, '127.0.0.1'), 'listening')
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
process.on('disconnect', () => process.exit())
