// Imports that were made. Each has an audit entry with its summary, and ledger entries with what it changed.

import type { ImportedLot, StockImportRecord } from '@anden/contract'
import { live, liveOrOfWarehouse } from '../../db/environment.ts'
import { equalsOf, newestFirst, type PageRange, type TimeRange } from '../../db/keyset.ts'
import { empty, sql } from '../../db/sql.ts'

export type ImportEntry = StockImportRecord & { entry_id: string }

const columns = sql`entry.subject_id as id, entry.client_id,
  (select clients.name from clients where clients.id = entry.client_id) as client_name, entry.actor, (entry.after->>'lines')::int as lines,
  (entry.after->>'products_created')::int as products_created,
  coalesce((entry.after->>'products_changed')::int, 0) as products_changed, (entry.after->>'lots_created')::int as lots_created,
  (entry.after->>'lots_changed')::int as lots_changed, (entry.after->>'unchanged')::int as unchanged, entry.created_at,
  actor_name(entry.actor) as actor_name, entry.id as entry_id`

export const importsNewestFirst = (
  { client_id, ...range }: { client_id?: string } & TimeRange,
  page: PageRange,
) =>
  sql<ImportEntry>`
    select ${columns}
    from (
      select id, client_id, actor, subject_id, after, created_at
      from audit_entries
      ${newestFirst(equalsOf({ client_id, action: sql`'stock.import'` }), range, page, sql`and ${liveOrOfWarehouse()}`)}
    ) as entry
    order by entry.created_at desc, entry.id desc`

export const importById = (id: string) =>
  sql<ImportEntry>`
    select ${columns} from audit_entries entry where entry.subject_id = ${id} and entry.action = 'stock.import' and ${live('entry.client_id')}`

export type ImportedLotRow = ImportedLot & { seq: number }

/** In the order in which they were written: by product, then by line. */
export const importedLots = (importId: string, { after, rowLimit }: PageRange) =>
  sql<ImportedLotRow>`
    select ledger.id, ledger.product_id, json_build_object('name', products.name, 'sku', products.sku) as products,
      products.unit_type, ledger.lot_id, lots.lot_number, lots.expiry_date, lots.vintage_year, ledger.delta, ledger.seq
    from stock_ledger ledger
    join lots on lots.id = ledger.lot_id
    join products on products.id = ledger.product_id
    where ledger.document_id = ${importId} and ledger.cause = 'csv_import'
      ${after ? sql`and ledger.seq > ${after[0]}` : empty}
    order by ledger.document_id, ledger.seq
    limit ${rowLimit}`
