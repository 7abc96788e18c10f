// The only way to create an event. It is written in the transaction of the change that it reports. Its body is
// rendered here, once, to the bytes that are listed, signed and sent.
import type { EventPayload, EventType } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import type { LeaseOffer } from '../db/lessee.ts'
import { type StatementWith, wholeOf } from '../db/recording.ts'
import { type Statement, sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import { transactionTime, withTime } from '../db/transaction-time.ts'
import { type InsertedDelivery, insertDeliveries, insertLeasedDeliveries } from '../webhooks/fan-out.ts'
import { objectIdOf } from './object-id.ts'
import { renderPayload } from './payload.ts'

export type NewEvent = {
  [Type in EventType]: { clientId: string; type: Type; object: EventPayload<Type> }
}[EventType]

/** Nothing waits for the write: it travels with the next statement, or with the commit. */
export function publish(tx: Transaction, events: readonly NewEvent[]): void {
  const [first, ...others] = events
  if (!first) return
  const isOne = others.length === 0
  const rendered = isOne ? renderedEvent(first) : renderedEvents(events)
  const offer = tx.lessee?.offer()
  if (offer) publishUnderLease(tx, insertWithLeasedDeliveries(rendered, offer, isOne), offer)
  else tx.recordWithResult(insertWithDeliveries(rendered), announceDeliveries(tx))
}

/** Only deliveries that are not under the lease are announced: the others need no claim. */
function publishUnderLease(
  tx: Transaction,
  insert: StatementWith<InsertedDelivery>,
  offer: LeaseOffer,
): void {
  let leased: InsertedDelivery[] = []
  tx.onEnd((end) => offer.ended(leased, end))
  const onDone = (count: number, inserted: InsertedDelivery[]) => {
    leased = inserted.filter((delivery) => delivery.leased)
    offer.inserted(leased)
    if (leased.length < count) tx.announce('deliveries')
  }
  if (offer.isUrgent) tx.pipeline(wholeOf(insert), { onDone, early: true })
  else tx.recordWithResult(insert, onDone)
}

const announceDeliveries = (tx: Transaction) => (deliveries: number) => {
  if (deliveries > 0) tx.announce('deliveries')
}

/**
 * For events by the thousand, which PostgreSQL renders from the rows that it has. `events` selects id, client_id, type,
 * object_id and the JSON of the payload, as renderPayload writes it.
 */
export async function publishSelected(tx: Transaction, events: Statement): Promise<void> {
  announceDeliveries(tx)(await tx.run(wholeOf(insertWithDeliveries(events))))
}

const renderedEvent = (event: NewEvent) =>
  sql`
    values (${uuidv7()}::uuid, ${event.clientId}::uuid, ${event.type}::text, ${objectIdOf(event)}::uuid,
      ${withTime(renderPayload(event.type, event.object))}::text)`

function renderedEvents(events: readonly NewEvent[]): Statement {
  const ids = arrayLiteral(events.map(() => uuidv7()))
  const clientIds = arrayLiteral(events.map((event) => event.clientId))
  const types = arrayLiteral(events.map((event) => event.type))
  const objectIds = arrayLiteral(events.map((event) => objectIdOf(event) ?? 'null'))
  const objects = events.map((event) => renderPayload(event.type, event.object)).join(separator)
  return sql`
    select * from unnest(${ids}::uuid[], ${clientIds}::uuid[], ${types}::text[], ${objectIds}::uuid[],
      string_to_array(${objects}, ${separator}))`
}

/** An array of UUIDs and event types, which need no quotes. The driver quotes each element, and PostgreSQL unquotes it. */
const arrayLiteral = (values: readonly string[]) => `{${values.join(',')}}`

// One joined string instead of an array: in an array literal every quote of every object would have to be escaped
// and unescaped. JSON contains no control characters, so this separator is unambiguous.
const separator = '\u001e'

// One statement instead of two saves a round trip per write.
const insertWithDeliveries = (events: Statement): StatementWith => ({
  named: sql`published as (${insertEvents(events)} returning id, client_id, type)`,
  last: insertDeliveries(sql`published`),
})

function insertWithLeasedDeliveries(
  events: Statement,
  offer: LeaseOffer,
  isOneEvent: boolean,
): StatementWith<InsertedDelivery> {
  const { named, last } = insertLeasedDeliveries(offer, sql`published`, isOneEvent)
  const published = sql`published as (${insertEvents(events)} returning id, client_id, type, body)`
  return { named: sql`${published}, ${named}`, last }
}

// As a subquery the time is formatted once, not once per event.
const insertEvents = (events: Statement) =>
  sql`
    insert into events (id, client_id, type, object_id, body, created_at)
    select id, client_id, type, object_id,
      '{"id":"evt_' || id || '","type":"' || type || '","created_at":"' || (select ${transactionTime})
        || '","api_version":"v1","data":{"object":' || object || '}}',
      now()
    from (${events}) as event (id, client_id, type, object_id, object)`
