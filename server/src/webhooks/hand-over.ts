// How new deliveries get from the transaction that inserts them to those who send them, once it has committed. Only the worker knows
// whether it has free slots, and only the transaction knows how it ended.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { Transaction, TransactionEnd } from '../db/transaction.ts'
import { disconnect, withTimeout } from '../db/with-timeout.ts'
import type { Deps } from '../deps.ts'
import type { EndpointLoad, Slots } from './attempts.ts'

/** The worker of this process, to which new deliveries are leased when they are inserted. */
export type Lessee = {
  /** Reserves slots, until `ended` is called; null: the deliveries have to be claimed like any other. */
  offer(): LeaseOffer | null
}

export type LeaseOffer = {
  lease: string
  leaseMs: number
  /** How many deliveries may be inserted under the lease. */
  count: number
  capPerEndpoint: number
  /** Endpoints with deliveries in flight, and how many. */
  loads: ReadonlyMap<string, number>
  /** Must be called once: with the deliveries that were inserted under the lease, and what became of them. */
  ended(deliveries: readonly LeasedDelivery[], end: TransactionEnd): void
}

/** A delivery with all that is needed to sign and send it. */
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
  own_headers: Buffer | null
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

// Deliveries leased at birth: while nothing that is due is waiting, a write of this process inserts its deliveries under a
// lease of this worker, which sends them after the commit without a claim. That saves a wake-up, a NOTIFY and a claim per
// write. They take no more slots than a claim would, so everything else that becomes due finds free ones.

const policy = {
  /** Most clients have one or two endpoints. The slots stay reserved until the transaction ends. */
  maxPerStatement: 8,
}

type LesseeOptions = {
  slots: Slots
  leaseMs: number
  /**
   * A pause or a new secret that is committed between the insert and the commit is not seen. A claim has the same gap, of
   * a few milliseconds; when a transaction has taken longer than this, its deliveries are claimed, which looks again.
   */
  maxAgeMs: number
  endpointShare: number
  claimShare: number
  /** Nothing that is due is waiting for a slot, as far as this worker knows. */
  isCaughtUp(): boolean
  skipFaulty(loads: ReadonlyMap<string, EndpointLoad>): ReadonlyMap<string, EndpointLoad>
  /** Returns the ids of those that it does not send: it cannot, or their endpoint has reached its cap. */
  send(deliveries: readonly LeasedDelivery[], lease: string, capPerEndpoint: number): string[]
  /** Returns them to those that are due. */
  release(ids: string[], lease: string): void
  onEnd(): void
}

export function createLessee(options: LesseeOptions): Lessee {
  const { slots } = options
  return {
    offer() {
      const free = slots.free()
      if (free <= 0 || !options.isCaughtUp()) return null
      const lease = randomUUID()
      const offeredAt = performance.now()
      const count = Math.min(policy.maxPerStatement, Math.ceil(free * options.claimShare))
      const capPerEndpoint = Math.ceil(free * options.endpointShare)
      slots.reserve(count)

      const ended: LeaseOffer['ended'] = (deliveries, end) => {
        slots.endReservation(count)
        if (deliveries.length > 0 && end !== 'not committed') {
          const isCurrent = end === 'committed' && performance.now() - offeredAt <= options.maxAgeMs
          takeOver(deliveries, isCurrent)
        }
        options.onEnd()
      }

      function takeOver(deliveries: readonly LeasedDelivery[], isCurrent: boolean) {
        slots.startClaim(deliveries.length)
        const unsent = isCurrent
          ? options.send(deliveries, lease, capPerEndpoint)
          : deliveries.map(({ id }) => id)
        if (unsent.length > 0) options.release(unsent, lease)
      }

      return {
        lease,
        leaseMs: options.leaseMs,
        count,
        capPerEndpoint,
        loads: busyEndpoints(),
        ended,
      }
    },
  }

  function busyEndpoints(): ReadonlyMap<string, number> {
    const busy = new Map<string, number>()
    for (const [id, { inFlight }] of options.skipFaulty(slots.loads)) if (inFlight > 0) busy.set(id, inFlight)
    return busy
  }
}

// Wakes the workers after a commit: this process's own directly, the others by NOTIFY. NOTIFY runs outside the
// business transactions, where it would take a database-wide lock at commit. Calls are coalesced: one in flight and
// at most one queued, however many commits there are.

const channel = 'anden_deliveries'
const reconnectMs = 500
const statementLimitMs = 5_000
const heartbeatMs = 15_000

export function notifyOthers({ db, log }: Pick<Deps, 'db' | 'log'>): () => void {
  let inFlight = false
  let pending = false
  async function notify(): Promise<void> {
    inFlight = true
    do {
      pending = false
      await db
        .rows(sql`select pg_notify(${channel}, '')`)
        .catch((err) => log.warn({ err }, 'could not notify the other workers; they will poll'))
    } while (pending)
    inFlight = false
  }
  return () => {
    if (inFlight) pending = true
    else void notify()
  }
}

/**
 * Listens on a dedicated connection and reconnects when it is lost; polling covers the gap. A listening connection
 * sends nothing, so only a heartbeat detects that it is half-open.
 */
export function listenForWakes(
  { db, log }: { db: Db; log: Deps['log'] },
  wake: () => void,
  limits = { statementLimitMs, heartbeatMs },
) {
  let stopped = false
  let endConnection: () => void = () => {}
  async function listen(): Promise<void> {
    while (!stopped) {
      try {
        const connection = await db.connect(limits.statementLimitMs)
        const ended = new Promise<true>((resolve) => {
          endConnection = () => resolve(true)
          connection.once('end', endConnection)
        })
        // stop() was called during the connect.
        if (stopped) endConnection()
        connection.on('notification', wake)
        try {
          await connection.query(`listen ${channel}`)
          wake()
          while (!(await withTimeout(limits.heartbeatMs, ended))) {
            // LISTEN is idempotent and serves as the heartbeat.
            await connection.query(`listen ${channel}`)
          }
        } finally {
          connection.removeAllListeners('notification')
          await disconnect(connection)
        }
      } catch (err) {
        log.warn({ err }, 'not listening for wake-ups; reconnecting')
      }
      if (!stopped) await sleep(reconnectMs)
    }
  }
  const done = listen()
  return {
    async stop() {
      stopped = true
      endConnection()
      await done
    },
  }
}
