// Wakes the workers after a commit: the one in this process directly, those of others by NOTIFY. That runs
// outside the business transactions, where it would take a database-wide lock at commit, and coalesced: one
// in flight and at most one to follow, whatever the number of commits.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '../app/deps.ts'
import { disconnect } from '../db/disconnect.ts'
import type { Db } from '../db/pool.ts'
import { settledWithin } from '../db/settled-within.ts'
import { sql } from '../db/sql.ts'

const channel = 'anden_deliveries'
const reconnectMs = 500
const statementLimitMs = 5_000
const heartbeatMs = 15_000

export function notifyOthers({ db, log }: Pick<Deps, 'db' | 'log'>): () => void {
  let inFlight = false
  let again = false
  async function notify(): Promise<void> {
    inFlight = true
    do {
      again = false
      await db
        .rows(sql`select pg_notify(${channel}, '')`)
        .catch((err) => log.warn({ err }, 'could not wake the workers: they poll'))
    } while (again)
    inFlight = false
  }
  return () => {
    if (inFlight) again = true
    else void notify()
  }
}

/**
 * Listens on a connection of its own, and reconnects when that is cut; the poll covers what falls between. Nothing
 * is ever sent on a listening connection, so only a heartbeat finds out that it is half-open.
 */
export function listenForWakes(
  { db, log }: { db: Db; log: Deps['log'] },
  wake: () => void,
  limits = { statementLimitMs, heartbeatMs },
) {
  let stopped = false
  let hangUp: () => void = () => {}
  async function listen(): Promise<void> {
    while (!stopped) {
      try {
        const connection = await db.connect(limits.statementLimitMs)
        let isOver = false
        const ended = new Promise<void>((resolve) => {
          hangUp = resolve
          connection.once('end', hangUp)
        }).then(() => {
          isOver = true
        })
        // Told to stop while it was still connecting.
        if (stopped) hangUp()
        connection.on('notification', wake)
        try {
          await connection.query(`listen ${channel}`)
          wake()
          for (;;) {
            await settledWithin(limits.heartbeatMs, ended)
            if (isOver) break
            // To listen once more changes nothing.
            await connection.query(`listen ${channel}`)
          }
        } finally {
          connection.removeAllListeners('notification')
          await disconnect(connection)
        }
      } catch (err) {
        log.warn({ err }, 'not listening for wakes; trying again')
      }
      if (!stopped) await sleep(reconnectMs)
    }
  }
  const done = listen()
  return {
    async stop() {
      stopped = true
      hangUp()
      await done
    },
  }
}
