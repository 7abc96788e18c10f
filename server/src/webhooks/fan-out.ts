// Creates the deliveries of an event in the transaction of the change itself: a crash after the commit loses nothing,
// a crash before it leaves nothing behind. A delivery to a paused endpoint is stored as failed.
import { type Statement, sql } from '../db/sql.ts'

/** `published`: a relation of events with id, client_id and type. */
export const insertDeliveries = (published: Statement) =>
  sql`
    insert into deliveries (id, client_id, endpoint_id, event_id, event_type, status, next_attempt_at)
    select new_id(), event.client_id, endpoint.id, event.id, event.type,
      case endpoint.status when 'active' then 'pending' else 'failed' end,
      case endpoint.status when 'active' then now() end
    from ${published} as event
    join webhook_endpoints endpoint on endpoint.client_id = event.client_id
      and endpoint.deleted_at is null and event.type = any(endpoint.events)`
