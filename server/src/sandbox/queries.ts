import type { InboundStatus, SandboxReset } from '@anden/contract'
import { sandboxLimits } from '@anden/contract/values'
import { raw, sql } from '../db/sql.ts'

/** Locked, so that only one of several requests creates the sandbox. */
export const lockOwner = (clientId: string) =>
  sql<{ id: string }>`select id from clients where id = ${clientId} for no key update`

export const sandboxIdOf = (ownerId: string) =>
  sql<{ id: string }>`select id from clients where sandbox_of = ${ownerId}`

/** It mails its remitos whether its owner does or not: what would be sent can then be seen. */
export const insertSandboxClient = (id: string, ownerId: string) =>
  sql`
    insert into clients (id, sandbox_of, name, email, address, iva_condition, status, mail_remitos)
    select ${id}, id, name, email, address, iva_condition, status, true
    from clients
    where id = ${ownerId}`

export const insertSandbox = (clientId: string) => sql`insert into sandboxes (client_id) values (${clientId})`

/** Those that are not archived, the first by SKU if there are too many. */
export const copyProducts = (sandboxId: string, ownerId: string) =>
  sql`
    insert into products (id, client_id, name, name_folded, sku, unit_type, gtin, location, weight_kg)
    select new_id(), ${sandboxId}, name, name_folded, sku, unit_type, gtin, location, weight_kg
    from products
    where client_id = ${ownerId} and not archived
    order by sku
    limit ${sandboxLimits.products}`

const utc = (column: string) => raw(`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)

export type UsageRow = {
  created_at: string
  last_used_at: string
  announced_at: string | null
  emptied_at: string | null
  days_ahead: number
  orders: number
  products: number
  file_bytes: number
  reset: SandboxReset | null
}

const usage = sql`
  sandboxes.created_at, last_used_at, announced_at, emptied_at, clients.days_ahead,
  (select count(*)::int from orders where orders.client_id = sandboxes.client_id) as orders,
  (select count(*)::int from products where products.client_id = sandboxes.client_id) as products,
  (select coalesce(sum((
      select sum(size_bytes) from order_attachments where order_id = orders.id and state = 'ready'
    )), 0)::float8
    from orders
    where orders.client_id = sandboxes.client_id) as file_bytes,
  (select json_build_object('data', data, 'state', state, 'done', done, 'total', greatest(done, total),
      'started_at', ${utc('started_at')}, 'finished_at', ${utc('finished_at')},
      'problem', case when problem_code is not null
        then json_build_object('code', problem_code, 'detail', problem_detail) end)
    from sandbox_resets where sandbox_resets.client_id = sandboxes.client_id) as reset`

export type SandboxRow = UsageRow & { client_id: string }

export const sandboxWithUsage = (clientId: string) =>
  sql<SandboxRow>`
    select client_id, ${usage}
    from sandboxes
    join clients on clients.id = client_id
    where client_id = ${clientId}`

export type ClientSandboxRow = UsageRow & { keys: number }

/** For the staff, who see no id of a sandbox. */
export const sandboxOfClient = (ownerId: string) =>
  sql<ClientSandboxRow>`
    select ${usage}, (
      select count(*)::int from api_keys
      where api_keys.client_id = sandboxes.client_id and revoked_at is null
        and (expires_at is null or expires_at > now())) as keys
    from clients
    join sandboxes on client_id = clients.id
    where clients.sandbox_of = ${ownerId}`

// What a request to the simulator names, as far as it is the sandbox's own.

export const ownProducts = (clientId: string, ids: readonly string[]) =>
  sql<{ id: string }>`select id from products where client_id = ${clientId} and id = any(${ids}::uuid[])`

export const ownLot = (clientId: string, id: string) =>
  sql<{ id: string }>`select id from lots where client_id = ${clientId} and id = ${id}`

export const ownNotice = (clientId: string, id: string) =>
  sql<{ status: InboundStatus }>`
    select status from inbound_notices where client_id = ${clientId} and id = ${id}`

/** What is still to come. */
export const ownNoticeLines = (clientId: string, noticeId: string) =>
  sql<{ item_id: string; quantity: number }>`
    select id as item_id, quantity - received as quantity
    from inbound_items
    where client_id = ${clientId} and notice_id = ${noticeId} and quantity > received
    order by position`
