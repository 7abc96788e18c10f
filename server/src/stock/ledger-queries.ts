import type { LedgerCause, LedgerEntry, StockHistoryEntry } from '@anden/contract'
import { live } from '../db/environment.ts'
import type { PageRange } from '../db/keyset.ts'
import { empty, sql } from '../db/sql.ts'
import { quantityBefore } from './past-queries.ts'

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

const documentNumber = sql`(
  select nullif(array_to_string(remitos.remito_number, ', '), '')
  from remitos where remitos.client_id = ledger.client_id and remitos.id = ledger.document_id
) as document_number`

const ledgerColumns = sql`ledger.id, ledger.product_id, ledger.lot_id, lots.lot_number, ledger.delta, ledger.cause,
  ledger.document_id, ${documentNumber}, ledger.reason, ledger.actor, ledger.created_at,
  actor_name(ledger.actor) as actor_name`

/** The entries of an adjustment or a transfer. Remitos have lines of their own. */
export const ledgerOfDocument = (documentId: string) =>
  sql<LedgerEntry>`
    select ${ledgerColumns}
    from stock_ledger ledger
    join lots on lots.id = ledger.lot_id
    where ledger.document_id = ${documentId} and ledger.cause in ('adjustment', 'transfer')
    order by ledger.seq`

type LedgerRange = { from?: string; to?: string }

const oldestFirst = ({ from, to }: LedgerRange, { after, rowLimit }: PageRange) => sql`
      ${after ? sql`and (ledger.created_at, ledger.seq) > (${after[0]}, ${after[1]})` : from ? sql`and ledger.created_at >= ${from}` : empty}
      ${to ? sql`and ledger.created_at < ${to}` : empty}
    order by ledger.product_id, ledger.created_at, ledger.seq
    limit ${rowLimit}`

export type LedgerLine = LedgerEntry & { seq: number }

export const ledgerOldestFirst = (productId: string, range: LedgerRange, page: PageRange) =>
  sql<LedgerLine>`
    select ${ledgerColumns}, ledger.seq
    from stock_ledger ledger
    join lots on lots.id = ledger.lot_id
    where ledger.product_id = ${productId} ${oldestFirst(range, page)}`

export type HistoryLine = Omit<StockHistoryEntry, 'document'> & {
  seq: number
  document_id: string
  document_number: string | null
}

/** The subquery is null for another client's product, so that none of its entries is read. */
export const historyOldestFirst = (
  clientId: string,
  productId: string,
  range: LedgerRange,
  page: PageRange,
) =>
  sql<HistoryLine>`
    select ledger.id, ledger.lot_id, lots.lot_number, ledger.delta, ledger.cause, ledger.document_id,
      ${documentNumber}, ledger.created_at, ledger.seq
    from stock_ledger ledger
    join lots on lots.id = ledger.lot_id
    where ledger.product_id = (select id from products where client_id = ${clientId} and id = ${productId})
      ${oldestFirst(range, page)}`

/** The balance before the range and at its end. */
const balancesOf = ({ from, to }: LedgerRange) => sql`
    select ${from ? quantityBefore(from) : sql`0::numeric`} as opening,
      ${to ? quantityBefore(to) : sql`stock.quantity`} as closing
    from stock`

type Balances = { opening: number; closing: number }

export const ledgerBalances = (productId: string, range: LedgerRange) =>
  sql<Balances>`${balancesOf(range)} where stock.product_id = ${productId} and ${live('stock.client_id')}`

export const historyBalances = (clientId: string, productId: string, range: LedgerRange) =>
  sql<Balances>`${balancesOf(range)} where stock.client_id = ${clientId} and stock.product_id = ${productId}`
