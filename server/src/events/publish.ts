// The only way to create an event. It is written in the transaction of the change that it reports. Its body is
// rendered here, once, to the bytes that are listed, signed and sent.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventPayload, EventType } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import type { Transaction } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { insertDeliveries } from '../webhooks/fan-out.ts'
import { objectIdOf } from './object-id.ts'
import { renderPayload } from './payload.ts'

export type NewEvent = {
  [Type in EventType]: { clientId: string; type: Type; object: EventPayload<Type> }
}[EventType]

export async function publish(tx: Transaction, events: readonly NewEvent[]): Promise<void> {
  if (events.length > 0) await write(tx, render(events))
}

/**
 * Publishes many events in batches, each rendered while PostgreSQL writes the one before it. For the 120,000 events of
 * a count of 100,000 lots this saves 0.8 s of 12 s.
 */
export async function publishBatches(tx: Transaction, batches: AsyncIterable<NewEvent[]>): Promise<void> {
  let rendered: Rendered | null = null
  for await (const events of batches) {
    if (events.length > 0) rendered = await whileWriting(tx, rendered, () => render(events))
  }
  if (rendered) await write(tx, rendered)
}

/** The next batch was read before this call: a connection runs one statement at a time. */
async function whileWriting(tx: Transaction, previous: Rendered | null, renderNext: () => Rendered) {
  if (!previous) return renderNext()
  // The statement is on its way to PostgreSQL before rendering occupies the event loop.
  const [next] = await Promise.all([nextTurn().then(renderNext), write(tx, previous)])
  return next
}

/** Parameters of the insert. Array literals are composed here, where PostgreSQL is busy with the batch before. */
type Rendered = { ids: string; clientIds: string; types: string; objectIds: string; objects: string }

function render(events: readonly NewEvent[]): Rendered {
  return {
    ids: arrayLiteral(events.map(() => uuidv7())),
    clientIds: arrayLiteral(events.map((event) => event.clientId)),
    types: arrayLiteral(events.map((event) => event.type)),
    objectIds: arrayLiteral(events.map((event) => objectIdOf(event) ?? 'null')),
    objects: events.map((event) => renderPayload(event.type, event.object)).join(separator),
  }
}

/** Of UUIDs and event types, which need no quotes. The driver quotes every element, and PostgreSQL removes the quotes. */
const arrayLiteral = (values: readonly string[]) => `{${values.join(',')}}`

async function write(tx: Transaction, events: Rendered): Promise<void> {
  const deliveries = await tx.run(insertWithDeliveries(events))
  if (deliveries > 0) tx.announce('deliveries')
}

// One joined string instead of an array: in an array literal every quote of every object would have to be escaped
// and unescaped. JSON contains no control characters, so this separator is unambiguous.
const separator = '\u001e'

const createdAt = sql`now()::timestamptz(3)`
// As a subquery it is formatted once, not once per event.
const createdAtText = sql`select to_char(${createdAt} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

// One statement instead of two saves a round trip per write.
const insertWithDeliveries = (events: Rendered) =>
  sql`
    with published as (${insertEvents(events)} returning id, client_id, type)
    ${insertDeliveries(sql`published`)}`

const insertEvents = ({ ids, clientIds, types, objectIds, objects }: Rendered) =>
  sql`
    insert into events (id, client_id, type, object_id, body, created_at)
    select id, client_id, type, object_id,
      '{"id":"evt_' || id || '","type":"' || type || '","created_at":"' || (${createdAtText})
        || '","api_version":"v1","data":{"object":' || object || '}}',
      ${createdAt}
    from unnest(${ids}::uuid[], ${clientIds}::uuid[], ${types}::text[], ${objectIds}::uuid[],
      string_to_array(${objects}, ${separator})) as event (id, client_id, type, object_id, object)`
