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
  await tx.run(insertEvents(ids, clientIds, types, objects))
  await fanOut(tx, { ids, clientIds, types })
}

const insertEvents = (ids: string[], clientIds: string[], types: string[], objects: string[]) =>
  sql`
    insert into events (id, client_id, type, body, created_at)
    select id, client_id, type,
      '{"id":"evt_' || id || '","type":"' || type || '","created_at":"'
        || to_char(moment at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        || '","api_version":"v1","data":{"object":' || object || '}}',
      moment
    from unnest(${ids}::uuid[], ${clientIds}::uuid[], ${types}::text[], ${objects}::text[])
      as event (id, client_id, type, object),
      (select now()::timestamptz(3) as moment) as transaction_time`
