// Deletes old data in small batches, so that nothing waits for the locks: events with their bodies, deliveries and
// attempts after 90 days, the log of requests after 14, stored idempotent responses once their keys have expired, sessions and links that have ended.
import { requestMethods } from '@anden/contract'
import type { Db } from '../db/database.ts'
import { raw, sql } from '../db/sql.ts'
import { requestLogDays } from '../requests/entry.ts'
import { keptDays } from '../webhooks/record.ts'

const batchSize = 1_000

export type Deleted = {
  events: number
  idempotency_records: number
  daily_runs: number
  sessions: number
  verifications: number
  requests: number
  request_hours: number
  request_reads: number
}

export async function runRetention(db: Db, now: number, idempotencyTtlSeconds: number): Promise<Deleted> {
  const before = (seconds: number) => new Date(now - seconds * 1000).toISOString()
  return {
    events: await inBatches(db, () => deleteEvents(before(keptDays * 86_400))),
    idempotency_records: await inBatches(db, () => deleteRecords(before(idempotencyTtlSeconds))),
    daily_runs: await inBatches(db, () => deleteRuns(before(keptDays * 86_400))),
    sessions: await inBatches(db, () => deleteExpired('sessions', before(0))),
    verifications: await inBatches(db, () => deleteExpired('verifications', before(0))),
    requests: await inBatches(db, () => deleteRequests(before(requestLogDays * 86_400))),
    request_hours: await inBatches(db, () => deleteHours(before(requestLogDays * 86_400))),
    request_reads: await inBatches(db, () => deleteReads(before(requestLogDays * 86_400))),
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

/** Cascades to deliveries and attempts. Goes client by client, to use the index of the event lists. */
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

/** Goes client by client, like the events, and by method, to use their index. */
const deleteRequests = (before: string) =>
  sql`
    delete from requests
    where (client_id, id) in (
      select old.client_id, old.id
      from clients
      cross join unnest(${[...requestMethods]}::text[]) as known (method)
      cross join lateral (
        select client_id, id
        from requests
        where client_id = clients.id and requests.method = known.method and created_at < ${before}
        order by created_at, id
        limit ${batchSize}
      ) as old
      limit ${batchSize})`

const deleteHours = (before: string) =>
  sql`
    delete from request_hours
    where (client_id, key_id, hour) in (
      select client_id, key_id, hour from request_hours where hour < ${before} order by hour limit ${batchSize})`

const deleteReads = (before: string) =>
  sql`
    delete from request_reads
    where (client_id, hour) in (
      select client_id, hour from request_reads where hour < ${before} order by hour limit ${batchSize})`
