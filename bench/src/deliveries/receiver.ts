// The receivers, with one port per endpoint, because in production each is a different host. They respond with 200 at
// once, and record how old the event is when its first bytes arrive.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Arrival, ReceiverCommand, ReceiverReport, ReceiverSetup } from './processes.ts'

const [{ endpoints }] = (await once(process, 'message')) as [ReceiverSetup]
let hanging = new Set<number>()
let heldBack: ServerResponse[] = []
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
      if (hanging.has(endpoint)) heldBack.push(response)
      else response.end('ok')
    })
  })
  server.keepAliveTimeout = 60_000
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`
}

process.on('message', (message: ReceiverCommand) => {
  if (message.command === 'hang') {
    hanging = new Set(message.endpoints)
    for (const response of heldBack) response.end('ok')
    heldBack = []
    return
  }
  const report: ReceiverReport = { received, arrivals }
  process.send?.(report)
  received = 0
  arrivals = []
})
process.on('disconnect', () => process.exit())
process.send?.(await Promise.all(Array.from({ length: endpoints }, (_, i) => listen(i))))
