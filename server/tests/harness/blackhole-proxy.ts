// A network between the service and its database that can drop all packets, as a partition does: neither side gets
// an error. Connections that were open, or opened meanwhile, stay half-open afterwards.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type BlackholeProxy = {
  /** The database's URL through this proxy. */
  url: string
  port: number
  partition(): void
  heal(): void
  /** Ends every connection, as a restarted router does. */
  cut(): void
  stop(): Promise<void>
}

export async function startBlackholeProxy(databaseUrl: string): Promise<BlackholeProxy> {
  const behind = new URL(databaseUrl)
  const open = new Set<Wire>()
  let isPartitioned = false
  const server = createServer((client) => {
    const wire = {
      client,
      upstream: connect(Number(behind.port || 5432), behind.hostname),
      isDead: isPartitioned,
    }
    open.add(wire)
    join(wire, wire.client, wire.upstream)
    join(wire, wire.upstream, wire.client)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = `${port}`
  const cut = () => {
    for (const { client, upstream } of open) {
      client.destroy()
      upstream.destroy()
    }
    open.clear()
  }
  return {
    url: url.href,
    port,
    partition() {
      isPartitioned = true
      for (const wire of open) wire.isDead = true
    },
    heal() {
      isPartitioned = false
    },
    cut,
    async stop() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

type Wire = { client: Socket; upstream: Socket; isDead: boolean }

function join(wire: Wire, from: Socket, to: Socket) {
  from.on('data', (bytes) => {
    if (!wire.isDead) to.write(bytes)
  })
  from.on('close', () => {
    if (!wire.isDead) to.destroy()
  })
  from.on('error', () => undefined)
}
