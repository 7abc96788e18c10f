// Many rows in every table that a list reads, nine tenths of them of one client, created by set-based SQL with triggers
// disabled and indexes built afterwards. Rare values are in one row of a thousand, which reveals a plan that reads rows it
// does not need.
import type pg from 'pg'
import type { Db } from '../../src/db/database.ts'
import { insertInBulk } from './insert-rows.ts'
import { sizes } from './sizes.ts'

export const rowCount = sizes.planRows
export const bookCount = 20_000

/** The row at this tenth of the tables. It belongs to the big client and has the rare values. */
export const rowAt = (tenth: number) => (tenth * rowCount) / 10 + 1

/** An id consists of a hexadecimal digit for the table and the number of the row, and rises with it like a UUID v7. */
export const idAt = (digit: number, row: number) =>
  `0199${digit.toString(16)}000-0000-7000-8000-${String(row).padStart(12, '0')}`
export const id = (digit: number, row = 'i') =>
  `('0199${digit.toString(16)}000-0000-7000-8000-' || lpad((${row})::text, 12, '0'))::uuid`
export const digits = {
  client: 0,
  product: 1,
  lot: 2,
  remito: 3,
  order: 4,
  entry: 5,
  destinatario: 6,
  event: 7,
  endpoint: 8,
  delivery: 9,
  trip: 10,
  notice: 11,
  return: 12,
  acceptance: 13,
}

/** Row 1 is the big client's; every tenth row is another's. */
export const owner = `case when i % 10 = 0 then ${id(digits.client, 'i / 10 % 100')} else $1::uuid end`
export const rare = (value: string, otherwise: string) =>
  `case when i % 1000 = 1 then '${value}' else '${otherwise}' end`

export const dayOfNotice = (row: number) =>
  new Date(Date.parse('2020-01-01T00:00:00Z') + Math.floor(row / 10) * 86_400_000).toISOString().slice(0, 10)

export const createdAtOf = (row: number) =>
  new Date(Date.parse('2020-01-01T00:00:00Z') + row * 180_000).toISOString()
const createdAt = `timestamptz '2020-01-01T00:00:00Z' + i * interval '3 minutes'`

export const hotProduct = idAt(digits.product, 1)
export const hotDestinatario = idAt(digits.destinatario, 1)
export const rareDestinatario = idAt(digits.destinatario, 2)

type Columns = Record<string, string>

