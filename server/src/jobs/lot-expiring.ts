// Emits `lot.expiring` daily at 08:00 UTC, once a day across any number of processes: the transaction that emits also
// marks the day as done. A service that was down at 08:00 catches up on today's run when it is back.
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import { publish } from '../events/publish.ts'
import { expiringLots } from '../stock/lots.ts'

const hourUtc = 8
const withinDays = 30
const batchSize = 1_000
const statementLimitMs = 60_000

/** Today's run, if it is due and no process has done it yet. */
export function runDueLotExpiring(db: Db, now: number): Promise<{ emitted: number } | null> {
  if (new Date(now).getUTCHours() < hourUtc) return Promise.resolve(null)
  const day = new Date(now).toISOString().slice(0, 10)
  return db.transaction(async (tx) => {
    const marked = await tx.run(markDone(day))
    return marked === 0 ? null : { emitted: await emitLotExpiring(tx, day) }
  })
}

/** A manual run: it always emits, and does not mark the day as done. */
export function runLotExpiring(db: Db, day: string): Promise<{ emitted: number }> {
  return db.transaction(async (tx) => ({ emitted: await emitLotExpiring(tx, day) }))
}

export async function emitLotExpiring(
  tx: Transaction,
  day: string,
  includesClient: (clientId: string) => boolean = () => true,
): Promise<number> {
  await tx.allowSlowStatements(statementLimitMs)
  let emitted = 0
  for await (const lots of expiringLots(tx, day, withinDays, batchSize)) {
    const events = lots
      .filter(({ client_id }) => includesClient(client_id))
      .map(({ client_id, ...object }) => ({ clientId: client_id, type, object }))
    publish(tx, events)
    emitted += events.length
  }
  return emitted
}

export async function hasRun(tx: Transaction, day: string): Promise<boolean> {
  const found = sql`select from daily_runs where job = 'lot-expiring' and day = ${day}`
  return (await tx.rows(found)).length > 0
}

const type = 'lot.expiring' as const

const markDone = (day: string) =>
  sql`insert into daily_runs (job, day) values ('lot-expiring', ${day}) on conflict do nothing`
