import { uuidv7 } from 'uuidv7'
import { empty, sql } from '../db/sql.ts'
import type { Author } from '../deps.ts'
import type { NewLine, NewOrderRow } from './queries.ts'

/** As many numbers in a row: the last of them. The counter's row stays locked until the commit. */
export const takeOrderNumbers = (clientId: string, count: number) =>
  sql<{ last_number: number }>`
    insert into order_series (client_id, last_number) values (${clientId}, ${count})
    on conflict (client_id) do update set last_number = order_series.last_number + ${count}
    returning last_number::float8`

type Draft = { row: NewOrderRow; lines: readonly NewLine[] }

/** With their lines, whose goods are reserved, and the first step of each. */
export const insertOrders = (clientId: string, drafts: readonly Draft[], { actor }: Author) => {
  const rows = drafts.map(({ row }) => row)
  const lines = drafts.flatMap(({ row, lines }) =>
    lines.map((line, index) => ({ ...line, order_id: row.id, position: index + 1 })),
  )
  return sql`
    with placed as (
      insert into orders (id, client_id, order_number, reference, delivery_type, destinatario_id, notes, delivery_address,
        delivery_city, delivery_province, delivery_contact)
      select id, ${clientId}, order_number, reference, delivery_type, destinatario_id, notes, delivery_address,
        delivery_city, delivery_province, delivery_contact
      from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ order_number }) => order_number)}::text[],
          ${rows.map(({ reference }) => reference)}::text[], ${rows.map(({ delivery_type }) => delivery_type)}::text[],
          ${rows.map(({ destinatario_id }) => destinatario_id)}::uuid[], ${rows.map(({ notes }) => notes)}::text[],
          ${rows.map(({ delivery_address }) => delivery_address)}::text[],
          ${rows.map(({ delivery_city }) => delivery_city)}::text[],
          ${rows.map(({ delivery_province }) => delivery_province)}::text[],
          ${rows.map(({ delivery_contact }) => delivery_contact)}::text[])
        as row (id, order_number, reference, delivery_type, destinatario_id, notes, delivery_address, delivery_city,
          delivery_province, delivery_contact)
    ), created as (
      insert into order_steps (id, client_id, order_id, status, actor)
      select step_id, ${clientId}, order_id, 'pending', ${actor}
      from unnest(${rows.map(() => uuidv7())}::uuid[], ${rows.map(({ id }) => id)}::uuid[]) as step (step_id, order_id))
    insert into order_items (id, client_id, order_id, position, product_id, quantity, vintage_year, notes, reserved)
    select id, ${clientId}, order_id, position, product_id, quantity, vintage_year, notes, true
    from unnest(${lines.map(({ id }) => id)}::uuid[], ${lines.map(({ order_id }) => order_id)}::uuid[],
        ${lines.map(({ position }) => position)}::int[], ${lines.map(({ product_id }) => product_id)}::uuid[],
        ${lines.map(({ quantity }) => quantity)}::numeric[], ${lines.map(({ vintage_year }) => vintage_year)}::int[],
        ${lines.map(({ notes }) => notes)}::text[])
      as line (id, order_id, position, product_id, quantity, vintage_year, notes)`
}

/** The newest order of each reference, in lower case. `others`: only those that no sheet has placed. */
export const ordersWithReferences = (
  clientId: string,
  references: string[],
  { withinDays, others }: { withinDays: number; others: boolean },
) =>
  sql<{ sought: string; id: string; order_number: string; created_at: string }>`
    select sought.reference as sought, newest.id, newest.order_number, newest.created_at
    from unnest(${references}::text[]) as sought (reference)
    cross join lateral (
      select id, order_number, created_at
      from orders
      where client_id = ${clientId} and reference is not null and lower(reference) collate "C" = sought.reference
        and created_at > now() - make_interval(days => ${withinDays})
        ${others ? notFromSheet : empty}
      order by created_at desc, id desc
      limit 1) as newest`

const notFromSheet = sql`and not exists (
  select from imported_orders
  where imported_orders.client_id = orders.client_id and imported_orders.reference = lower(orders.reference)
    and imported_orders.order_id = orders.id)`

export type ImportedOrder = {
  reference: string
  content_hash: Buffer
  id: string
  order_number: string
  status: 'pending'
}

/** The orders that sheets have placed for these references. */
export const importedOrders = (clientId: string, references: string[], withinDays: number) =>
  sql<ImportedOrder>`
    select imported_orders.reference, content_hash, orders.id, orders.order_number, orders.status
    from imported_orders
    join orders on orders.id = imported_orders.order_id and orders.client_id = imported_orders.client_id
    where imported_orders.client_id = ${clientId} and imported_orders.reference = any(${references}::text[])
      and imported_orders.created_at > now() - make_interval(days => ${withinDays})`

/** Two sheets of a client at the same time would not see what the other places. Comes before every other lock. */
export const lockImports = (clientId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`orders from sheets of ${clientId}`}, 0))`

export const recordImported = (
  clientId: string,
  rows: readonly { reference: string; contentHash: Buffer; orderId: string }[],
) =>
  sql`
    insert into imported_orders (client_id, reference, content_hash, order_id)
    select ${clientId}, reference, decode(content_hash, 'hex'), order_id
    from unnest(${rows.map(({ reference }) => reference)}::text[],
        ${rows.map(({ contentHash }) => contentHash.toString('hex'))}::text[], ${rows.map(({ orderId }) => orderId)}::uuid[])
      as imported (reference, content_hash, order_id)
    on conflict (client_id, reference) do update
    set content_hash = excluded.content_hash, order_id = excluded.order_id, created_at = now()`

/** The products that are named by id or by SKU. */
export const productsNamed = (clientId: string, ids: string[], skus: string[]) =>
  sql<{ id: string; sku: string }>`
    select id, sku from products where client_id = ${clientId} and id = any(${ids}::uuid[])
    union
    select id, sku from products where client_id = ${clientId} and sku = any(${skus}::text[])`
