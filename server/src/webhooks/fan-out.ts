// Creates the deliveries of events in the transaction of the change itself: a crash after the commit loses nothing,
// a crash before it leaves nothing behind. A delivery to a paused endpoint is stored as failed. Events and deliveries are
// inserted by one statement, which is one less for each write.
import { type Statement, sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import { passesFilter } from './filter.ts'
import { announceDeliveries, type LeasedDelivery, type LeaseOffer, leaseOffer } from './hand-over.ts'
import { includesType } from './queries.ts'

/** Nothing waits for the write: it travels with the next statement, or with the commit. */
export function insertWithDeliveries(tx: Transaction, insertEvents: Statement): void {
  const offer = leaseOffer(tx)
  if (offer) insertUnderLease(tx, insertEvents, offer)
  else tx.pipeline(withDeliveries(insertEvents), { onDone: (count) => announceIfAny(tx, count) })
}

/** The same for events by the thousand, whose statement is waited for. */
export async function insertManyWithDeliveries(tx: Transaction, insertEvents: Statement): Promise<void> {
  announceIfAny(tx, await tx.run(withDeliveries(insertEvents)))
}

/** Only deliveries that are not under the lease are announced: the others need no claim. */
function insertUnderLease(tx: Transaction, insertEvents: Statement, offer: LeaseOffer): void {
  let leased: InsertedDelivery[] = []
  tx.onEnd((end) => offer.ended(leased, end))
  tx.pipeline(withLeasedDeliveries(insertEvents, offer), {
    onDone(count, inserted) {
      leased = inserted.filter((delivery) => delivery.leased)
      announceIfAny(tx, count - leased.length)
    },
  })
}

function announceIfAny(tx: Transaction, deliveries: number): void {
  if (deliveries > 0) announceDeliveries(tx)
}

const withDeliveries = (insertEvents: Statement) =>
  sql`
    with published as (${insertEvents} returning id, client_id, type, body)
    insert into deliveries (id, client_id, endpoint_id, event_id, event_type, status, next_attempt_at)
    select new_id(), event.client_id, endpoint.id, event.id, event.type,
      case endpoint.status when 'active' then 'pending' else 'failed' end,
      case endpoint.status when 'active' then now() end
    from published as event
    join webhook_endpoints endpoint on ${isSubscribed}`

/** Of an `event` and an `endpoint`. */
export const isSubscribed = sql`endpoint.client_id = event.client_id
  and endpoint.deleted_at is null and ${includesType(sql`endpoint.events`, sql`event.type`)} and ${passesFilter}`

type InsertedDelivery = LeasedDelivery & { leased: boolean }

/**
 * The same, with as many deliveries under the lease as it is offered for. These are returned with all that is needed to send them, the
 * others without their body.
 */
const withLeasedDeliveries = (insertEvents: Statement, offer: LeaseOffer) =>
  sql<InsertedDelivery>`
    with published as (${insertEvents} returning id, client_id, type, body),
    ${leasedFairly(offer)}, inserted as (
      insert into deliveries
        (id, client_id, endpoint_id, event_id, event_type, status, next_attempt_at, lease, leased_until)
      select id, client_id, endpoint_id, event_id, event_type,
        case when active then 'pending' else 'failed' end, case when active then now() end,
        case when leased then ${offer.lease}::uuid end,
        case when leased then clock_timestamp() + ${offer.leaseMs}::double precision * interval '1 ms' end
      from created
    )
    select id, client_id, endpoint_id, event_id, event_type, 0 as attempts, case when leased then body end as body, url,
      secret, previous_secret, own_headers, leased
    from created`

const newDelivery = sql`
  new_id() as id, event.client_id, endpoint.id as endpoint_id, event.id as event_id, event.type as event_type, event.body,
  endpoint.url, endpoint.secret,
  case when endpoint.previous_secret_until > now() then endpoint.previous_secret end as previous_secret,
  endpoint.own_headers,  endpoint.status = 'active' as active`

/** Fairly between endpoints, as in a claim. */
const leasedFairly = ({ count, capPerEndpoint, loads }: LeaseOffer) =>
  sql`numbered as (
      select ${newDelivery}, coalesce(load.in_flight, 0) + row_number() over (partition by endpoint.id) as place
      from published as event
      join webhook_endpoints endpoint on ${isSubscribed}
      left join unnest(${[...loads.keys()]}::uuid[], ${[...loads.values()]}::int[])
        as load (endpoint_id, in_flight) on load.endpoint_id = endpoint.id
    ), created as (
      select *, active and place <= ${capPerEndpoint}::int
        and row_number() over (order by not active, place) <= ${count}::int as leased
      from numbered
    )`
