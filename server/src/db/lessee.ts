// New deliveries can be inserted under the lease of a worker in this process, which sends them right after the commit.
// Only the worker knows whether it has free slots, and only the transaction knows how it ended: these types connect them.

/** After a rollback to a savepoint, what was inserted before may be gone although the transaction has committed. */
export type TransactionEnd = 'committed' | 'committed in part' | 'not committed'

/** Who takes over new deliveries at their commit. */
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
