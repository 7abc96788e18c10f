// Every request looks up its key or session in the database. With 64 connections, batches of lookups are a quarter of the
// work for PostgreSQL. What an earlier lookup returned is used only if the statement says that it has not changed.
import { LRUCache } from 'lru-cache'
import { batched } from '../db/batches.ts'
import type { Queryable } from '../db/queryable.ts'
import type { Statement } from '../db/sql.ts'
import type { Topic } from '../http/reads/versioned-rows.ts'
import {
  type KeyWithClient,
  keysByHash,
  type LookedUp,
  type Lookups,
  type StaffKeyRow,
  staffKeysByHash,
} from './queries.ts'
import { type SessionRow, sessionsByHash } from './sessions/queries.ts'

const policy = {
  maxBatch: 64,
  statements: { maxInFlight: 2, slowAfterMs: 100 },
  /** Each takes about 1 KiB. */
  maxKnown: 4_000,
}

type Found<Credential> = { credential: Credential; version: string | null }
type Known<Credential> = { revision: string; credential: Credential }
type Lookup = { tokenHash: Buffer; topic: Topic | null }

export const batchedKeyLookups = (db: Queryable) => batchedLookups<KeyWithClient>(db, keysByHash)
export const batchedStaffKeyLookups = (db: Queryable) => batchedLookups<StaffKeyRow>(db, staffKeysByHash)
export const batchedSessionLookups = (db: Queryable) => batchedLookups<SessionRow>(db, sessionsByHash)

function batchedLookups<Credential>(
  db: Queryable,
  statement: (lookups: Lookups) => Statement<LookedUp<Credential>>,
) {
  const known = new LRUCache<string, Known<Credential>>({ max: policy.maxKnown })

  async function read(batch: readonly Lookup[]): Promise<(Found<Credential> | undefined)[]> {
    const tokenHashes = batch.map(({ tokenHash }) => tokenHash)
    const names = tokenHashes.map((hash) => hash.toString('latin1'))
    const before = names.map((name) => known.get(name))
    const rows = await db.rows(
      statement({
        tokenHashes,
        topics: batch.map(({ topic }) => topic),
        revisions: before.map((one) => one?.revision ?? null),
      }),
    )
    const found = new Array<Found<Credential> | undefined>(batch.length)
    for (const { position, revision, credential, version } of rows) {
      const index = position - 1
      const current = credential ?? before[index]?.credential
      if (current) found[index] = { credential: current, version }
      if (credential && revision) known.set(names[index] ?? '', { revision, credential })
    }
    return found
  }

  const find = batched(policy, { read })
  return (tokenHash: Buffer, topic: Topic | null) => find({ tokenHash, topic })
}
