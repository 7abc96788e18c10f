// Deletes old data in small batches, so that nothing waits for the locks: events with their bodies, deliveries and
// attempts after 90 days, stored idempotent responses once their keys have expired, sessions and links that have ended.
import type { Db } from '../db/pool.ts'
import { raw, sql } from '../db/sql.ts'

export const keptDays = 90
const batchSize = 1_000

export type Deleted = {
  events: number
  idempotency_records: number
  daily_runs: number
  sessions: number
  verifications: number
}

export async function runRetention(db: Db, now: number, idempotencyTtlSeconds: number): Promise<Deleted> {
  const before = (seconds: number) => new Date(now - seconds * 1000).toISOString()
  return {
    events: await inBatches(db, () => deleteEvents(before(keptDays * 86_400))),
    idempotency_records: await inBatches(db, () => deleteRecords(before(idempotencyTtlSeconds))),
    daily_runs: await inBatches(db, () => deleteRuns(before(keptDays * 86_400))),
    sessions: await inBatches(db, () => deleteExpired('sessions', before(0))),
    verifications: await inBatches(db, () => deleteExpired('verifications', before(0))),
  }
}

async function inBatches(db: Db, statement: () => ReturnType<typeof sql>): Promise<number> {
  let deleted = 0
  for (;;) {
    const count = await db.run(statement())
    deleted += count
    if (count < batchSize) return deleted
  }
}

/** Cascades to deliveries and attempts. Searched client by client, with the index that the event lists use. */
const deleteEvents = (before: string) =>
  sql`
    delete from events
    where id in (
      select old.id
      from clients
      cross join lateral (
        select id
        from events
        where client_id = clients.id and created_at < ${before}
        order by created_at, id
        limit ${batchSize}
      ) as old
      limit ${batchSize})`

const deleteRecords = (before: string) =>
  sql`
    delete from idempotency_records
    where (scope, key) in (
      select scope, key from idempotency_records where created_at < ${before} order by created_at limit ${batchSize})`

const deleteRuns = (before: string) =>
  sql`
    delete from daily_runs
    where (job, day) in (select job, day from daily_runs where day < ${before}::timestamptz::date limit ${batchSize})`

const deleteExpired = (table: 'sessions' | 'verifications', before: string) =>
  sql`
    delete from ${raw(table)}
    where id in (
      select id from ${raw(table)} where expires_at < ${before} order by expires_at limit ${batchSize})`
