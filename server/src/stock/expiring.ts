import type { EventPayload } from '@anden/contract'
import type { Transaction } from '../db/transaction.ts'
import { lotsExpiringBetween } from './lot-queries.ts'

export type ExpiringLot = EventPayload<'lot.expiring'> & { client_id: string }

/** Lots with stock that expire on `day` or within `withinDays` after it, in batches. */
export async function* expiringLots(tx: Transaction, day: string, withinDays: number, batchSize: number) {
  let after: ExpiringLot | null = null
  for (;;) {
    const lots: ExpiringLot[] = await tx.rows(lotsExpiringBetween(day, withinDays, after, batchSize))
    if (lots.length > 0) yield lots
    const last = lots.at(-1)
    if (!last || lots.length < batchSize) return
    after = last
  }
}
