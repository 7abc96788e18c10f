// A network between the service and its database that can drop all packets, as a partition does: neither side gets
// an error. Connections that were open, or opened meanwhile, stay half-open afterwards.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type BlackholeProxy = {
  /** The database's URL, through here. */
  url: string
  partition(): void
  heal(): void
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
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    partition() {
      isPartitioned = true
      for (const wire of open) wire.isDead = true
    },
    heal() {
      isPartitioned = false
    },
    async stop() {
      for (const { client, upstream } of open) {
        client.destroy()
        upstream.destroy()
      }
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
