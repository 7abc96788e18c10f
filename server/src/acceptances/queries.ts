import type {
  AcceptanceFile,
  AcceptanceReceipt,
  Dispute,
  NewAcceptance,
  OrderStatus,
  PublicRemito,
  StaffAcceptance,
  UnitType,
} from '@anden/contract'
import { live } from '../db/environment.ts'
import { equalsOf, newestFirst, type PageRange, type TimeRange } from '../db/keyset.ts'
import { sql } from '../db/sql.ts'
import type { SentFile } from './form.ts'
import type { NewAcceptanceRow } from './record.ts'

// The remito behind a link.

export type LinkedRemito = {
  id: string
  client_id: string
  status: 'issued' | 'voided'
  order_id: string | null
  order_status: OrderStatus | null
}

const linked = sql`
  select remitos.id, remitos.client_id, remitos.status, orders.id as order_id, orders.status as order_status
  from remitos
  left join orders on orders.client_id = remitos.client_id and orders.id = remitos.source_order_id`

export const linkedRemito = (linkHash: Buffer) =>
  sql<LinkedRemito>`${linked} where remitos.link_hash = ${linkHash}`

export const egresoById = (id: string) =>
  sql<LinkedRemito>`${linked} where remitos.id = ${id} and remitos.type = 'egreso'`

/** The one that was issued last: an order has one. */
export const egresoOfOrder = (orderId: string) =>
  sql<LinkedRemito>`
    ${linked} where remitos.source_order_id = ${orderId} order by remitos.created_at desc, remitos.id desc limit 1`

export type ShownRemito = Omit<PublicRemito, 'refusal' | 'warehouse_name'> & {
  order_status: OrderStatus | null
}

const summary = sql`(
  select json_build_object('outcome', outcome, 'name', name,
    'at', to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from remito_acceptances
  where remito_id = remitos.id and not late)`

export const shownRemito = (id: string) =>
  sql<ShownRemito>`
    select remitos.remito_number[1] as number, remitos.date, remitos.status, remitos.cai, remitos.cai_expires_on,
      json_build_object('name', clients.name, 'cuit_dni', clients.cuit_dni, 'iva_condition', clients.iva_condition,
        'address', clients.address) as client,
      case when orders.id is not null then
          json_build_object('name', destinatarios.name, 'cuit_dni', destinatarios.cuit_dni,
            'iva_condition', destinatarios.iva_condition, 'address', coalesce(
              nullif(concat_ws(', ', orders.delivery_address, orders.delivery_city, orders.delivery_province), ''),
              destinatarios.address))
        when remitos.recipient is not null then
          json_build_object('name', remitos.recipient ->> 'name', 'cuit_dni', remitos.recipient ->> 'cuit_dni',
            'iva_condition', remitos.recipient ->> 'iva_condition', 'address', remitos.recipient ->> 'address')
        else json_build_object('name', clients.name, 'cuit_dni', clients.cuit_dni,
          'iva_condition', clients.iva_condition, 'address', clients.address) end as recipient,
      orders.order_number, orders.packages, orders.status as order_status, ${summary} as acceptance, (
        select json_agg(json_build_object('item_id', item.id, 'sku', products.sku, 'name', products.name,
          'quantity', item.quantity, 'unit_type', products.unit_type, 'lot_number', lots.lot_number,
          'expiry_date', lots.expiry_date, 'vintage_year', lots.vintage_year, 'notes', item.notes) order by item.position)
        from remito_items item
        join lots on lots.id = item.lot_id
        join products on products.id = item.product_id
        where item.client_id = remitos.client_id and item.remito_id = remitos.id) as items
    from remitos
    join clients on clients.id = remitos.client_id
    left join orders on orders.client_id = remitos.client_id and orders.id = remitos.source_order_id
    left join destinatarios on destinatarios.client_id = orders.client_id and destinatarios.id = orders.destinatario_id
    where remitos.id = ${id}`

// Recording one.

export type AcceptedRemito = { id: string; client_id: string; status: 'issued' | 'voided' }

export const lockRemitoToAccept = (id: string) =>
  sql<AcceptedRemito>`select id, client_id, status from remitos where id = ${id} for update`

export type AcceptanceRow = Pick<AcceptanceReceipt, 'outcome' | 'name' | 'late'> & {
  submission_id: string
  created_at: string
  settled_at: string | null
}

