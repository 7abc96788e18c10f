// How new deliveries get from the transaction that inserts them to those who send them, once it has committed. Only the worker knows
// whether it has free slots, and only the transaction knows how it ended.
import type { Db } from '../db/database.ts'
import type { Transaction, TransactionEnd } from '../db/transaction.ts'

/** The worker of this process, to which new deliveries are leased when they are inserted. */
export type Lessee = {
  /** Reserves slots, until `ended` is called; null: the deliveries have to be claimed like any other. */
  offer(): LeaseOffer | null
}

export type LeaseOffer = {
  lease: string
  leaseMs: number
  /** So many deliveries are sent at once. What is inserted under the lease beyond them is returned to those that are due. */
  count: number
  capPerEndpoint: number
  /** Endpoints with deliveries in flight, and how many. */
  loads: ReadonlyMap<string, number>
  /** Must be called once: with the deliveries that were inserted under the lease, and what became of them. */
  ended(deliveries: readonly LeasedDelivery[], end: TransactionEnd): void
}

/** With all that is needed to sign and send it. */
export type LeasedDelivery = {
  id: string
  client_id: string
  endpoint_id: string
  event_id: string
  event_type: string
  attempts: number
  body: string
  url: string
  secret: Buffer
  previous_secret: Buffer | null
}

const listeners = new WeakMap<Db, (() => void)[]>()
const lessees = new WeakMap<Db, Lessee>()

/** Calls the listener after each commit in which deliveries have become due. */
export function onDueDeliveries(db: Db, listener: () => void): void {
  listeners.set(db, [...(listeners.get(db) ?? []), listener])
}

export function announceDeliveries(tx: Transaction): void {
  tx.onEnd((end) => {
    if (end !== 'not committed') for (const listener of listeners.get(tx.db) ?? []) listener()
  })
}

/** From now on the new deliveries of this process are offered to the worker. */
export function leaseDeliveriesTo(db: Db, lessee: Lessee): void {
  lessees.set(db, lessee)
}

/** null: this process has no worker, or it has no free slots, or other deliveries come first. */
export const leaseOffer = (tx: Transaction): LeaseOffer | null => lessees.get(tx.db)?.offer() ?? null
