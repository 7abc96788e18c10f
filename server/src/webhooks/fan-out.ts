// Who is to be told of an event, decided in the transaction of the change itself: a crash after the commit
// loses nothing, one before it leaves nothing. An event for a paused endpoint is kept as failed.
import type { Transaction } from '../db/pool.ts'
import { sql } from '../db/sql.ts'

export async function fanOut(tx: Transaction, eventIds: string[]): Promise<void> {
  const deliveries = await tx.run(insertDeliveries(eventIds))
  if (deliveries > 0) tx.announce('deliveries')
}

const insertDeliveries = (eventIds: string[]) =>
  sql`
    insert into deliveries (id, client_id, endpoint_id, event_id, event_type, status, next_attempt_at)
    select new_id(), event.client_id, endpoint.id, event.id, event.type,
      case endpoint.status when 'active' then 'pending' else 'failed' end,
      case endpoint.status when 'active' then now() end
    from events event
    join webhook_endpoints endpoint on endpoint.client_id = event.client_id
      and endpoint.deleted_at is null and event.type = any(endpoint.events)
    where event.id = any(${eventIds}::uuid[])`
