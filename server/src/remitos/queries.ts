import type {
  Remito,
  RemitoDetail,
  RemitoRecipient,
  RemitoType,
  StaffRemito,
  StaffRemitoDetail,
} from '@anden/contract'
import { remitoNumber } from '@anden/contract/values'
import { equalsOf, newestFirst, type PageRange, type TimeRange } from '../db/keyset.ts'
import { empty, join, sql } from '../db/sql.ts'
import { matchingRemitos } from '../search/matches.ts'

const columns = sql`id, type, status, date, remito_number, source_order_id, created_at`

/** For the staff: whose remito it is. */
const owner = sql`client_id, (select clients.name from clients where clients.id = remitos.client_id) as client_name`

type RemitoQuery = {
  remito_number?: string
  q?: string
  source_order_id?: string
  type?: RemitoType
} & TimeRange

// Materialised: few remitos share a number or an order, over all clients, and `q` has a limit, and the other filters apply to those few.
// Otherwise the planner may scan the client's remitos by time until it finds them.
const narrowedTo = (
  clientId: string | undefined,
  { number, q, orderId }: Record<'number' | 'q' | 'orderId', string | undefined>,
) => {
  if (!number && !q && !orderId) return empty
  const conditions = [
    ...(number ? [sql`remito_number @> array[${remitoNumber(number)}]::text[]`] : []),
    ...(q ? [sql`id = any(${matchingRemitos(clientId ?? null, q)})`] : []),
    ...(orderId ? [sql`source_order_id = ${orderId}`] : []),
  ]
  return sql`
    with remitos as materialized (
      select client_id, ${columns} from remitos where ${join(conditions, ' and ')})`
}

export const remitosNewestFirst = (
  clientId: string,
  { remito_number, q, source_order_id, type, ...range }: RemitoQuery,
  page: PageRange,
) =>
  sql<Remito>`
    ${narrowedTo(clientId, { number: remito_number, q, orderId: source_order_id })}
    select ${columns} from remitos
    ${newestFirst(equalsOf({ client_id: clientId, type }), range, page)}`

const items = sql`(
  select coalesce(json_agg(json_build_object(
    'id', item.id, 'product_id', item.product_id, 'quantity', item.quantity, 'unit_type', products.unit_type,
    'lot_number', lots.lot_number, 'expiry_date', lots.expiry_date, 'vintage_year', lots.vintage_year,
    'notes', item.notes, 'products', json_build_object('name', products.name, 'sku', products.sku)
  ) order by item.position), '[]')
  from remito_items item
  join lots on lots.id = item.lot_id
  join products on products.id = item.product_id
  where item.client_id = remitos.client_id and item.remito_id = remitos.id)`

const detailColumns = sql`${columns}, recipient, reason, voided_at, void_reason`

export const remitoDetail = (clientId: string, id: string) =>
  sql<RemitoDetail>`
    select ${detailColumns}, ${items} as distribution_remito_items
    from remitos
    where client_id = ${clientId} and id = ${id}`

export const nextEgresoNumber = (pointOfSale: number) =>
  sql<{ last_number: number }>`
    insert into remito_series (point_of_sale, last_number) values (${pointOfSale}, 1)
    on conflict (point_of_sale) do update set last_number = remito_series.last_number + 1
    returning last_number`

/** Returns no row before the first egreso. */
export const lastEgresoNumber = (pointOfSale: number) =>
  sql<{ last_number: number }>`
    select last_number from remito_series where point_of_sale = ${pointOfSale}`

type NewRemitoRow = {
  id: string
  client_id: string
  type: RemitoType
  date: string
  remito_number: string[]
  source_order_id: string | null
  cai: string | null
  cai_expires_on: string | null
  recipient: RemitoRecipient | null
  reason: string | null
  issued_by: string
}

export const insertRemito = (remito: NewRemitoRow) =>
  sql`
    insert into remitos (id, client_id, type, date, remito_number, source_order_id, cai, cai_expires_on,
      recipient, reason, issued_by)
    values (${remito.id}, ${remito.client_id}, ${remito.type}, ${remito.date}, ${remito.remito_number},
      ${remito.source_order_id}, ${remito.cai}, ${remito.cai_expires_on},
      ${remito.recipient && JSON.stringify(remito.recipient)}::jsonb, ${remito.reason}, ${remito.issued_by})`

