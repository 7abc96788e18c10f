import { type AddressInfo, createServer } from 'node:net'

/**
 * The port itself, or for 0 a free one. It is chosen before the processes start: each would choose its own again when all of them
 * had ended. Where the address cannot be used, the first process says so.
 */
export function fixedPort(host: string, port: number): Promise<number> {
  if (port !== 0) return Promise.resolve(port)
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(port))
    server.listen(0, host, () => {
      const { port: free } = server.address() as AddressInfo
      server.close(() => resolve(free))
    })
  })
}
