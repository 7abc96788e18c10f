// Webhook endpoints and deliveries, straight by SQL for one client.
import { uuidv7 } from 'uuidv7'
import type { Queryable } from '../db/pool.ts'
import { insertRows } from './insert-rows.ts'

export async function addEndpoint(db: Queryable, clientId: string): Promise<string> {
  const id = uuidv7()
  await insertRows(db, 'webhook_endpoints', [
    { id, client_id: clientId, url: `https://8.8.8.8/${id}`, events: ['stock.changed'], secret: '\\x00' },
  ])
  return id
}

/** A delivery that was given up, so that it can be retried. */
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
