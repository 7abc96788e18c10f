// Clients with years of history: hundreds or thousands of rows of each in every table that grows, most of them for the
// product, destinatario and endpoint that a write is about to touch. Created by set-based SQL with the triggers disabled;
// sums that the ledger would maintain are not updated.
import type { Db } from '../../src/db/database.ts'
import { insertInBulk } from './insert-rows.ts'
import { sizes } from './sizes.ts'
import type { BusyClient } from './write-effects.ts'

export type Veteran = BusyClient & { endpointId: string }

const hot = `case when i % 2 = 0 then product_id else md5('product' || i || client_id)::uuid end`
const past = `now() - i * interval '1 minute'`

/** By table: columns as SQL expressions of `i`, from 1 on, and of the ids of one client. */
const tables: Record<string, Record<string, string>> = {
  products: {
    id: `md5('product' || i || client_id)::uuid`,
    client_id: 'client_id',
    name: `'Malbec'`,
    sku: `'OLD-' || i`,
    unit_type: `'caja'`,
  },
  stock: {
    product_id: `md5('product' || i || client_id)::uuid`,
    client_id: 'client_id',
    quantity: '1',
  },
  lots: {
    id: `md5('lot' || i || client_id)::uuid`,
    client_id: 'client_id',
    product_id: hot,
    lot_number: `'OLD-' || i`,
    quantity: 'case when i % 2 = 0 then 0 else 1 end',
    expiry_date: `date '2030-01-01' + i`,
    source_type: `'remito_ingreso'`,
  },
  stock_ledger: {
    id: 'gen_random_uuid()',
    client_id: 'client_id',
    product_id: hot,
    lot_id: `md5('lot' || i || client_id)::uuid`,
    delta: '1',
    cause: `'remito_ingreso'`,
    document_id: 'gen_random_uuid()',
    actor: `'staff'`,
    created_at: past,
  },
  stock_checkpoints: { product_id: hot, recorded_until: past, quantity: '1' },
  orders: {
    id: `md5('order' || i || client_id)::uuid`,
    client_id: 'client_id',
    order_number: `'OLD-' || i`,
    status: `'delivered'`,
    destinatario_id: 'destinatario_id',
    created_at: past,
  },
  order_items: {
    id: 'gen_random_uuid()',
    client_id: 'client_id',
    order_id: `md5('order' || i || client_id)::uuid`,
    position: '1',
    product_id: hot,
    quantity: '1',
  },
  order_steps: {
    id: 'gen_random_uuid()',
    client_id: 'client_id',
    order_id: `md5('order' || i || client_id)::uuid`,
    status: `'delivered'`,
    actor: `'staff'`,
    created_at: past,
  },
  order_changes: {
    client_id: 'client_id',
    order_id: `md5('order' || i || client_id)::uuid`,
    revision: '2',
    by_warehouse: 'false',
    actor: `'client'`,
    fields: `'[]'`,
    lines: `'[]'`,
    created_at: past,
  },
  remitos: {
    id: `md5('remito' || i || client_id)::uuid`,
    client_id: 'client_id',
    type: `'egreso'`,
    date: 'current_date',
    remito_number: `array['R-9999-' || lpad(i::text, 8, '0')]`,
    source_order_id: `md5('order' || i || client_id)::uuid`,
    created_at: past,
  },
  // Closed before the first number was used: such ranges are empty, and overlap with nothing.
  remito_books: {
    id: 'gen_random_uuid()',
    point_of_sale: '9',
    first_number: 'i',
    last_number: 'i',
    next_number: 'i',
    closed_at: past,
    closed_before: 'i',
    has_numbers: 'false',
    cai: `'71234567890123'`,
    cai_expires_on: 'current_date',
    created_at: past,
  },
  remito_items: {
    id: 'gen_random_uuid()',
    client_id: 'client_id',
    remito_id: `md5('remito' || i || client_id)::uuid`,
    position: '1',
    product_id: hot,
    lot_id: `md5('lot' || i || client_id)::uuid`,
    quantity: '1',
  },
  inbound_notices: {
    id: `md5('notice' || i || client_id)::uuid`,
    client_id: 'client_id',
    number: `'OLD-' || i`,
    reference: `'OLD-' || i`,
    status: `'received'`,
    expected_on: 'current_date - i',
    created_at: past,
  },
  inbound_items: {
    id: `md5('notice line' || i || client_id)::uuid`,
    client_id: 'client_id',
    notice_id: `md5('notice' || i || client_id)::uuid`,
    position: '1',
    product_id: hot,
    quantity: '1',
    received: '1',
  },
  returns: {
    id: `md5('return' || i || client_id)::uuid`,
    client_id: 'client_id',
    number: `'OLD-' || i`,
    status: `'received'`,
    order_id: `md5('order' || i || client_id)::uuid`,
    remito_id: `md5('remito' || i || client_id)::uuid`,
    received_at: past,
    created_at: past,
  },
  return_items: {
    id: `md5('return line' || i || client_id)::uuid`,
    client_id: 'client_id',
    return_id: `md5('return' || i || client_id)::uuid`,
    position: '1',
    remito_item_id: 'gen_random_uuid()',
    product_id: hot,
    lot_id: `md5('lot' || i || client_id)::uuid`,
    expected: '1',
    reason: `'damaged'`,
    written_off: '1',
  },
  ingreso_numbers: {
    client_id: 'client_id',
    number: `'R-9998-' || lpad(i::text, 8, '0')`,
    remito_id: `md5('remito' || i || client_id)::uuid`,
  },
  order_attachments: {
    id: 'gen_random_uuid()',
    client_id: 'client_id',
    order_id: `md5('order' || i || client_id)::uuid`,
    file_name: `'a.pdf'`,
    size_bytes: '1',
    state: `'ready'`,
  },
  trips: {
    id: `md5('trip' || i || client_id)::uuid`,
    number: `'OLD-' || i || client_id`,
    date: `current_date - i`,
    status: `'closed'`,
    driver_name: `'Raúl Quiroga'`,
    driver_folded: `'raul quiroga'`,
    departed_at: past,
    closed_at: past,
  },
  trip_stops: {
    trip_id: `md5('trip' || i || client_id)::uuid`,
    client_id: 'client_id',
    order_id: `md5('order' || i || client_id)::uuid`,
    position: '1',
    outcome: `'delivered'`,
    outcome_at: past,
    weight_known: 'true',
    created_at: past,
  },
  account_entries: {
    id: 'gen_random_uuid()',
    client_id: 'client_id',
    type: `'payment'`,
    amount: '1',
    payment_method: `'qr'`,
    created_at: past,
  },
  credit_note_numbers: {
    client_id: 'client_id',
    number: `'NC-' || i`,
    entry_id: 'gen_random_uuid()',
  },
  destinatarios: {
    id: 'gen_random_uuid()',
    client_id: 'client_id',
    name: `'Local ' || i`,
    name_folded: `'local ' || i`,
  },
  search_terms: {
    client_id: 'client_id',
    kind: `'lot'`,
    term: `'old-' || i`,
    word: '0',
    subject_id: `md5('lot' || i || client_id)::uuid`,
  },
  client_totals: {
    client_id: 'client_id',
    total: `'lots_by_expiry'`,
    key: `(date '2030-01-01' + i)::text`,
    amount: '1',
  },
  audit_entries: {
    id: 'gen_random_uuid()',
    client_id: 'client_id',
    actor: `'staff'`,
    action: `'orders.approve'`,
    created_at: past,
  },
  events: {
    id: `md5('event' || i || client_id)::uuid`,
    client_id: 'client_id',
    type: `'stock.changed'`,
    body: `'{}'`,
    transaction_id: '-i',
    created_at: past,
  },
  deliveries: {
    id: `md5('delivery' || i || client_id)::uuid`,
    client_id: 'client_id',
    endpoint_id: 'endpoint_id',
    event_id: `md5('event' || i || client_id)::uuid`,
    event_type: `'stock.changed'`,
    // Two can be recovered, and the first can be retried.
    status: `case i when 1 then 'failed' when 2 then 'abandoned' else 'succeeded' end`,
    attempts: '1',
    created_at: past,
  },
  idempotency_records: {
    scope: `'POST /orders ' || client_id`,
    key: `'old-' || i`,
    body_hash: `''`,
    created_at: past,
  },
}
export const growingTables = Object.keys(tables)

export async function giveLongHistory(db: Db, veterans: readonly Veteran[]): Promise<void> {
  const ids = (pick: (one: Veteran) => string) => veterans.map(pick)
  const connection = await db.connect()
  await connection.query('set session_replication_role = replica; set statement_timeout = 0')
  for (const [table, columns] of Object.entries(tables)) {
    await insertInBulk(connection, table, () =>
      connection.query(
        `insert into ${table} (${Object.keys(columns).join(', ')})
         select ${Object.values(columns).join(', ')}
         from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[])
           as veteran (client_id, product_id, destinatario_id, endpoint_id),
           generate_series(1, ${sizes.historyRows}) as i`,
        [
          ids(({ id }) => id),
          ids(({ productId }) => productId),
          ids(({ destinatarioId }) => destinatarioId),
          ids(({ endpointId }) => endpointId),
        ],
      ),
    )
  }
  // The next entry of each product writes a checkpoint.
  await connection.query('update stock set entries_since_checkpoint = entries_per_checkpoint() - 1')
  await connection.query('analyze')
  await connection.end()
}