type NewRemitoLine = {
  id: string
  product_id: string
  lot_id: string
  quantity: number
  notes: string | null
}

export const insertRemitoItems = (clientId: string, remitoId: string, lines: readonly NewRemitoLine[]) =>
  sql`
    insert into remito_items (id, client_id, remito_id, position, product_id, lot_id, quantity, notes)
    select line.id, ${clientId}, ${remitoId}, line.position, line.product_id, line.lot_id, line.quantity,
      line.notes
    from unnest(${lines.map((line) => line.id)}::uuid[], ${lines.map((line) => line.product_id)}::uuid[],
        ${lines.map((line) => line.lot_id)}::uuid[], ${lines.map((line) => line.quantity)}::numeric[],
        ${lines.map((line) => line.notes)}::text[]) with ordinality
      as line (id, product_id, lot_id, quantity, notes, position)`

/** Returns the numbers that were free. A number is taken while an ingreso that is not voided has it. */
export const claimIngresoNumbers = (clientId: string, remitoId: string, numbers: string[]) =>
  sql<{ number: string }>`
    insert into ingreso_numbers (client_id, number, remito_id)
    select ${clientId}, number, ${remitoId}
    from unnest(${numbers}::text[]) as number
    order by number
    on conflict (client_id, number) do nothing
    returning number`

export const freeIngresoNumbers = (remitoId: string) =>
  sql`delete from ingreso_numbers where remito_id = ${remitoId}`

export type RemitoToVoid = {
  id: string
  client_id: string
  client_name: string
  issued_by: string | null
  issued_by_name: string | null
  voided_by_name: string
  type: RemitoType
  status: Remito['status']
  source_order_id: string | null
}

const lockedColumns = (by: string) => sql`id, ${owner}, issued_by, actor_name(issued_by) as issued_by_name,
  actor_name(${by}) as voided_by_name, type, status, source_order_id`

export const lockRemito = (id: string, by: string) =>
  sql<RemitoToVoid>`
    select ${lockedColumns(by)}
    from remitos
    where id = ${id}
    for update`

export const lockEgresoOfOrder = (clientId: string, orderId: string, by: string) =>
  sql<RemitoToVoid>`
    select ${lockedColumns(by)}
    from remitos
    where client_id = ${clientId} and source_order_id = ${orderId} and status = 'issued'
    for update`

export type RemitoLine = {
  product_id: string
  lot_id: string
  quantity: number
  /** The sum of all lines of the remito with this lot. */
  quantity_in_lot: number
  lot_number: string
  /** The current quantity of the lot. */
  lot_quantity: number
}

export const remitoLines = (remitoId: string) =>
  sql<RemitoLine>`
    select item.product_id, item.lot_id, item.quantity,
      sum(item.quantity) over (partition by item.lot_id) as quantity_in_lot, lots.lot_number,
      lots.quantity as lot_quantity
    from remito_items item
    join lots on lots.id = item.lot_id
    where item.remito_id = ${remitoId}
    order by item.position`

export const setVoided = (id: string, by: string, reason: string | null) =>
  sql`
    update remitos
    set status = 'voided', void_reason = ${reason}, voided_by = ${by}, voided_at = now(), updated_at = now()
    where id = ${id}`

export const allRemitosNewestFirst = (
  { client_id, remito_number, q, source_order_id, type, ...range }: RemitoQuery & { client_id?: string },
  page: PageRange,
) =>
  sql<StaffRemito>`
    ${narrowedTo(client_id, { number: remito_number, q, orderId: source_order_id })}
    select ${owner}, ${columns} from remitos
    ${newestFirst(equalsOf({ client_id, type }), range, page)}`

export const nameOfActor = (actor: string) => sql<{ name: string }>`select actor_name(${actor}) as name`

export const staffRemitoDetail = (id: string) => sql<StaffRemitoDetail>`
  select ${owner}, ${detailColumns}, issued_by, actor_name(issued_by) as issued_by_name,
    voided_by, actor_name(voided_by) as voided_by_name, ${items} as distribution_remito_items
  from remitos
  where id = ${id}`

export const egresoLots = (orderId: string) =>
  sql<{ product_id: string; lot_id: string; quantity: number }>`
    select item.product_id, item.lot_id, item.quantity
    from remitos
    join remito_items item on item.client_id = remitos.client_id and item.remito_id = remitos.id
    where remitos.source_order_id = ${orderId} and remitos.status = 'issued'
    order by item.position`