const products: Columns = {
  id: id(digits.product),
  client_id: owner,
  sku: `'SKU-' || lpad(i::text, 8, '0')`,
  name: `'Malbec'`,
  unit_type: `'caja'`,
  gtin: `lpad(i::text, 13, '0')`,
  archived: 'i % 1000 = 3',
  created_at: `timestamptz '2020-01-01T00:00:00Z'`,
}
const stock: Columns = {
  product_id: id(digits.product),
  client_id: owner,
  quantity: 'case when i % 5 = 0 then 0 else i % 1000 end',
}
// A third of the big client's lots belong to one product; half are empty; a few have expired, and as few are on hold.
const lots: Columns = {
  id: id(digits.lot),
  client_id: owner,
  product_id: `case when i % 10 <> 0 and i % 3 = 0 then '${hotProduct}'::uuid else ${id(digits.product)} end`,
  lot_number: `'L' || i`,
  quantity: 'case when i % 2 = 0 then 0 else 10 end',
  expiry_date: `case when i % 7 = 0 then null when i % 5000 = 1 then date '2026-01-01'
    else date '2026-12-01' + i % 2000 end`,
  hold_reason: `case when i % 5000 = 7 then 'Cuarentena' end`,
  held_since: `case when i % 5000 = 7 then now() end`,
  source_type: `'remito_ingreso'`,
}
const remitos: Columns = {
  id: id(digits.remito),
  client_id: owner,
  type: rare('ingreso', 'egreso'),
  date: `date '2026-01-01'`,
  remito_number: `array['R 00001-' || lpad(i::text, 8, '0'), 'X 00001-' || lpad((i % ${(3 * rowCount) / 10})::text, 8, '0')]`,
  created_at: createdAt,
  source_order_id: `case when i % 1000 <> 1 then ${id(digits.order)} end`,
  acceptance: `case when i % 1000 = 1 or i % 7 = 2 then null when i % 50 = 3 then 'with_differences' else 'accepted' end`,
}
// Twenty lines of each of the first thousand, and one of the others, with goods of their own.
const remitoOfItem = 'case when i <= 20000 then (i - 1) / 20 + 1 else i end'
const itemCount = Math.min(rowCount, 200_000)
const remito_items: Columns = {
  id: id(digits.remito),
  client_id: `case when (${remitoOfItem}) % 10 = 0 then ${id(digits.client, `(${remitoOfItem}) / 10 % 100`)} else $1::uuid end`,
  remito_id: id(digits.remito, remitoOfItem),
  position: 'case when i <= 20000 then (i - 1) % 20 + 1 else 1 end',
  product_id: id(digits.product),
  lot_id: id(digits.lot),
  quantity: '1',
}
/** Most are settled. */
const remito_acceptances: Columns = {
  id: id(digits.acceptance),
  client_id: owner,
  remito_id: id(digits.remito),
  order_id: id(digits.order),
  submission_id: id(digits.acceptance),
  channel: `'recipient'`,
  actor: `'recipient Marta Gil'`,
  outcome: `'with_differences'`,
  late: 'false',
  name: `'Marta Gil'`,
  signed_at: createdAt,
  created_at: createdAt,
  settled_at: `case when i % 50 <> 3 then ${createdAt} end`,
  settled_by: `case when i % 50 <> 3 then 'staff' end`,
  settled_note: `case when i % 50 <> 3 then 'Listo' end`,
}
// A hundred clients have a PED-5 and a reference OC-5.
const orders: Columns = {
  id: id(digits.order),
  client_id: owner,
  order_number: `'PED-' || case when i % 10 = 0 then i / 1000 else i end`,
  reference: `'OC-' || case when i % 10 = 0 then i / 1000 else i end`,
  status: rare('pending', 'delivered'),
  destinatario_id: `case when i % 10 = 0 then ${id(digits.destinatario)}
    when i % 2000 in (1, 3) then '${rareDestinatario}'::uuid else '${hotDestinatario}'::uuid end`,
  created_at: createdAt,
  updated_at: createdAt,
}
const order_steps: Columns = {
  id: id(digits.entry),
  client_id: owner,
  order_id: id(digits.order),
  status: rare('pending', 'delivered'),
  actor: `'staff'`,
  created_at: createdAt,
}
// A day for every ten rows, of the last years and the next. The lines are of the first rows only: a page shows few of them.
const inbound_notices: Columns = {
  id: id(digits.notice),
  client_id: owner,
  number: `'AVI-' || case when i % 10 = 0 then i / 1000 else i end`,
  reference: `'OC-' || i`,
  status: rare('announced', 'received'),
  expected_on: `date '2020-01-01' + i / 10`,
  created_at: createdAt,
  updated_at: createdAt,
}
const inbound_items: Columns = {
  id: id(digits.notice),
  client_id: owner,
  notice_id: id(digits.notice),
  position: '1',
  product_id: id(digits.product),
  quantity: '10',
  received: '10',
}
const returns: Columns = {
  id: id(digits.return),
  client_id: owner,
  number: `'DEV-' || case when i % 10 = 0 then i / 1000 else i end`,
  status: rare('expected', 'received'),
  received_at: 'case when i % 1000 <> 1 then now() end',
  order_id: id(digits.order),
  remito_id: id(digits.remito),
  created_at: createdAt,
  updated_at: createdAt,
}
const return_items: Columns = {
  id: id(digits.return),
  client_id: owner,
  return_id: id(digits.return),
  position: '1',
  remito_item_id: id(digits.remito),
  product_id: id(digits.product),
  lot_id: id(digits.lot),
  expected: '1',
  reason: `'damaged'`,
}
const account_entries: Columns = {
  id: id(digits.entry),
  client_id: owner,
  type: rare('payment', 'credit_sale'),
  amount: '1',
  payment_method: rare('cheque', 'fiado'),
  created_at: createdAt,
}
const destinatarios: Columns = {
  id: id(digits.destinatario),
  client_id: owner,
  name: `'Local ' || i`,
  name_folded: `'local ' || i`,
  deleted_at: 'case when i % 50 = 3 then now() end',
}

// A quarter of the entries belong to one product, the others to the first thirty by SKU. Nearly all belong to one lot, and
// a third to one import.
export const hotLot = idAt(digits.lot, 3)
export const quietLot = idAt(digits.lot, 1001)
export const hotImport = idAt(digits.entry, 81)
const stock_ledger: Columns = {
  id: id(digits.entry),
  client_id: '$1::uuid',
  product_id: `case when i % 4 = 0 then '${hotProduct}'::uuid else ${id(digits.product, '2 + i % 30')} end`,
  lot_id: `case when i % 1000 = 1 then ${id(digits.lot)} else '${hotLot}'::uuid end`,
  delta: '1',
  cause: `case when i % 3 = 0 then 'csv_import' else ${rare('remito_egreso', 'remito_ingreso')} end`,
  document_id: `case when i % 3 = 0 then '${hotImport}'::uuid else ${id(digits.remito)} end`,
  actor: `'staff'`,
  created_at: createdAt,
}
// Thirty actions, one of them imports, and a rare one. One actor works for all clients, and rarely for the big one; every
// seventh entry belongs to an actor who did nothing else.
export const hotActor = 'staff ERP (sk_9dKq21z)'
export const auditActionCount = 31
const audit_entries: Columns = {
  id: id(digits.entry),
  client_id: owner,
  action: `case when i % 1000 = 1 then 'orders.approve' when i / 10 % 30 = 8 then 'stock.import'
    else 'action.' || (i / 10 % 30) end`,
  subject_id: id(digits.entry),
  after: `'{"lines": 1, "products_created": 0, "lots_created": 0, "lots_changed": 1, "unchanged": 0}'::jsonb`,
  actor: `case when i % 10 = 0 or i % 2000 = 1 then '${hotActor}' when i % 7 = 0 then 'client ' || i
    else 'client ERP (pk_9dKq21z)' end`,
  created_at: createdAt,
}

