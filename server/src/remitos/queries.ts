import type {
  acceptedFilters,
  Remito,
  RemitoDetail,
  RemitoRecipient,
  RemitoType,
  StaffRemito,
  StaffRemitoDetail,
} from '@anden/contract'
import { remitoNumber } from '@anden/contract/values'
import { live } from '../db/environment.ts'
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
  accepted?: (typeof acceptedFilters)[number]
} & TimeRange

/** Each has its partial index, which has the egresos of orders alone. */
const acceptedConditions = {
  true: sql`and acceptance is not null`,
  differences: sql`and acceptance = 'with_differences'`,
  false: sql`and acceptance is null and source_order_id is not null and status = 'issued'`,
}

/** The conditions of the filters, besides those that narrow the remitos first. */
function filtered({ type, accepted }: Pick<RemitoQuery, 'type' | 'accepted'>) {
  if (!accepted) return { type, also: empty }
  return { type: undefined, also: type === 'ingreso' ? sql`and false` : acceptedConditions[accepted] }
}

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
      select client_id, acceptance, ${columns} from remitos where ${join(conditions, ' and ')})`
}

export const remitosNewestFirst = (
  clientId: string,
  { remito_number, q, source_order_id, type: asked, accepted, ...range }: RemitoQuery,
  page: PageRange,
) => {
  const { type, also } = filtered({ type: asked, accepted })
  return sql<Remito>`
    ${narrowedTo(clientId, { number: remito_number, q, orderId: source_order_id })}
    select ${columns} from remitos
    ${newestFirst(equalsOf({ client_id: clientId, type }), range, page, also)}`
}

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

const acceptance = sql`case when acceptance is not null then (
  select json_build_object('outcome', accepted.outcome, 'name', accepted.name,
    'at', to_char(accepted.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from remito_acceptances accepted
  where accepted.remito_id = remitos.id and not accepted.late) end`

const detailColumns = sql`${columns}, inbound_id, return_id, recipient, reason, voided_at, void_reason, ${acceptance} as acceptance`

export const remitoDetail = (clientId: string, id: string) =>
  sql<RemitoDetail>`
    select ${detailColumns}, ${items} as distribution_remito_items
    from remitos
    where client_id = ${clientId} and id = ${id}`

type NewRemitoRow = {
  id: string
  client_id: string
  type: RemitoType
  date: string
  remito_number: string[]
  source_order_id: string | null
  inbound_id: string | null
  return_id: string | null
  cai: string | null
  cai_expires_on: string | null
  recipient: RemitoRecipient | null
  reason: string | null
  issued_by: string
  link_hash: Buffer | null
}

export const insertRemito = (remito: NewRemitoRow) =>
  sql`
    insert into remitos (id, client_id, type, date, remito_number, source_order_id, inbound_id, return_id, cai,
      cai_expires_on, recipient, reason, issued_by, link_hash)
    values (${remito.id}, ${remito.client_id}, ${remito.type}, ${remito.date}, ${remito.remito_number},
      ${remito.source_order_id}, ${remito.inbound_id}, ${remito.return_id}, ${remito.cai}, ${remito.cai_expires_on},
      ${remito.recipient && JSON.stringify(remito.recipient)}::jsonb, ${remito.reason}, ${remito.issued_by},
      ${remito.link_hash})`

type NewRemitoLine = {
  id: string
  product_id: string
  lot_id: string
  quantity: number
  notes: string | null
  /** The line of the notice that it counts for. */
  inbound_item_id: string | null
}

export const insertRemitoItems = (clientId: string, remitoId: string, lines: readonly NewRemitoLine[]) =>
  sql`
    insert into remito_items (id, client_id, remito_id, position, product_id, lot_id, quantity, notes,
      inbound_item_id)
    select line.id, ${clientId}, ${remitoId}, line.position, line.product_id, line.lot_id, line.quantity,
      line.notes, line.inbound_item_id
    from unnest(${lines.map((line) => line.id)}::uuid[], ${lines.map((line) => line.product_id)}::uuid[],
        ${lines.map((line) => line.lot_id)}::uuid[], ${lines.map((line) => line.quantity)}::numeric[],
        ${lines.map((line) => line.notes)}::text[], ${lines.map((line) => line.inbound_item_id)}::uuid[]) with ordinality
      as line (id, product_id, lot_id, quantity, notes, inbound_item_id, position)`

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
  inbound_id: string | null
  return_id: string | null
}

const lockedColumns = (by: string) => sql`id, ${owner}, issued_by, actor_name(issued_by) as issued_by_name,
  actor_name(${by}) as voided_by_name, type, status, source_order_id, inbound_id, return_id`

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
  {
    client_id,
    remito_number,
    q,
    source_order_id,
    type: asked,
    accepted,
    ...range
  }: RemitoQuery & { client_id?: string },
  page: PageRange,
) => {
  const { type, also } = filtered({ type: asked, accepted })
  const alsoLive = sql`and ${live()} ${also}`
  return sql<StaffRemito>`
    ${narrowedTo(client_id, { number: remito_number, q, orderId: source_order_id })}
    select ${owner}, ${columns} from remitos
    ${newestFirst(equalsOf({ client_id, type }), range, page, alsoLive)}`
}

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

export const egresoLotsOfSeveral = (orderIds: string[]) =>
  sql<{ order_id: string; product_id: string; lot_id: string; quantity: number }>`
    select sought.id as order_id, item.product_id, item.lot_id, item.quantity
    from unnest(${orderIds}::uuid[]) as sought (id)
    join remitos on remitos.source_order_id = sought.id and remitos.status = 'issued'
    join remito_items item on item.client_id = remitos.client_id and item.remito_id = remitos.id`
