// The receivers: one port for each endpoint, as each is another host in life. They answer 200 at once, and
// note how long ago the event was written by the time that its first bytes are here.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Arrival, ReceiverOrder, ReceiverReport, ReceiverSetup } from './messages.ts'

const [{ endpoints }] = (await once(process, 'message')) as [ReceiverSetup]
let hanging = new Set<number>()
let kept: ServerResponse[] = []
let received = 0
let arrivals: Arrival[] = []

async function listen(endpoint: number): Promise<string> {
  const server = createServer((request, response) => {
    const arrivedAt = performance.timeOrigin + performance.now()
    received++
    request.once('data', (chunk: Buffer) => {
      const [, writtenAt = ''] = /"created_at":"([^"]+)"/.exec(chunk.toString('latin1', 0, 200)) ?? []
      arrivals.push({ endpoint, ms: arrivedAt - Date.parse(writtenAt) })
    })
    request.on('end', () => {
      if (hanging.has(endpoint)) kept.push(response)
      else response.end('ok')
    })
  })
  server.keepAliveTimeout = 60_000
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`
}

process.on('message', (message: ReceiverOrder) => {
  if (message.order === 'hang') {
    hanging = new Set(message.endpoints)
    for (const response of kept) response.end('ok')
    kept = []
    return
  }
  const report: ReceiverReport = { received, arrivals }
  process.send?.(report)
  received = 0
  arrivals = []
})
process.on('disconnect', () => process.exit())
process.send?.(await Promise.all(Array.from({ length: endpoints }, (_, i) => listen(i))))
