import {
  type InboundDifferenceReason,
  type InboundItem,
  type InboundNotice,
  type InboundNoticeDetail,
  type InboundStatus,
  inboundStatuses,
  type StaffInboundNotice,
  type StaffInboundNoticeDetail,
  type UnitType,
} from '@anden/contract'
import { live } from '../db/environment.ts'
import { allEqual, equalsOf, type PageRange } from '../db/keyset.ts'
import { empty, join, raw, type Statement, sql } from '../db/sql.ts'

const stored = sql`id, number, reference, status, revision, expected_on, carrier, remito_number, packages, notes,
  created_at, updated_at`

// Goods that were not announced and whose ingreso was voided are no line of the notice any more.
const shownLines = sql`from inbound_items item
  where item.client_id = notices.client_id and item.notice_id = notices.id and (item.quantity > 0 or item.received > 0)`
/** Counted only for the rows of the page. */
const counted = sql`(select count(*) ${shownLines}) as lines,
  (select count(*) ${shownLines} and item.received > 0) as lines_received`

/** For the staff: whose notice it is. */
const owner = sql`client_id, (select clients.name from clients where clients.id = notices.client_id) as client_name`

type NoticeQuery = {
  status?: InboundStatus[]
  expected_from?: string
  expected_to?: string
  reference?: string
}

export const noticesByDay = (clientId: string, query: NoticeQuery, page: PageRange) =>
  sql<InboundNotice>`${latestFirst({ client_id: clientId, ...query }, page, empty)}`

export const allNoticesByDay = (query: NoticeQuery & { client_id?: string }, page: PageRange) =>
  sql<StaffInboundNotice>`${latestFirst(query, page, sql`${owner},`, sql`and ${live()}`)}`

/** The latest day first. The index has the status before the day, so several of them are merged from a scan each. */
function latestFirst(
  { client_id, status, reference, ...range }: NoticeQuery & { client_id?: string },
  page: PageRange,
  ownerColumns: Statement,
  also: Statement = empty,
): Statement {
  const asked = inboundStatuses.filter((value) => status?.includes(value) ?? true)
  const isAny = asked.length === inboundStatuses.length
  const key = 'lower(reference) collate "C"'
  const equalsWith = (value?: InboundStatus) =>
    equalsOf({
      client_id,
      [key]: reference === undefined ? undefined : sql`lower(${reference})`,
      status: reference === undefined ? value : undefined,
    })
  const ofOne = (value?: InboundStatus) => onDays(equalsWith(value), range, page, also)
  const withStatus = isAny ? empty : sql`and status = any(${asked})`
  const rows =
    reference !== undefined
      ? onDays(equalsWith(), range, page, sql`${withStatus} ${also}`)
      : isAny
        ? ofOne()
        : join(
            asked.map((value) => sql`(${ofOne(value)})`),
            ' union all ',
          )
  return sql`
    select ${ownerColumns} ${stored}, ${counted}
    from (${rows}) as notices
    order by expected_on desc, id desc
    limit ${page.rowLimit}`
}

function onDays(
  equals: ReturnType<typeof equalsOf>,
  { expected_from, expected_to }: Pick<NoticeQuery, 'expected_from' | 'expected_to'>,
  { after, rowLimit }: PageRange,
  also: Statement = empty,
): Statement {
  const descending = [...equals.map(([column]) => column), 'expected_on', 'id'].map((one) => `${one} desc`)
  return sql`
    select client_id, ${stored}
    from inbound_notices
    where ${allEqual(equals)}
      ${expected_from ? sql`and expected_on >= ${expected_from}` : empty}
      ${after ? sql`and (expected_on, id) < (${join([...after])})` : expected_to ? sql`and expected_on <= ${expected_to}` : empty}
      ${also}
    order by ${raw(descending.join(', '))}
    limit ${rowLimit}`
}