/** What stands against another acceptance: the one that counts, late ones that nobody has settled, and the same submission. */
export const acceptanceWith = (remitoId: string, submissionId: string) =>
  sql<AcceptanceRow>`
    select submission_id, outcome, name, late, created_at, settled_at
    from remito_acceptances
    where remito_id = ${remitoId} and (not late or settled_at is null or submission_id = ${submissionId})
    order by (submission_id = ${submissionId}) desc, late`

export type ShippedLine = { id: string; quantity: number; unit_type: UnitType }

export const remitoLinesToAccept = (remitoId: string) =>
  sql<ShippedLine>`
    select item.id, item.quantity, products.unit_type
    from remito_items item
    join products on products.id = item.product_id
    where item.remito_id = ${remitoId}
    order by item.position`

export const insertAcceptance = (row: NewAcceptanceRow, items: NewAcceptance['items']) =>
  sql`
    with acceptance as (
      insert into remito_acceptances (id, client_id, remito_id, order_id, submission_id, channel, actor, outcome, late,
        name, document, signed_at, pdf_sha256)
      values (${row.id}, ${row.client_id}, ${row.remito_id}, ${row.order_id}, ${row.submission_id}, ${row.channel},
        ${row.actor}, ${row.outcome}, ${row.late}, ${row.name}, ${row.document}, ${row.signed_at}, ${row.pdf_sha256}))
    insert into remito_acceptance_lines (client_id, acceptance_id, remito_item_id, accepted, missing, damaged, refused, note)
    select ${row.client_id}, ${row.id}, line.item_id, line.accepted, line.missing, line.damaged, line.refused, line.note
    from unnest(${items.map(({ item_id }) => item_id)}::uuid[], ${items.map(({ accepted }) => accepted)}::numeric[],
        ${items.map(({ missing }) => missing)}::numeric[], ${items.map(({ damaged }) => damaged)}::numeric[],
        ${items.map(({ refused }) => refused)}::numeric[], ${items.map(({ note }) => note ?? null)}::text[])
      as line (item_id, accepted, missing, damaged, refused, note)`

export const setRemitoAcceptance = (remitoId: string, outcome: AcceptanceReceipt['outcome']) =>
  sql`update remitos set acceptance = ${outcome}, updated_at = now() where id = ${remitoId}`

// Its files.

export type NewFileRow = SentFile & { id: string; position: number; sha256: Buffer }

export const insertFiles = (clientId: string, rows: readonly NewFileRow[]) =>
  sql`
    insert into acceptance_files (id, client_id, kind, position, content_type, width, height, size_bytes, sha256)
    select id, ${clientId}, kind, position, content_type, width, height, size_bytes, sha256
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ kind }) => kind)}::text[],
        ${rows.map(({ position }) => position)}::int[], ${rows.map(({ contentType }) => contentType)}::text[],
        ${rows.map(({ width }) => width)}::int[], ${rows.map(({ height }) => height)}::int[],
        ${rows.map(({ content }) => content.length)}::int[], ${rows.map(({ sha256 }) => sha256)}::bytea[])
      as file (id, kind, position, content_type, width, height, size_bytes, sha256)`

export const setFilesReady = (ids: readonly string[], acceptanceId: string) =>
  sql`
    update acceptance_files set state = 'ready', acceptance_id = ${acceptanceId}
    where id = any(${ids}::uuid[]) and state = 'uploading'`

/** Those of a submission that was not recorded. */
export const discardFiles = (ids: readonly string[]) =>
  sql`update acceptance_files set state = 'removed' where id = any(${ids}::uuid[]) and state = 'uploading'`

export const lockRemovedFiles = (limit: number) =>
  sql<{ id: string }>`
    select id from acceptance_files where state = 'removed' order by created_at limit ${limit} for update skip locked`

export const lockExpiredFiles = (limit: number) =>
  sql<{ id: string }>`
    select id from acceptance_files
    where state = 'uploading' and created_at <= now() - interval '1 hour'
    order by created_at limit ${limit} for update skip locked`

export const deleteFileRows = (ids: readonly string[]) =>
  sql`delete from acceptance_files where id = any(${ids}::uuid[]) and state <> 'ready'`

export const readyAcceptanceFile = (id: string) =>
  sql<{ kind: string; position: number; content_type: string }>`
    select kind, position, content_type from acceptance_files where id = ${id} and state = 'ready'`

// Reading them.

/** As they are stored: links to the files are added when they are shown. */
export type AcceptanceDetail = Omit<StaffAcceptance, 'files'> & { files: Omit<AcceptanceFile, 'file_url'>[] }

const disputeColumns = sql`accepted.late, nullif(accepted.dispute, 'none') as dispute, accepted.settled_at,
  accepted.settled_by, actor_name(accepted.settled_by) as settled_by_name, accepted.settled_note`

