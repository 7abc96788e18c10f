// After the faults, compares everything that the service stores in several places. Any difference fails the run.
import { expect } from 'vitest'
import type { Db } from '../server/src/db/database.ts'
import { sql } from '../server/src/db/sql.ts'
import { expectJournalMatches } from '../server/tests/harness/journal.ts'
import { until } from '../server/tests/harness/until.ts'
import type { Installation } from './installation.ts'
import type { ChaosReceiver } from './receivers.ts'
import type { PastFault } from './schedule.ts'
import { limitPerMinute, type Traffic } from './traffic.ts'

type Evidence = {
  installation: Installation
  traffic: Traffic
  receivers: { good: ChaosReceiver; bad: ChaosReceiver }
  faults: readonly PastFault[]
}

export async function audit({ installation, traffic, receivers, faults }: Evidence): Promise<LimitFindings> {
  const { db, processes } = installation
  await until(
    'nothing that is due waits to be delivered',
    async () => (await db.rows(overdue())).length === 0,
  )
  await until('every delivery that ended is recorded', async () => (await db.rows(leased())).length === 0)

  await expectJournalMatches(db, traffic.journal, traffic.business.clients)
  expect(await db.rows(deliveriesWithoutEndOrDate())).toEqual([])
  await expectFeedComplete(db, traffic)
  expect([...receivers.good.wronglySigned(), ...receivers.bad.wronglySigned()]).toEqual([])
  await expectAllReceived(db, traffic, receivers.good)
  const limits = judgeLimits(traffic.admittedAt, faults)
  expect(limits.exceeded).toEqual([])
  expect(processes.flatMap((process) => process.crashes())).toEqual([])
  expect(await db.rows(stuckSessions()), 'transactions that nobody ends').toEqual([])
  return limits
}

/** The feed contained each event of its client exactly once. */
async function expectFeedComplete(db: Db, { followed, business, stopFollowing }: Traffic) {
  const clientId = business.clients[0]?.id ?? ''
  const published = await db.rows(sql<{ id: string }>`
    select 'evt_' || id as id from events where client_id = ${clientId} order by id`)
  await until('the feed has every event', () => followed.length >= published.length)
  await stopFollowing()
  expect([...followed].sort()).toEqual(published.map(({ id }) => id))
}

/** A receiver that always works has received every event of its client. */
async function expectAllReceived(db: Db, { business }: Traffic, receiver: ChaosReceiver) {
  const clientId = business.clients[0]?.id ?? ''
  const missing = await db.rows(sql<{ id: string }>`
    select 'evt_' || event.id as id from events event
    join deliveries delivery on delivery.event_id = event.id
    join webhook_endpoints endpoint on endpoint.id = delivery.endpoint_id and endpoint.url = ${receiver.url}
    where event.client_id = ${clientId}
    order by event.id`)
  expect(missing.map(({ id }) => id).filter((id) => !receiver.accepted.has(id))).toEqual([])
}

const overdue = () => sql`
  select id from deliveries where status = 'pending' and next_attempt_at <= now() limit 1`

const leased = () => sql`select id from deliveries where lease is not null limit 1`

const deliveriesWithoutEndOrDate = () => sql`
  select id, status, attempts, next_attempt_at from deliveries
  where (status = 'pending') <> (next_attempt_at is not null)
    or status not in ('pending', 'succeeded', 'failed', 'abandoned')`

const stuckSessions = () => sql`
  select pid, state, query from pg_stat_activity
  where datname = current_database() and state like 'idle in transaction%' and state_change < now() - interval '20 seconds'`

// Checks how many requests of the client with the small limit were admitted. While Redis decides, the limit holds
// across all processes. Without Redis each process decides by itself, and a new process starts at zero.

const windowMs = 60_000
/** The time that the effects of a fault last: time-outs, a reconnect, a request in flight. */
const aftermathMs = 10_000

export type LimitFindings = {
  /** Windows without a fault that lets a client exceed its limit. */
  undisturbed: number
  exceeded: string[]
}

/** Checks each window that begins with an admitted request. */
function judgeLimits(admittedAt: readonly number[], faults: readonly PastFault[]): LimitFindings {
  const exceeded: string[] = []
  let undisturbed = 0
  for (const [index, from] of admittedAt.entries()) {
    const until = from + windowMs
    const fresh = faults
      .filter((fault) => fault.from < until && fault.until + aftermathMs > from)
      .reduce((sum, { freshLimits }) => sum + freshLimits, 0)
    if (fresh === 0) undisturbed += 1
    const allowed = limitPerMinute * (1 + fresh)
    const admitted = admittedAt.slice(index).filter((at) => at < until).length
    if (admitted > allowed)
      exceeded.push(`${admitted} of at most ${allowed} requests from ${new Date(from).toISOString()} on`)
  }
  return { undisturbed, exceeded }
}
