// Webhook endpoints and deliveries of one client, inserted by SQL.
import { uuidv7 } from 'uuidv7'
import type { SecretKeys } from '../../src/config/secrets.ts'
import type { Db } from '../../src/db/database.ts'
import type { Queryable } from '../../src/db/queryable.ts'
import { sql } from '../../src/db/sql.ts'
import { endpointBoxes } from '../../src/secret-key/secret-box.ts'
import { insertRows } from './insert-rows.ts'

export async function addEndpoint(db: Queryable, clientId: string): Promise<string> {
  const id = uuidv7()
  await insertRows(db, 'webhook_endpoints', [
    { id, client_id: clientId, url: `https://8.8.8.8/${id}`, events: ['stock.changed'], secret: '\\x00' },
  ])
  return id
}

/** An endpoint with a valid secret, at an address where nothing listens. */
export async function addSignedEndpoint(db: Queryable, clientId: string, keys: SecretKeys): Promise<string> {
  const id = uuidv7()
  const [box] = endpointBoxes(keys)
  const secret = `\\x${box?.seal('whsec_00', id).toString('hex')}`
  const url = `https://127.0.0.1:1/${id}`
  await insertRows(db, 'webhook_endpoints', [
    { id, client_id: clientId, url, events: ['order.created'], secret },
  ])
  return id
}

/** An abandoned delivery, which can be retried. */
export async function addDelivery(db: Queryable, clientId: string, endpointId: string): Promise<string> {
  const [id, eventId, type] = [uuidv7(), uuidv7(), 'stock.changed']
  await insertRows(db, 'events', [{ id: eventId, client_id: clientId, type, body: '{}' }])
  await insertRows(db, 'deliveries', [
    {
      id,
      client_id: clientId,
      endpoint_id: endpointId,
      event_id: eventId,
      event_type: type,
      status: 'abandoned',
    },
  ])
  return id
}

/** Moves every pending delivery back in time, as if this many seconds had passed since its last attempt. */
export const ageDeliveries = (db: Db, seconds: number) =>
  db.run(sql`
    update deliveries set next_attempt_at = next_attempt_at - ${seconds}::double precision * interval '1 s'
    where status = 'pending'`)

/** Sets it a second back: the column keeps milliseconds, so the present could be rounded into the future. */
export const expireLease = (db: Db, { webhookId }: { webhookId: string }) =>
  db.run(sql`
    update deliveries set leased_until = clock_timestamp() - interval '1 s'
    where endpoint_id = ${webhookId} and status = 'pending'`)