const itemFields = sql`json_build_object('id', item.id, 'product_id', item.product_id, 'sku', products.sku,
  'name', products.name, 'unit_type', products.unit_type, 'gtin', products.gtin, 'announced', item.quantity > 0,
  'quantity', item.quantity, 'lot_number', item.lot_number, 'expiry_date', item.expiry_date,
  'vintage_year', item.vintage_year, 'received', item.received, 'difference', item.received - item.quantity,
  'difference_reason', item.difference_reason, 'difference_note', item.difference_note)`

const detail = sql`${stored}, ${counted}, arrived_at, closed_at, cancel_reason, (
    select coalesce(json_agg(${itemFields} order by item.position), '[]')
    from inbound_items item
    join products on products.id = item.product_id
    where item.client_id = notices.client_id and item.notice_id = notices.id
      and (item.quantity > 0 or item.received > 0)
  ) as items, array(
    select remitos.id from remitos
    where remitos.inbound_id = notices.id and remitos.status = 'issued'
    order by remitos.inbound_id, remitos.created_at, remitos.id
  ) as remito_ids`

export const noticeDetail = (clientId: string, id: string) =>
  sql<InboundNoticeDetail>`
    select ${detail} from inbound_notices notices where client_id = ${clientId} and id = ${id}`

export const staffNoticeDetail = (id: string) =>
  sql<StaffInboundNoticeDetail>`select ${owner}, ${detail} from inbound_notices notices where id = ${id}`

/** The row stays locked until the commit: it is what keeps the number and the reference of each client apart. */
export const nextNoticeNumber = (clientId: string) =>
  sql<{ number: string }>`
    insert into inbound_series (client_id, last_number) values (${clientId}, 1)
    on conflict (client_id) do update set last_number = inbound_series.last_number + 1
    returning 'AVI-' || lpad(last_number::text, greatest(6, length(last_number::text)), '0') as number`

export const lockSeries = (clientId: string) =>
  sql`select last_number from inbound_series where client_id = ${clientId} for update`

export const noticeWithReference = (clientId: string, reference: string) =>
  sql<{ id: string; number: string }>`
    select id, number from inbound_notices
    where client_id = ${clientId} and lower(reference) collate "C" = lower(${reference}) and status <> 'cancelled'`

export type NoticeFields = Pick<
  InboundNotice,
  'reference' | 'expected_on' | 'carrier' | 'remito_number' | 'packages' | 'notes'
>

export const insertNotice = (clientId: string, row: NoticeFields & { id: string; number: string }) =>
  sql`
    insert into inbound_notices (id, client_id, number, reference, expected_on, carrier, remito_number, packages, notes)
    values (${row.id}, ${clientId}, ${row.number}, ${row.reference}, ${row.expected_on}, ${row.carrier},
      ${row.remito_number}, ${row.packages}, ${row.notes})`

export type NewNoticeLine = Pick<
  InboundItem,
  'id' | 'product_id' | 'quantity' | 'lot_number' | 'expiry_date' | 'vintage_year'
>

/** Behind the lines that the notice has. */
export const insertNoticeLines = (clientId: string, noticeId: string, lines: readonly NewNoticeLine[]) =>
  sql`
    insert into inbound_items (id, client_id, notice_id, position, product_id, quantity, lot_number, expiry_date,
      vintage_year)
    select line.id, ${clientId}, ${noticeId}, line.position + (
        select coalesce(max(item.position), 0) from inbound_items item where item.notice_id = ${noticeId}),
      line.product_id, line.quantity, line.lot_number, line.expiry_date, line.vintage_year
    from unnest(${lines.map((line) => line.id)}::uuid[], ${lines.map((line) => line.product_id)}::uuid[],
        ${lines.map((line) => line.quantity)}::numeric[], ${lines.map((line) => line.lot_number)}::text[],
        ${lines.map((line) => line.expiry_date)}::date[], ${lines.map((line) => line.vintage_year)}::int[])
      with ordinality as line (id, product_id, quantity, lot_number, expiry_date, vintage_year, position)`

export const deleteNoticeLines = (noticeId: string) =>
  sql`delete from inbound_items where notice_id = ${noticeId}`

