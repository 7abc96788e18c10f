// Who is to be told of an event, decided in the transaction of the change itself: a crash after the commit
// loses nothing, one before it leaves nothing. An event for a paused endpoint is kept as failed.
import type { Transaction } from '../db/pool.ts'
import { sql } from '../db/sql.ts'

export type ToTell = { ids: string[]; clientIds: string[]; types: string[] }

export async function fanOut(tx: Transaction, events: ToTell): Promise<void> {
  const deliveries = await tx.run(insertDeliveries(events))
  if (deliveries > 0) tx.announce('deliveries')
}

// The events come as values: read from their table, they were looked for among all of the client's.
const insertDeliveries = ({ ids, clientIds, types }: ToTell) =>
  sql`
    insert into deliveries (id, client_id, endpoint_id, event_id, event_type, status, next_attempt_at)
    select new_id(), event.client_id, endpoint.id, event.id, event.type,
      case endpoint.status when 'active' then 'pending' else 'failed' end,
      case endpoint.status when 'active' then now() end
    from unnest(${ids}::uuid[], ${clientIds}::uuid[], ${types}::text[]) as event (id, client_id, type)
    join webhook_endpoints endpoint on endpoint.client_id = event.client_id
      and endpoint.deleted_at is null and event.type = any(endpoint.events)`
