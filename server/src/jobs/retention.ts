// What is old enough goes, in small batches, so that nobody waits for it: events with their bodies,
// deliveries and attempts after 90 days, stored answers once their keys have run out.
import type { Db } from '../db/pool.ts'
import { sql } from '../db/sql.ts'

export const keptDays = 90
const batchSize = 1_000

export type Retained = { events: number; idempotency_records: number; daily_runs: number }

export async function runRetention(db: Db, now: number, idempotencyTtlSeconds: number): Promise<Retained> {
  const before = (seconds: number) => new Date(now - seconds * 1000).toISOString()
  return {
    events: await inBatches(db, () => deleteEvents(before(keptDays * 86_400))),
    idempotency_records: await inBatches(db, () => deleteRecords(before(idempotencyTtlSeconds))),
    daily_runs: await inBatches(db, () => deleteRuns(before(keptDays * 86_400))),
  }
}

async function inBatches(db: Db, statement: () => ReturnType<typeof sql>): Promise<number> {
  let removed = 0
  for (;;) {
    const count = await db.run(statement())
    removed += count
    if (count < batchSize) return removed
  }
}

/** Deliveries and attempts go with their event. Found client by client, by the index that their lists use. */
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
