// The only way to make an event. It is written in the transaction of the change it tells of, and its body is
// rendered here, once, to the bytes that will be listed, signed and sent.
import { type EventPayload, type EventType, eventPayloads } from '@anden/contract'
import build from 'fast-json-stringify'
import { uuidv7 } from 'uuidv7'
import type { Transaction } from '../db/pool.ts'
import { sql } from '../db/sql.ts'
import { fanOut } from '../webhooks/fan-out.ts'

export type NewEvent = {
  [Type in EventType]: { clientId: string; type: Type; object: EventPayload<Type> }
}[EventType]

const serializers = Object.fromEntries(
  Object.entries(eventPayloads).map(([type, schema]) => [type, build(schema as object)]),
) as Record<EventType, (object: unknown) => string>

export async function publish(tx: Transaction, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const ids = events.map(() => uuidv7())
  const clientIds = events.map((event) => event.clientId)
  const types = events.map((event) => event.type)
  const objects = events.map((event) => serializers[event.type](event.object))
  await tx.run(insertEvents(ids, clientIds, types, objects.join(separator)))
  await fanOut(tx, { ids, clientIds, types })
}

// JSON contains no control character. As an array, each quote of each object would be escaped here and
// unescaped there.
const separator = '\u001e'

const moment = sql`now()::timestamptz(3)`
// In a query of its own it is written out once, not for each event.
const writtenMoment = sql`select to_char(${moment} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const insertEvents = (ids: string[], clientIds: string[], types: string[], objects: string) =>
  sql`
    insert into events (id, client_id, type, body, created_at)
    select id, client_id, type,
      '{"id":"evt_' || id || '","type":"' || type || '","created_at":"' || (${writtenMoment})
        || '","api_version":"v1","data":{"object":' || object || '}}',
      ${moment}
    from unnest(${ids}::uuid[], ${clientIds}::uuid[], ${types}::text[], string_to_array(${objects}, ${separator}))
      as event (id, client_id, type, object)`
