// Every request looks its key up in the database. Those that come in during the same turn of the event loop, or
// while enough lookups are under way, go there together as one statement: on 64 connections that is a quarter
// of the work for PostgreSQL. None is answered from before it was asked for, as its statement is sent after that.
import type { Queryable } from '../db/pool.ts'
import type { Topic } from '../http/topics.ts'
import { type FoundKey, keysByHash } from './queries.ts'

/** A statement that takes longer than its time no longer counts: one that hangs must not hold up everybody. */
const policy = { mostTogether: 64, statementsUnderWay: 2, patienceMs: 100 }

type Lookup = {
  tokenHash: Buffer
  topic: Topic | null
  settle(found: FoundKey | undefined): void
  fail(error: unknown): void
}

export function batchedKeyLookups(db: Queryable) {
  const waiting: Lookup[] = []
  let underWay = 0
  let isScheduled = false

  async function send(together: Lookup[]): Promise<void> {
    const finish = begin()
    try {
      const found = await db.rows(
        keysByHash(
          together.map(({ tokenHash }) => tokenHash),
          together.map(({ topic }) => topic),
        ),
      )
      const byPlace = new Map(found.map((one) => [one.place, one]))
      for (const [index, lookup] of together.entries()) lookup.settle(byPlace.get(index + 1))
    } catch (error) {
      for (const lookup of together) lookup.fail(error)
    } finally {
      finish()
    }
  }

  function begin(): () => void {
    let counts = true
    underWay += 1
    const finish = () => {
      clearTimeout(timer)
      if (!counts) return
      counts = false
      underWay -= 1
      sendWaiting()
    }
    const timer = setTimeout(finish, policy.patienceMs)
    return finish
  }

  function sendWaiting() {
    isScheduled = false
    while (waiting.length > 0 && underWay < policy.statementsUnderWay) {
      void send(waiting.splice(0, policy.mostTogether))
    }
  }

  return (tokenHash: Buffer, topic: Topic | null): Promise<FoundKey | undefined> =>
    new Promise((settle, fail) => {
      waiting.push({ tokenHash, topic, settle, fail })
      if (isScheduled || underWay >= policy.statementsUnderWay) return
      isScheduled = true
      setImmediate(sendWaiting)
    })
}
