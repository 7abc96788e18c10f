// Wakes the workers after a commit: this process's own directly, the others by NOTIFY. NOTIFY runs outside the
// business transactions, where it would take a database-wide lock at commit. Calls are coalesced: one in flight and
// at most one queued, however many commits there are.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { disconnect, withTimeout } from '../db/with-timeout.ts'
import type { Deps } from '../deps.ts'

const channel = 'anden_deliveries'
const reconnectMs = 500
const statementLimitMs = 5_000
const heartbeatMs = 15_000

export function notifyOthers({ db, log }: Pick<Deps, 'db' | 'log'>): () => void {
  let inFlight = false
  let pending = false
  async function notify(): Promise<void> {
    inFlight = true
    do {
      pending = false
      await db
        .rows(sql`select pg_notify(${channel}, '')`)
        .catch((err) => log.warn({ err }, 'could not notify the other workers; they will poll'))
    } while (pending)
    inFlight = false
  }
  return () => {
    if (inFlight) pending = true
    else void notify()
  }
}

/**
 * Listens on a dedicated connection and reconnects when it is lost; polling covers the gap. A listening connection
 * sends nothing, so only a heartbeat detects that it is half-open.
 */
export function listenForWakes(
  { db, log }: { db: Db; log: Deps['log'] },
  wake: () => void,
  limits = { statementLimitMs, heartbeatMs },
) {
  let stopped = false
  let endConnection: () => void = () => {}
  async function listen(): Promise<void> {
    while (!stopped) {
      try {
        const connection = await db.connect(limits.statementLimitMs)
        const ended = new Promise<true>((resolve) => {
          endConnection = () => resolve(true)
          connection.once('end', endConnection)
        })
        // stop() was called during the connect.
        if (stopped) endConnection()
        connection.on('notification', wake)
        try {
          await connection.query(`listen ${channel}`)
          wake()
          while (!(await withTimeout(limits.heartbeatMs, ended))) {
            // LISTEN is idempotent and serves as the heartbeat.
            await connection.query(`listen ${channel}`)
          }
        } finally {
          connection.removeAllListeners('notification')
          await disconnect(connection)
        }
      } catch (err) {
        log.warn({ err }, 'not listening for wake-ups; reconnecting')
      }
      if (!stopped) await sleep(reconnectMs)
    }
  }
  const done = listen()
  return {
    async stop() {
      stopped = true
      endConnection()
      await done
    },
  }
}
