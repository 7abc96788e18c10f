// Keeps many live streams open, each on its own connection, and records every event with its time of arrival.
import { once } from 'node:events'
import { type ClientRequest, get, type IncomingMessage } from 'node:http'
import type { Heard, ListenersCommand, ListenersReport, ListenersSetup } from './measure.ts'

/** More at once would overflow the server's backlog of connections that it has not accepted yet. */
const connectsAtOnce = 50

const [{ url, headers }] = (await once(process, 'message')) as [ListenersSetup]
let streams: ClientRequest[] = []
let heard: Heard[] = []
let closed = 0

async function connect(): Promise<void> {
  for (let first = 0; first < headers.length; first += connectsAtOnce) {
    const batch = headers.slice(first, first + connectsAtOnce)
    streams.push(...(await Promise.all(batch.map((own, i) => open(own, first + i)))))
  }
}

async function open(own: Record<string, string>, listener: number): Promise<ClientRequest> {
  const request = get(url, { headers: own, agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`${url} returned ${response.statusCode}`)
  request.on('error', () => undefined)
  response.on('error', () => undefined)
  response.on('close', () => {
    closed++
  })
  let unread = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    const at = performance.timeOrigin + performance.now()
    const lines = (unread + chunk).split('\n')
    unread = lines.pop() ?? ''
    for (const line of lines)
      if (line.startsWith('data: ')) heard.push({ ...JSON.parse(line.slice(6)), listener, at })
  })
  return request
}

async function disconnect(): Promise<void> {
  await Promise.all(
    streams.map((stream) => {
      const gone = once(stream, 'close')
      stream.destroy()
      return gone
    }),
  )
  streams = []
}

process.on('message', async (command: ListenersCommand) => {
  if (command === 'connect') await connect()
  if (command === 'disconnect') await disconnect()
  const report: ListenersReport = { heard, closed }
  process.send?.(report)
  heard = []
  closed = 0
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
