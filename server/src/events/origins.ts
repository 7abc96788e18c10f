import type { Queryable } from '../db/queryable.ts'
import { originsOf } from './queries.ts'

/**
 * Finds the span of the request that caused an event, as the header traceparent; null if it was not traced. Deliveries are sent
 * in batches, so all lookups of one turn of the event loop share one statement.
 */
export function eventOrigins(db: Queryable): (eventId: string) => Promise<string | null> {
  let ids: string[] = []
  let finding: Promise<Map<string, string>> | null = null
  const find = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    const batch = ids
    ids = []
    finding = null
    return new Map((await db.rows(originsOf(batch))).map(({ id, traceparent }) => [id, traceparent]))
  }
  return async (eventId) => {
    ids.push(eventId)
    finding ??= find()
    return (await finding).get(eventId) ?? null
  }
}
