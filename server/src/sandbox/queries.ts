import { sandboxLimits } from '@anden/contract/values'
import { sql } from '../db/sql.ts'

/** Locked, so that only one of several requests creates the sandbox. */
export const lockOwner = (clientId: string) =>
  sql<{ id: string }>`select id from clients where id = ${clientId} for no key update`

export const sandboxIdOf = (ownerId: string) =>
  sql<{ id: string }>`select id from clients where sandbox_of = ${ownerId}`

export const insertSandboxClient = (id: string, ownerId: string) =>
  sql`
    insert into clients (id, sandbox_of, name, email, address, iva_condition, status)
    select ${id}, id, name, email, address, iva_condition, status
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

export type SandboxRow = {
  client_id: string
  created_at: string
  last_used_at: string
  days_ahead: number
  orders: number
  products: number
  file_bytes: number
}

export const sandboxWithUsage = (clientId: string) =>
  sql<SandboxRow>`
    select client_id, sandboxes.created_at, last_used_at, clients.days_ahead,
      (select count(*)::int from orders where orders.client_id = sandboxes.client_id) as orders,
      (select count(*)::int from products where products.client_id = sandboxes.client_id) as products,
      (select coalesce(sum(file.size_bytes), 0)::float8
        from orders
        join order_attachments file on file.order_id = orders.id and file.state = 'ready'
        where orders.client_id = sandboxes.client_id) as file_bytes
    from sandboxes
    join clients on clients.id = client_id
    where client_id = ${clientId}`
