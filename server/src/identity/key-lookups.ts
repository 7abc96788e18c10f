// Every request looks up its key or session in the database. Lookups that arrive in the same turn of the event loop, or
// while enough statements are in flight, are sent as one batch: with 64 connections that is a quarter of the work for
// PostgreSQL. No lookup sees state older than its request, because its statement is sent after it.
import type { Queryable } from '../db/pool.ts'
import type { Statement } from '../db/sql.ts'
import type { Topic } from '../http/topics.ts'
import { type FoundKey, keysByHash, type StaffKeyRow, staffKeysByHash } from './queries.ts'
import { type FoundSession, sessionsByHash } from './sessions/queries.ts'

/** A statement slower than `slowAfterMs` no longer counts as in flight, so that a hanging one blocks no others. */
const policy = { maxBatch: 64, maxInFlight: 2, slowAfterMs: 100 }

type Lookup<Found> = {
  tokenHash: Buffer
  topic: Topic | null
  settle(found: Found | undefined): void
  fail(error: unknown): void
}

export const batchedKeyLookups = (db: Queryable) => batchedLookups<FoundKey>(db, keysByHash)
export const batchedStaffKeyLookups = (db: Queryable) =>
  batchedLookups<StaffKeyRow & { position: number }>(db, staffKeysByHash)
export const batchedSessionLookups = (db: Queryable) => batchedLookups<FoundSession>(db, sessionsByHash)

type ByHash<Found> = (tokenHashes: Buffer[], topics: (Topic | null)[]) => Statement<Found>

function batchedLookups<Found extends { position: number }>(db: Queryable, statement: ByHash<Found>) {
  const waiting: Lookup<Found>[] = []
  let inFlight = 0
  let isScheduled = false

  async function send(batch: Lookup<Found>[]): Promise<void> {
    const finish = countInFlight()
    try {
      const found = await db.rows(
        statement(
          batch.map(({ tokenHash }) => tokenHash),
          batch.map(({ topic }) => topic),
        ),
      )
      const byPosition = new Map(found.map((row) => [row.position, row]))
      for (const [index, lookup] of batch.entries()) lookup.settle(byPosition.get(index + 1))
    } catch (error) {
      for (const lookup of batch) lookup.fail(error)
    } finally {
      finish()
    }
  }

  function countInFlight(): () => void {
    let counts = true
    inFlight += 1
    const finish = () => {
      clearTimeout(timer)
      if (!counts) return
      counts = false
      inFlight -= 1
      sendWaiting()
    }
    const timer = setTimeout(finish, policy.slowAfterMs)
    return finish
  }

  function sendWaiting() {
    isScheduled = false
    while (waiting.length > 0 && inFlight < policy.maxInFlight) {
      void send(waiting.splice(0, policy.maxBatch))
    }
  }

  return (tokenHash: Buffer, topic: Topic | null): Promise<Found | undefined> =>
    new Promise((settle, fail) => {
      waiting.push({ tokenHash, topic, settle, fail })
      if (isScheduled || inFlight >= policy.maxInFlight) return
      isScheduled = true
      setImmediate(sendWaiting)
    })
}
