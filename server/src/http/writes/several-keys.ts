// The keys of several writes in one request. They are those of the route that does one such write, and shared with it both ways: what
// one has done under a key, the other repeats. All are claimed first, in one order, so that two requests with the same keys cannot
// wait for each other.
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { problem } from '../../problem.ts'
import type { NewResponse } from './idempotency.ts'

export type SharedKeys = {
  /** Owner, method and path of the route that does one. */
  scope: string
  ttlSeconds: number
  waitMs: number
}
export type StoredUnderKey = { key: string; body_hash: Buffer; status: number; body: Buffer }

/** The responses that are stored under these keys. The others are claimed until the end of the transaction. */
export async function claimSeveral(
  tx: Transaction,
  { scope, ttlSeconds, waitMs }: SharedKeys,
  claimed: readonly { key: string }[],
): Promise<Map<string, StoredUnderKey>> {
  const keys = claimed.map(({ key }) => key)
  try {
    await tx.run(sql`select set_config('lock_timeout', ${`${Math.max(1, waitMs)}ms`}, true)`)
    await tx.run(lockKeys(scope, keys))
    await tx.run(sql`select set_config('lock_timeout', '0', true)`)
  } catch (error) {
    if ((error as { code?: unknown }).code !== '55P03') throw error
    throw problem('idempotency/request-in-progress', { headers: { 'retry-after': '1' } })
  }
  // A statement of its own: what was committed during the wait is seen only by the next one.
  await tx.run(deleteExpired(scope, keys, ttlSeconds))
  const records = await tx.rows(recordsOf(scope, keys))
  return new Map(records.map((record) => [record.key, record]))
}

/** The same locks as those of `claim_key`. */
const lockKeys = (scope: string, keys: readonly string[]) => sql`
  select pg_advisory_xact_lock(hash)
  from (
    select hashtextextended(${scope} || ' ' || key, 0) as hash
    from unnest(${[...keys]}::text[]) as given (key)
    order by 1
    offset 0) as sorted`

const deleteExpired = (scope: string, keys: readonly string[], ttlSeconds: number) => sql`
  delete from idempotency_records
  where scope = ${scope} and key = any(${[...keys]}::text[])
    and created_at <= now() - make_interval(secs => ${ttlSeconds})`

const recordsOf = (scope: string, keys: readonly string[]) =>
  sql<StoredUnderKey>`
    select key, body_hash, status, body
    from idempotency_records
    where scope = ${scope} and key = any(${[...keys]}::text[])`

export type NewRecord = NewResponse & { key: string; bodyHash: Buffer }

export const insertRecords = (scope: string, records: readonly NewRecord[]) => sql`
  insert into idempotency_records (scope, key, body_hash, status, location, body)
  select ${scope}, key, decode(body_hash, 'hex'), status, location, decode(body, 'base64')
  from unnest(${records.map(({ key }) => key)}::text[],
      ${records.map(({ bodyHash }) => bodyHash.toString('hex'))}::text[],
      ${records.map(({ status }) => status)}::int[], ${records.map(({ location }) => location)}::text[],
      ${records.map(({ body }) => body.toString('base64'))}::text[])
    as record (key, body_hash, status, location, body)`
