// Statements that apply a count from the staging tables.
import { type Statement, sql } from '../../db/sql.ts'

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

/** Where products stand and what they weigh, as the file says it. Their stock rows are locked. */
export const updateDescribedProducts = ({ clientId }: CountImport) =>
  sql`
    update products
    set location = coalesce(described.location, products.location),
      weight_kg = coalesce(described.weight_kg, products.weight_kg), updated_at = now()
    from (
      select product_id, min(location) as location, min(weight_kg) as weight_kg
      from import_changes
      where location is not null or weight_kg is not null
      group by product_id
    ) as described
    where products.client_id = ${clientId} and products.id = described.product_id`

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

// The events of a count, with the payloads rendered by PostgreSQL, which is faster than in Node.js. They are concatenated,
// because row_to_json takes twice as long (docs/decisions/0021-csv-imports.md). A test compares the bytes with those of
// renderPayload.

/** One id for each position of the range, as an array literal. */
type EventsOfRange = { range: PositionRange; ids: string }

const quotedTime = (moment: Statement) =>
  sql`'"' || to_char(${moment} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"'`

// As a subquery it is formatted once, not once per lot.
const now = sql`(select ${quotedTime(sql`now()::timestamptz(3)`)})`

const lotFields = (lotId: Statement) => sql`
  '{"lot_id":"' || ${lotId} || '","product_id":"' || product_id || '","lot_number":' || to_json(lot_number)
    || ',"expiry_date":' || coalesce('"' || expiry_date || '"', 'null')
    || ',"vintage_year":' || coalesce(vintage_year::text, 'null')`

/** Events of lots that were created or emptied. */
export const lotEventsOfCount = ({ clientId }: CountImport, { range: { from, to }, ids }: EventsOfRange) =>
  sql`
    select (${ids}::uuid[])[position - ${from}::int + 1], ${clientId}::uuid, 'lot.created', fresh_lot_id,
      ${lotFields(sql`fresh_lot_id`)} || ',"quantity":' || trim_scale(new_quantity)
        || ',"source_type":"csv_import","created_at":' || ${now} || '}'
    from import_changes
    where position between ${from} and ${to} and fresh_lot_id is not null
    union all
    select (${ids}::uuid[])[position - ${from}::int + 1], ${clientId}::uuid, 'lot.depleted', lot_id,
      ${lotFields(sql`lot_id`)} || ',"depleted_at":' || ${now} || '}'
    from import_changes
    where position between ${from} and ${to} and new_quantity = 0 and old_quantity > 0`

export const productsOfCount = sql<{ count: number }>`select count(*) from import_products`

/** One event for each product, with its net change; none if that is 0. */
export const stockEventsOfCount = ({ clientId }: CountImport, { range: { from, to }, ids }: EventsOfRange) =>
  sql`
    select (${ids}::uuid[])[position - ${from}::int + 1], ${clientId}::uuid, 'stock.changed', products.product_id,
      '{"product_id":"' || products.product_id || '","old_quantity":' || trim_scale(products.old_quantity)
        || ',"new_quantity":' || trim_scale(stock.quantity)
        || ',"delta":' || trim_scale(stock.quantity - products.old_quantity)
        || ',"source":null,"updated_at":' || ${quotedTime(sql`stock.updated_at`)} || '}'
    from import_products products
    join stock on stock.product_id = products.product_id
    where products.position between ${from} and ${to} and stock.quantity <> products.old_quantity`
