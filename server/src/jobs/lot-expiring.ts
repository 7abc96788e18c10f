// Emits `lot.expiring` daily at 08:00 UTC, once a day across any number of processes: the transaction that emits also
// marks the day as done. A service that was down at 08:00 catches up on today's run when it is back. The sandboxes have a run of
// their own behind that of the clients, so that nothing in them can make the other fail; each of them has its own day.
import type { Environment } from '@anden/contract'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import { publish } from '../events/publish.ts'
import { expiringLots } from '../stock/lots.ts'

const hourUtc = 8
const withinDays = 30
const batchSize = 1_000
const statementLimitMs = 60_000

/** How many events the clients got. */
export type LotExpiringRun = { emitted: number }

/** Today's run, if it is due and no process has done it yet. */
export async function runDueLotExpiring(db: Db, now: number): Promise<LotExpiringRun | null> {
  if (new Date(now).getUTCHours() < hourUtc) return null
  const day = new Date(now).toISOString().slice(0, 10)
  const runOnce = (environment: Environment) =>
    db.transaction(async (tx) => {
      const marked = await tx.run(markDone(environment, day))
      return marked === 0 ? null : { emitted: await emitLotExpiring(tx, day, environment) }
    })
  const ofClients = await runOnce('live')
  await runOnce('sandbox')
  return ofClients
}

/** A manual run: it always emits, and does not mark the day as done. */
export async function runLotExpiring(db: Db, day: string): Promise<LotExpiringRun> {
  const run = (environment: Environment) => db.transaction((tx) => emitLotExpiring(tx, day, environment))
  const emitted = await run('live')
  await run('sandbox')
  return { emitted }
}

export async function emitLotExpiring(
  tx: Transaction,
  day: string,
  environment: Environment,
  includesClient: (clientId: string) => boolean = () => true,
): Promise<number> {
  await tx.allowSlowStatements(statementLimitMs)
  let emitted = 0
  for await (const lots of expiringLots(tx, environment, day, withinDays, batchSize)) {
    const events = lots
      .filter(({ client_id }) => includesClient(client_id))
      .map(({ client_id, ...object }) => ({ clientId: client_id, type, object }))
    publish(tx, events)
    emitted += events.length
  }
  return emitted
}

export async function hasRun(tx: Transaction, day: string): Promise<boolean> {
  const found = sql`select from daily_runs where job = ${jobOf.live} and day = ${day}`
  return (await tx.rows(found)).length > 0
}

const type = 'lot.expiring' as const

const jobOf = { live: 'lot-expiring', sandbox: 'lot-expiring-in-sandboxes' }

const markDone = (environment: Environment, day: string) =>
  sql`insert into daily_runs (job, day) values (${jobOf[environment]}, ${day}) on conflict do nothing`