const detail = sql`
  select accepted.client_id, clients.name as client_name, accepted.id, accepted.remito_id, remitos.remito_number,
    accepted.order_id, orders.order_number, accepted.outcome, accepted.channel, accepted.name, accepted.document,
    accepted.signed_at, accepted.created_at as at, encode(accepted.pdf_sha256, 'hex') as pdf_sha256,
    accepted.removed_at, accepted.actor as by, actor_name(accepted.actor) as by_name, ${disputeColumns}, (
      select coalesce(json_agg(json_build_object('item_id', item.id, 'product_id', item.product_id,
        'products', json_build_object('name', products.name, 'sku', products.sku), 'unit_type', products.unit_type,
        'lot_number', lots.lot_number, 'shipped', item.quantity, 'accepted', line.accepted, 'missing', line.missing,
        'damaged', line.damaged, 'refused', line.refused, 'note', line.note) order by item.position), '[]')
      from remito_acceptance_lines line
      join remito_items item on item.id = line.remito_item_id
      join lots on lots.id = item.lot_id
      join products on products.id = item.product_id
      where line.acceptance_id = accepted.id
    ) as items, (
      select coalesce(json_agg(json_build_object('id', file.id, 'kind', file.kind, 'content_type', file.content_type,
        'width', file.width, 'height', file.height, 'size_bytes', file.size_bytes) order by file.position), '[]')
      from acceptance_files file
      where file.acceptance_id = accepted.id and file.state = 'ready'
    ) as files
  from remito_acceptances accepted
  join clients on clients.id = accepted.client_id
  join remitos on remitos.client_id = accepted.client_id and remitos.id = accepted.remito_id
  join orders on orders.client_id = accepted.client_id and orders.id = accepted.order_id`

/** The one that counts. */
export const acceptanceOfRemito = (clientId: string, remitoId: string) =>
  sql<AcceptanceDetail>`
    ${detail} where accepted.client_id = ${clientId} and accepted.remito_id = ${remitoId} and not accepted.late`

/** The one that counts, or else the late one that came last. */
export const anyAcceptanceOfRemito = (remitoId: string) =>
  sql<AcceptanceDetail>`
    ${detail} where accepted.remito_id = ${remitoId} order by accepted.late, accepted.created_at desc limit 1`

export const acceptanceById = (id: string) => sql<AcceptanceDetail>`${detail} where accepted.id = ${id}`

type DisputeQuery = { client_id?: string; status?: 'open' | 'settled' } & TimeRange

/** A lateral join can only be a nested loop, which keeps the order of the page: PostgreSQL 15 would sort it again. */
export const disputesNewestFirst = ({ client_id, status, ...range }: DisputeQuery, page: PageRange) =>
  sql<Dispute>`
    with accepted as materialized (
      select * from remito_acceptances
      ${newestFirst(equalsOf({ client_id, dispute: status }), range, page, sql`and dispute <> 'none' and ${live()}`)})
    select accepted.client_id, (
        select clients.name from clients where clients.id = accepted.client_id
      ) as client_name, accepted.id, accepted.remito_id, (
        select remitos.remito_number from remitos
        where remitos.client_id = accepted.client_id and remitos.id = accepted.remito_id
      ) as remito_number, accepted.order_id, (
        select orders.order_number from orders
        where orders.client_id = accepted.client_id and orders.id = accepted.order_id
      ) as order_number, accepted.outcome, accepted.channel, accepted.name,
      parts.missing, parts.damaged, parts.refused,
      accepted.created_at, ${disputeColumns}
    from accepted
    cross join lateral (
      select coalesce(sum(line.missing), 0) as missing, coalesce(sum(line.damaged), 0) as damaged,
        coalesce(sum(line.refused), 0) as refused
      from remito_acceptance_lines line where line.acceptance_id = accepted.id
    ) as parts`

export const lockDispute = (id: string) =>
  sql<{ client_id: string; remito_id: string; dispute: string }>`
    select client_id, remito_id, dispute from remito_acceptances where id = ${id} for update`

export const settle = (id: string, by: string, note: string) =>
  sql`
    update remito_acceptances set settled_at = now(), settled_by = ${by}, settled_note = ${note} where id = ${id}`

const maxCounted = 1_000

/** Not more than anybody counts. */
export const openDisputes = sql<{ open: number; oldest_at: string | null }>`
  select count(*)::int as open, min(created_at) as oldest_at
  from (select created_at from remito_acceptances where dispute = 'open' and ${live()} order by created_at limit ${maxCounted}) as found`
