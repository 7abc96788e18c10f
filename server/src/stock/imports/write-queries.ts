// Statements that apply a count from the staging tables.
import { sql } from '../../db/sql.ts'

export type PositionRange = { from: number; to: number }
export type CountImport = { clientId: string; documentId: string; actor: string; recordedAt: string }

/** The time of all entries, so that no moment shows half of the count. Read when its products are locked. */
export const timeOfCount = sql<{
  recorded_at: string
}>`select clock_timestamp()::timestamptz(3) as recorded_at`

/** Entries may refer to lots that the next statement creates. */
export const deferLotCheck = sql`set constraints stock_ledger_lot_fkey deferred`
export const checkLotsNow = sql`set constraints stock_ledger_lot_fkey immediate`

/** A trigger applies them to stock and to existing lots. */
export const insertCountedEntries = (
  { clientId, documentId, actor, recordedAt }: CountImport,
  { from, to }: PositionRange,
) =>
  sql`
    insert into stock_ledger (id, client_id, product_id, lot_id, delta, cause, document_id, actor, created_at)
    select entry_id, ${clientId}, product_id, coalesce(lot_id, fresh_lot_id), new_quantity - old_quantity,
      'csv_import', ${documentId}, ${actor}, ${recordedAt}
    from import_changes
    where position between ${from} and ${to} and new_quantity <> old_quantity
    order by position`

export const insertCountedLots = ({ clientId }: CountImport, { from, to }: PositionRange) =>
  sql`
    insert into lots (id, client_id, product_id, lot_number, expiry_date, vintage_year, quantity, source_type)
    select fresh_lot_id, ${clientId}, product_id, lot_number, expiry_date, vintage_year, new_quantity, 'csv_import'
    from import_changes
    where position between ${from} and ${to} and fresh_lot_id is not null
    order by position`

/** A trigger has updated stock from the ledger; the import has filled its new lots itself. */
export const productUnlikeItsLots = sql<{ sku: string }>`
  select products.sku
  from import_products products
  join stock on stock.product_id = products.product_id
  where stock.quantity <> (
    select coalesce(sum(lots.quantity), 0)
    from lots
    where lots.client_id = stock.client_id and lots.product_id = stock.product_id and lots.quantity > 0)
  limit 1`
