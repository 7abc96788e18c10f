// The only way to create an event. It is written in the transaction of the change that it reports. Its body is
// rendered here, once, to the bytes that are listed, signed and sent.

import { type EventPayload, type EventType, eventFamilies, eventFamilyOf } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { live } from '../db/environment.ts'
import { type Statement, sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import { insertManyWithDeliveries, insertWithDeliveries } from '../webhooks/fan-out.ts'
import { renderPayload } from '../webhooks/request.ts'

export type NewEvent = {
  [Type in EventType]: { clientId: string; type: Type; object: EventPayload<Type> }
}[EventType]

/** Nothing waits for the write: it travels with the next statement, or with the commit. */
export function publish(tx: Transaction, events: readonly NewEvent[]): void {
  const [first, ...others] = events
  if (!first) return
  const isOne = others.length === 0
  insertWithDeliveries(tx, insertEvents(tx, isOne ? renderedEvent(first) : renderedEvents(events)))
}

/**
 * For events by the thousand, which PostgreSQL renders from the rows that it has. `events` selects id, client_id, type,
 * object_id and the JSON of the payload, as renderPayload writes it.
 */
export const publishSelected = (tx: Transaction, events: Statement): Promise<void> =>
  insertManyWithDeliveries(tx, insertEvents(tx, events))

const renderedEvent = (event: NewEvent) =>
  sql`
    values (${uuidv7()}::uuid, ${event.clientId}::uuid, ${event.type}::text, ${objectIdOf(event)}::uuid,
      ${renderPayload(event.type, event.object)}::text)`

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

const insertEvents = ({ time }: Transaction, events: Statement) =>
  sql`
    insert into events (id, client_id, type, object_id, body, created_at)
    select id, client_id, type, object_id,
      '{"id":"evt_' || id || '","type":"' || type || '","created_at":"' || ${time}::text
        || '","api_version":"v1","livemode":' || (${live()})::text || ',"data":{"object":' || object || '}}',
      now()
    from (${events}) as event (id, client_id, type, object_id, object)`

// The object that an event is about, by which `GET /events?object_id=…` finds it. An event has one object: the one that
// it carries. All events of an object are therefore of one family.

/** null: a payment or a credit note, which no list finds by its id. */
function objectIdOf({ type, object }: NewEvent): string | null {
  const member = eventFamilies[eventFamilyOf(type)].objectIdMember
  return member === null ? null : ((object as Record<string, unknown>)[member] as string)
}
