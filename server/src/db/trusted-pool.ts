// The pool of connections, and which of them are still worth using. A connection that did not answer in time is
// destroyed, and those that are as old are not used again: a partition takes all of them, and each would cost one
// more request its whole limit to find out.
import pg from 'pg'

export type TrustedPool = {
  acquire(): Promise<pg.PoolClient>
  /** For a connection that did not answer in time. */
  giveUp(connection: pg.PoolClient): void
  end(): Promise<void>
  /** Destroys whatever the end has left: a server that does not answer does not hang up either. */
  destroy(): void
}

export function trustedPool(
  config: pg.PoolConfig,
  onConnect: (connection: pg.PoolClient) => void,
): TrustedPool {
  const pool = new pg.Pool(config)
  const eras = new Map<pg.PoolClient, number>()
  let era = 0
  pool.on('connect', (connection) => {
    eras.set(connection, era)
    onConnect(connection)
  })
  pool.on('remove', (connection) => eras.delete(connection))
  // Each connection has an error listener of its own; the pool reports the errors of idle ones a second time.
  pool.on('error', () => {})
  return {
    async acquire() {
      for (;;) {
        const connection = await pool.connect()
        if (eras.get(connection) === era) return connection
        connection.release(true)
        connection.connection.stream.destroy()
      }
    },
    giveUp(connection) {
      if (eras.get(connection) === era) era += 1
      connection.connection.stream.destroy()
    },
    end: () => pool.end(),
    destroy() {
      for (const connection of eras.keys()) connection.connection.stream.destroy()
    },
  }
}