export const updateNotice = (clientId: string, id: string, row: NoticeFields) =>
  sql`
    update inbound_notices
    set reference = ${row.reference}, expected_on = ${row.expected_on}, carrier = ${row.carrier},
      remito_number = ${row.remito_number}, packages = ${row.packages}, notes = ${row.notes},
      revision = revision + 1, updated_at = now()
    where client_id = ${clientId} and id = ${id}`

export type LockedNotice = NoticeFields & {
  id: string
  client_id: string
  client_name: string
  number: string
  status: InboundStatus
  revision: number
}

export const lockNotice = (id: string, clientId: string | null) =>
  sql<LockedNotice>`
    select id, ${owner}, number, status, revision, reference, expected_on, carrier, remito_number, packages, notes
    from inbound_notices notices
    where id = ${id} ${clientId ? sql`and client_id = ${clientId}` : empty}
    for update`

type NextState = { status: InboundStatus; cancelReason?: string | null }

export const setNoticeStatus = (
  { id, client_id }: LockedNotice,
  { status, cancelReason = null }: NextState,
) =>
  sql`
    update inbound_notices
    set status = ${status}, revision = revision + 1, updated_at = now(), cancel_reason = ${cancelReason},
      arrived_at = case when ${status === 'arrived'} then now() else arrived_at end,
      closed_at = case when ${status.startsWith('received')} then now() end
    where client_id = ${client_id} and id = ${id}`

export type NoticeLine = NewNoticeLine & { received: number; difference: number }

/** With those that nothing was received of any more. */
export const noticeLines = (noticeId: string) =>
  sql<NoticeLine>`
    select id, product_id, quantity, lot_number, expiry_date, vintage_year, received, received - quantity as difference
    from inbound_items
    where notice_id = ${noticeId}
    order by position`

/** Adds, or takes away, what a remito has received of each line of its notice. */
export const countReceived = (remitoId: string, sign: 1 | -1) =>
  sql`
    update inbound_items item
    set received = item.received + ${sign}::int * goods.quantity
    from (
      select inbound_item_id, sum(quantity) as quantity
      from remito_items
      where remito_id = ${remitoId}
      group by inbound_item_id) as goods
    where item.id = goods.inbound_item_id`

type Difference = { item_id: string; reason: InboundDifferenceReason; note: string | null }

export const setDifferences = (noticeId: string, differences: readonly Difference[]) =>
  sql`
    update inbound_items item
    set difference_reason = given.reason, difference_note = given.note
    from unnest(${differences.map(({ item_id }) => item_id)}::uuid[], ${differences.map(({ reason }) => reason)}::text[],
      ${differences.map(({ note }) => note)}::text[]) as given (item_id, reason, note)
    where item.notice_id = ${noticeId} and item.id = given.item_id`

export const clearDifferences = (noticeId: string) =>
  sql`
    update inbound_items set difference_reason = null, difference_note = null
    where notice_id = ${noticeId} and difference_reason is not null`

/** Of the ingresos of the notice that are not voided: how many there are, and the numbers that they have. */
export const ingresosOf = (noticeId: string) =>
  sql<{ count: number; numbers: string[] }>`
    select count(*) as count, coalesce(array_agg(number) filter (where number is not null), '{}') as numbers
    from remitos
    left join lateral unnest(remitos.remito_number) as number on true
    where remitos.inbound_id = ${noticeId} and remitos.status = 'issued'`

export type NamedProduct = { id: string; sku: string; unit_type: UnitType; archived: boolean }

/** As `skus` write them. */
export const productsOfSheet = (clientId: string, skus: string[]) =>
  sql<NamedProduct & { name: string }>`
    select id, sku, name, unit_type, archived from products where client_id = ${clientId} and sku = any(${skus})`

export const productsNamed = (clientId: string, ids: string[], skus: string[]) =>
  sql<NamedProduct>`
    select id, sku, unit_type, archived from products where client_id = ${clientId} and id = any(${ids}::uuid[])
    union
    select id, sku, unit_type, archived from products where client_id = ${clientId} and sku = any(${skus})`
