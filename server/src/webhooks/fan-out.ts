// Creates the deliveries of an event in the transaction of the change itself: a crash after the commit loses nothing,
// a crash before it leaves nothing behind. A delivery to a paused endpoint is stored as failed.
import type { Transaction } from '../db/pool.ts'
import { sql } from '../db/sql.ts'

export type PublishedEvents = { ids: string[]; clientIds: string[]; types: string[] }

export async function fanOut(tx: Transaction, events: PublishedEvents): Promise<void> {
  const deliveries = await tx.run(insertDeliveries(events))
  if (deliveries > 0) tx.announce('deliveries')
}

// The events are passed as values: when they were read from their table, the plan searched all events of the client.
const insertDeliveries = ({ ids, clientIds, types }: PublishedEvents) =>
  sql`
    insert into deliveries (id, client_id, endpoint_id, event_id, event_type, status, next_attempt_at)
    select new_id(), event.client_id, endpoint.id, event.id, event.type,
      case endpoint.status when 'active' then 'pending' else 'failed' end,
      case endpoint.status when 'active' then now() end
    from unnest(${ids}::uuid[], ${clientIds}::uuid[], ${types}::text[]) as event (id, client_id, type)
    join webhook_endpoints endpoint on endpoint.client_id = event.client_id
      and endpoint.deleted_at is null and event.type = any(endpoint.events)`
