// The receiver. It is in the process that sends the requests, so that both times come from the same clock.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RunScope } from '../run-scope.ts'

const limitMs = 30_000

export async function startArrivals(scope: RunScope) {
  let arrived: (at: number) => void = () => {}
  const server = createServer((request, response) => {
    const at = performance.now()
    request.resume().on('end', () => {
      response.end()
      arrived(at)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  scope.onClose(async () => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    /** The time from the start of the write until the headers of the next request have arrived. */
    async after(write: () => unknown): Promise<number> {
      const arrival = new Promise<number>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('nothing has arrived')), limitMs)
        arrived = (at) => {
          clearTimeout(timer)
          resolve(at)
        }
      })
      const start = performance.now()
      const [at] = await Promise.all([arrival, write()])
      return at - start
    },
  }
}
