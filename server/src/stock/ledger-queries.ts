import type { LedgerCause, LedgerEntry } from '@anden/contract'
import type { PageRange } from '../db/sort-key.ts'
import { empty, sql } from '../db/sql.ts'

export const quantitiesOf = (productIds: string[]) =>
  sql<{ product_id: string; client_id: string; quantity: number; updated_at: string }>`
    select product_id, client_id, quantity, updated_at
    from stock
    where product_id = any(${productIds}::uuid[])
    order by product_id`

export type NewLedgerEntry = {
  id: string
  client_id: string
  product_id: string
  lot_id: string
  delta: number
}

export const insertLedger = (
  entries: readonly NewLedgerEntry[],
  cause: LedgerCause,
  documentId: string,
  actor: string,
  reason: string | null,
) =>
  sql`
    insert into stock_ledger (id, client_id, product_id, lot_id, delta, cause, document_id, actor, reason)
    select id, client_id, product_id, lot_id, delta, ${cause}, ${documentId}, ${actor}, ${reason}
    from unnest(${entries.map((entry) => entry.id)}::uuid[], ${entries.map((entry) => entry.client_id)}::uuid[],
      ${entries.map((entry) => entry.product_id)}::uuid[], ${entries.map((entry) => entry.lot_id)}::uuid[],
      ${entries.map((entry) => entry.delta)}::numeric[]) as entry (id, client_id, product_id, lot_id, delta)`

const ledgerColumns = sql`ledger.id, ledger.product_id, ledger.lot_id, lots.lot_number, ledger.delta, ledger.cause,
  ledger.document_id, (
    select nullif(array_to_string(remitos.remito_number, ', '), '')
    from remitos where remitos.client_id = ledger.client_id and remitos.id = ledger.document_id
  ) as document_number, ledger.reason, ledger.actor, ledger.created_at`

export const ledgerOfDocument = (documentId: string) =>
  sql<LedgerEntry>`
    select ${ledgerColumns}
    from stock_ledger ledger
    join lots on lots.id = ledger.lot_id
    where ledger.document_id = ${documentId}
    order by ledger.seq`

export type LedgerLine = LedgerEntry & { seq: number }
type LedgerQuery = { product_id: string; from?: string; to?: string }

export const ledgerOldestFirst = ({ product_id, from, to }: LedgerQuery, { after, rowLimit }: PageRange) =>
  sql<LedgerLine>`
    select ${ledgerColumns}, ledger.seq
    from stock_ledger ledger
    join lots on lots.id = ledger.lot_id
    where ledger.product_id = ${product_id}
      ${after ? sql`and (ledger.created_at, ledger.seq) > (${after[0]}, ${after[1]})` : from ? sql`and ledger.created_at >= ${from}` : empty}
      ${to ? sql`and ledger.created_at < ${to}` : empty}
    order by ledger.product_id, ledger.created_at, ledger.seq
    limit ${rowLimit}`

/** The balance before the range and at its end. The sums are index-only scans. */
export const ledgerBalances = ({ product_id, from, to }: LedgerQuery) => {
  const before = (moment: string) => sql`coalesce((
    select sum(delta) from stock_ledger where product_id = stock.product_id and created_at < ${moment}), 0)`
  return sql<{ opening: number; closing: number }>`
    select ${from ? before(from) : sql`0::numeric`} as opening, ${to ? before(to) : sql`stock.quantity`} as closing
    from stock
    where stock.product_id = ${product_id}`
}