// A driver has a thousandth of the trips, another one the others. Few are drafts, and each has one stop. Many leave on one day.
const tripDays = 9000
export const hotDriver = 'Raúl Quiroga'
export const rareDriver = 'Zoe Yáñez'
export const tripDateOf = (row: number) =>
  new Date(Date.parse('2000-01-01T00:00:00Z') + Math.floor((row * tripDays) / rowCount) * 86_400_000)
    .toISOString()
    .slice(0, 10)
const trips: Columns = {
  id: id(digits.trip),
  number: `'VIA-' || lpad(i::text, 8, '0')`,
  date: `date '2000-01-01' + (i::bigint * ${tripDays} / ${rowCount})::int`,
  status: rare('draft', 'closed'),
  driver_name: rare(rareDriver, hotDriver),
  driver_folded: rare('zoe yanez', 'raul quiroga'),
  departed_at: 'case when i % 1000 <> 1 then now() end',
  closed_at: 'case when i % 1000 <> 1 then now() end',
}
const trip_stops: Columns = {
  trip_id: id(digits.trip),
  client_id: owner,
  order_id: id(digits.order),
  position: '1',
  outcome: `case when i % 1000 <> 1 then 'delivered' end`,
  outcome_at: 'case when i % 1000 <> 1 then now() end',
  packages: '2',
  weight_known: 'true',
  created_at: createdAt,
}

/** Closed before they were used: their ranges are empty, and overlap with nothing. */
const remito_books: Columns = {
  id: id(digits.remito),
  point_of_sale: '9',
  first_number: 'i',
  last_number: 'i',
  next_number: 'i',
  closed_at: createdAt,
  closed_before: 'i',
  has_numbers: 'false',
  cai: `'71234567890123'`,
  cai_expires_on: `date '2030-01-01'`,
  created_at: createdAt,
}

/** Fills the tables for this client, as a superuser, on two connections. */
export async function fillTables(db: Db, clientId: string): Promise<void> {
  await Promise.all([
    fillWith(db, clientId, { lots, products, stock, destinatarios, inbound_notices, inbound_items }),
    fillWith(db, clientId, {
      orders,
      remitos,
      remito_acceptances,
      account_entries,
      trips,
      trip_stops,
      returns,
      return_items,
    }),
  ])
  await fillWith(db, clientId, { remito_items }, itemCount)
  await fillWith(db, clientId, { stock_ledger, audit_entries, order_steps }, Math.min(rowCount, 200_000))
  await fillWith(db, clientId, { remito_books }, bookCount)
  await addCheckpoints(db)
}

async function addCheckpoints(db: Db) {
  const connection = await db.connect()
  await connection.query(`
    set statement_timeout = 0; set session_replication_role = replica;
    select rebuild_stock_checkpoints(array(select distinct product_id from stock_ledger));
    analyze stock_checkpoints`)
  await connection.end()
}

/** Fills tables with rows 1 to `count`, whose columns are given as SQL of `i`. */
export async function fillWith(db: Db, clientId: string, tables: Record<string, Columns>, count = rowCount) {
  const connection = await db.connect()
  await connection.query(`
    set statement_timeout = 0; set session_replication_role = replica;
    set maintenance_work_mem = '256MB'; set max_parallel_maintenance_workers = 0`)
  for (const [table, columns] of Object.entries(tables))
    await fill(connection, table, columns, clientId, count)
  await connection.end()
}

async function fill(connection: pg.Client, table: string, columns: Columns, clientId: string, count: number) {
  const hasClient = Object.values(columns).some((column) => column.includes('$1'))
  // The big client's rows are adjacent, as in most indexes, so that sorting them costs less.
  await insertInBulk(connection, table, () =>
    connection.query(
      `insert into ${table} (${Object.keys(columns).join(', ')})
       select ${Object.values(columns).join(', ')} from (
         select generate_series(10, ${count}, 10)
         union all
         select i from generate_series(1, ${count}) as i where i % 10 <> 0) as rows (i)`,
      hasClient ? [clientId] : [],
    ),
  )
  await connection.query(`analyze ${table}`)
}
