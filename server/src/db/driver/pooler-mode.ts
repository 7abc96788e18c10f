// Finds out by behaviour whether a pooler shares its sessions: none says so itself.

import { disconnect } from '../disconnect.ts'
import { connectionConfig, defaultLimits } from './connection-config.ts'
import { connectToServer, serversOf } from './servers.ts'

const probes = 5

/** Whether two connections keep sessions of their own all the while, as they do without a pooler in transaction mode. */
export async function keepsSessions(url: string): Promise<boolean> {
  const servers = serversOf(url, { isPooled: true })
  const config = connectionConfig(defaultLimits, { isPooled: true })
  const open = () => connectToServer(servers, config, () => undefined)
  const connections = await Promise.all([open(), open()])
  try {
    const seen = connections.map(() => new Set<number>())
    for (let probe = 0; probe < probes; probe++) {
      for (const [index, connection] of connections.entries()) {
        const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid')
        for (const { pid } of rows) seen[index]?.add(pid)
      }
    }
    const distinct = new Set(seen.flatMap((pids) => [...pids]))
    return seen.every((pids) => pids.size === 1) && distinct.size === connections.length
  } finally {
    await Promise.all(connections.map(disconnect))
  }
}
