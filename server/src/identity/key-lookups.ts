// Every request looks up its key or session in the database. Lookups that arrive in the same turn of the event loop, or
// while enough statements are in flight, are sent as one batch: with 64 connections that is a quarter of the work for
// PostgreSQL. No lookup sees state older than its request, because its statement is sent after it. What an earlier one
// returned is used only if the statement says that it has not changed.
import { LRUCache } from 'lru-cache'
import { countInFlight } from '../db/in-flight.ts'
import type { Queryable } from '../db/pool.ts'
import type { Statement } from '../db/sql.ts'
import type { Topic } from '../http/topics.ts'
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
  /** Of about 1 KiB each. */
  maxKnown: 4_000,
}

type Found<Credential> = { credential: Credential; version: string | null }
type Known<Credential> = { revision: string; credential: Credential }
type Lookup<Credential> = {
  tokenHash: Buffer
  topic: Topic | null
  settle(found: Found<Credential> | undefined): void
  fail(error: unknown): void
}

export const batchedKeyLookups = (db: Queryable) => batchedLookups<KeyWithClient>(db, keysByHash)
export const batchedStaffKeyLookups = (db: Queryable) => batchedLookups<StaffKeyRow>(db, staffKeysByHash)
export const batchedSessionLookups = (db: Queryable) => batchedLookups<SessionRow>(db, sessionsByHash)

function batchedLookups<Credential>(
  db: Queryable,
  statement: (lookups: Lookups) => Statement<LookedUp<Credential>>,
) {
  const waiting: Lookup<Credential>[] = []
  const known = new LRUCache<string, Known<Credential>>({ max: policy.maxKnown })
  const inFlight = countInFlight(policy.statements, sendWaiting)
  let isScheduled = false

  async function send(batch: Lookup<Credential>[]): Promise<void> {
    const finish = inFlight.start()
    try {
      for (const [index, found] of (await find(batch)).entries()) batch[index]?.settle(found)
    } catch (error) {
      for (const lookup of batch) lookup.fail(error)
    } finally {
      finish()
    }
  }

  async function find(batch: readonly Lookup<Credential>[]): Promise<(Found<Credential> | undefined)[]> {
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

  function sendWaiting() {
    isScheduled = false
    while (waiting.length > 0 && !inFlight.isFull()) {
      void send(waiting.splice(0, policy.maxBatch))
    }
  }

  return (tokenHash: Buffer, topic: Topic | null): Promise<Found<Credential> | undefined> =>
    new Promise((settle, fail) => {
      waiting.push({ tokenHash, topic, settle, fail })
      if (isScheduled || inFlight.isFull()) return
      isScheduled = true
      setImmediate(sendWaiting)
    })
}
