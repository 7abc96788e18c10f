// Which rows a reset deletes, in an order in which no row is left that refers to a deleted one. Each statement deletes at most so many
// rows of one sandbox, which it finds by an index. What is not named here stays: keys, webhook endpoints, who inspects, the views of
// people, versions, totals, which follow what is deleted, and in the audit log what is about those and about the sandbox as a whole.
import { raw, type Statement, sql } from '../../db/sql.ts'

export type RowsOfSandbox = {
  /** How many there are. */
  count: (clientId: string) => Statement<{ count: number }>
  delete: (clientId: string, limit: number) => Statement
}

/** What is found, and what happens to it. `found` selects from the table, and ends in a condition. */
function rows(
  table: string,
  found: (clientId: string) => Statement,
  remove: Statement = sql`delete from ${raw(table)}`,
): RowsOfSandbox {
  return {
    count: (clientId) => sql`select count(*)::int as count ${found(clientId)}`,
    delete: (clientId, limit) => sql`
      ${remove}
      where ctid = any(array(select ${raw(table)}.ctid ${found(clientId)} limit ${limit}))`,
  }
}

const all = (table: string, condition: Statement = sql`true`) =>
  rows(table, (clientId) => sql`from ${raw(table)} where client_id = ${clientId} and ${condition}`)

/** Those of rows that are still there: `on` joins both. */
const ofParent = (table: string, parent: string, on: string) =>
  rows(
    table,
    (clientId) => sql`
      from ${raw(parent)}
      join ${raw(table)} on ${raw(on)}
      where ${raw(parent)}.client_id = ${clientId}`,
  )

/** Files are no longer served at once; the sweep deletes them, unless a backup reads them. */
const removedFiles: RowsOfSandbox[] = [
  rows(
    'acceptance_files',
    (clientId) => sql`from acceptance_files where client_id = ${clientId} and state <> 'removed'`,
    sql`update acceptance_files set state = 'removed', acceptance_id = null`,
  ),
  rows(
    'order_attachments',
    (clientId) => sql`
      from orders
      join order_attachments on order_attachments.order_id = orders.id
      where orders.client_id = ${clientId}`,
    sql`update order_attachments set state = 'removed', order_id = null`,
  ),
]

export const rowsOfSandbox: readonly RowsOfSandbox[] = [
  ofParent('sandbox_simulations', 'orders', 'sandbox_simulations.order_id = orders.id'),
  all('sandbox_faults'),
  all('sandbox_mails'),
  // With their deliveries.
  all('events'),
  all('requests'),
  all('request_hours'),
  all('request_reads'),
  rows('idempotency_records', ofScope),
  ...removedFiles,
  ofParent(
    'remito_acceptance_lines',
    'remito_acceptances',
    'remito_acceptance_lines.acceptance_id = remito_acceptances.id',
  ),
  all('remito_acceptances'),
  all('return_items'),
  all('ingreso_numbers'),
  all('remito_items'),
  // The goods that came back, then the returns, then the remitos that the goods had left with.
  all('remitos', sql`return_id is not null`),
  all('returns'),
  all('remitos'),
  all('imported_orders'),
  ofParent('order_changes', 'orders', 'order_changes.order_id = orders.id'),
  ofParent('order_steps', 'orders', 'order_steps.order_id = orders.id'),
  ofParent('order_items', 'orders', 'order_items.order_id = orders.id'),
  all('orders'),
  all('destinatarios'),
  all('inbound_items'),
  all('inbound_notices'),
  all('credit_note_numbers'),
  // A reversal before what it reverses.
  all('account_entries', sql`reverses is not null`),
  all('account_entries'),
  all('account_totals'),
  ofParent('stock_ledger', 'products', 'stock_ledger.product_id = products.id'),
  ofParent('lots', 'products', 'lots.product_id = products.id'),
  ofParent('stock_checkpoints', 'products', 'stock_checkpoints.product_id = products.id'),
  ofParent('stock', 'products', 'stock.product_id = products.id'),
  all('products'),
  all('search_terms', sql`kind <> 'client'`),
  all('order_series'),
  all('inbound_series'),
  all('return_series'),
  all('sandbox_remito_series'),
  all('audit_entries', sql`split_part(action, '.', 1) not in ('keys', 'webhooks', 'sandbox')`),
]

/** A scope starts with whose request it is. */
function ofScope(clientId: string): Statement {
  return sql`
    from idempotency_records
    where scope collate "C" >= 'ffffffff-'
      and scope collate "C" >= ${`${clientId} `} and scope collate "C" < ${`${clientId}!`}`
}
