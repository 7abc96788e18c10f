import { type ImportChange, type StockImport, type UnitType, unitTypes } from '@anden/contract'
import { type Statement, sql } from '../../db/sql.ts'
import { takesDecimals } from '../lock.ts'
import type { CountedLine } from './read-line.ts'

export type StagedLine = CountedLine & {
  fresh_product_id: string | null
  fresh_lot_id: string
  entry_id: string
  name_folded: string | null
}

export const insertLines = (lines: readonly StagedLine[]) =>
  sql`
    insert into import_lines (line, sku, quantity, lot_number, expiry_date, vintage_year, fresh_product_id,
      fresh_lot_id, entry_id, name, name_folded, unit_type, location, weight_kg)
    select line, sku, quantity, lot_number, expiry_date, vintage_year, fresh_product_id, fresh_lot_id, entry_id, name,
      name_folded, unit_type, location, weight_kg
    from unnest(${lines.map((one) => one.line)}::int[], ${lines.map((one) => one.sku)}::text[],
      ${lines.map((one) => one.quantity)}::numeric[], ${lines.map((one) => one.lot_number)}::text[],
      ${lines.map((one) => one.expiry_date)}::date[], ${lines.map((one) => one.vintage_year)}::int[],
      ${lines.map((one) => one.fresh_product_id)}::uuid[], ${lines.map((one) => one.fresh_lot_id)}::uuid[],
      ${lines.map((one) => one.entry_id)}::uuid[], ${lines.map((one) => one.name)}::text[],
      ${lines.map((one) => one.name_folded)}::text[], ${lines.map((one) => one.unit_type)}::text[],
      ${lines.map((one) => one.location)}::text[], ${lines.map((one) => one.weight_kg)}::numeric[])
      as counted (line, sku, quantity, lot_number, expiry_date, vintage_year, fresh_product_id,
        fresh_lot_id, entry_id, name, name_folded, unit_type, location, weight_kg)`

/** Autovacuum does not analyze temporary tables. */
export const analyzeLines = sql`analyze import_lines`
export const analyzeProducts = sql`analyze import_products`
export const analyzeChanges = sql`analyze import_changes`

/** The first line that describes a product wins. Ordered, so that two imports cannot deadlock. */
export const insertMissingProducts = (clientId: string) =>
  sql`
    insert into products (id, client_id, name, name_folded, sku, unit_type, location, weight_kg)
    select distinct on (sku) fresh_product_id, ${clientId}, name, name_folded, sku, unit_type, told.location,
      told.weight_kg
    from import_lines
    left join (
      select sku, min(location) as location, min(weight_kg) as weight_kg
      from import_lines
      where location is not null or weight_kg is not null
      group by sku
    ) as told using (sku)
    where fresh_product_id is not null
    order by sku, line
    on conflict (client_id, sku) do nothing`

const namedProducts = (clientId: string) => sql`
  select products.sku, products.id, products.unit_type, stock.quantity, stock.archived, products.location,
    products.weight_kg
  from products
  join stock on stock.product_id = products.id
  where products.client_id = ${clientId} and products.sku in (select sku from import_lines)`

/** In the order of ids, which is the lock order of the whole service. */
export const lockNamedProducts = (clientId: string) =>
  sql`
    insert into import_products (sku, product_id, unit_type, old_quantity, archived, location, weight_kg)
    ${namedProducts(clientId)}
    order by products.id
    for update of stock`

export const lookUpNamedProducts = (clientId: string) =>
  sql`
    insert into import_products (sku, product_id, unit_type, old_quantity, archived, location, weight_kg)
    ${namedProducts(clientId)}
    union all
    (select distinct on (sku) sku, null, unit_type, 0, false, null, null
    from import_lines
    where fresh_product_id is not null
      and sku not in (select sku from products where client_id = ${clientId})
    order by sku, line)`

export type StagedFault = {
  line: number
  kind:
    | 'unknown-sku'
    | 'archived'
    | 'other-unit'
    | 'fraction'
    | 'same-lot'
    | 'other-location'
    | 'other-weight'
    | 'too-much'
  unit_type: UnitType
  first_line: number
  total: number
}

const decimalUnits = unitTypes.filter(takesDecimals)

/** Faults of a line that depend on the products or on other lines. */
export const faultsOfLines = (limit: number) =>
  sql<StagedFault>`
    with judged as (
      select lines.line, products.unit_type, lines.first_line,
        case
          when products.sku is null then 'unknown-sku'
          when products.archived then 'archived'
          when lines.unit_type <> products.unit_type then 'other-unit'
          when lines.quantity <> trunc(lines.quantity)
            and products.unit_type <> all(${decimalUnits}::text[]) then 'fraction'
          when lines.line > lines.first_line then 'same-lot'
        end as kind
      from (
        select line, sku, quantity, unit_type,
          min(line) over (partition by sku, lot_number, expiry_date, vintage_year) as first_line
        from import_lines
      ) as lines
      left join import_products products on products.sku = lines.sku
    )
    select line, kind, unit_type, first_line, count(*) over () as total
    from judged
    where kind is not null
    order by line
    limit ${limit}`

/** Lines that say something else of a product than its first line that says it. Products have one location and one weight. */
export const faultsOfDescriptions = (limit: number) =>
  sql<StagedFault>`
    select line, case when location <> first_location then 'other-location' else 'other-weight' end as kind, unit_type,
      case when location <> first_location then location_line else weight_line end as first_line,
      count(*) over () as total
    from (
      select line, location, weight_kg, unit_type, first_value(location) over places as first_location,
        first_value(line) over places as location_line, first_value(weight_kg) over weights as first_weight,
        first_value(line) over weights as weight_line
      from import_lines
      where location is not null or weight_kg is not null
      window places as (partition by sku order by location is null, line),
        weights as (partition by sku order by weight_kg is null, line)
    ) as described
    where location <> first_location or weight_kg <> first_weight
    order by line
    limit ${limit}`

type ChangeStaging = { order: Statement; createsProduct: Statement }
/** A dry run creates nothing and lists its changes by line. */
export const toPreview: ChangeStaging = {
  order: sql`lines.line`,
  createsProduct: sql`products.product_id is null
    and lines.line = min(lines.line) over (partition by lines.sku)`,
}
/** Grouped by product, so that a stock row is updated once per batch, not once per line. */
export const toWrite: ChangeStaging = {
  order: sql`products.product_id, lines.line`,
  createsProduct: sql`false`,
}

/** Every quantity meets one of the two conditions. Each has a partial index; no index covers all lots of a client. */
const lotsOfClient = (clientId: string) => sql`(
  select id, product_id, lot_number, expires_on, vintage_year, quantity
  from lots
  where client_id = ${clientId} and (quantity > 0 or quantity = 0))`

/**
 * The ids of new rows are ascending by line. They are assigned by position instead, the order in which the rows are
 * inserted, so that indexes on them grow only at their end, and stay a third smaller.
 */
export const insertChanges = (clientId: string, { order, createsProduct }: ChangeStaging) =>
  sql`
    insert into import_changes (position, line, sku, product_id, lot_id, fresh_lot_id, entry_id, lot_number,
      expiry_date, vintage_year, old_quantity, new_quantity, unit_type, location, weight_kg, creates_product)
    select changes.position, changes.line, changes.sku, changes.product_id, changes.lot_id,
      case when changes.lot_id is null and changes.new_quantity > 0 then ids.fresh_lot_id end, ids.entry_id,
      changes.lot_number, changes.expiry_date, changes.vintage_year, changes.old_quantity, changes.new_quantity,
      changes.unit_type, changes.location, changes.weight_kg, changes.creates_product
    from (
      select row_number() over (order by ${order}) as position, lines.line, lines.sku, products.product_id,
        lots.id as lot_id, lines.lot_number, lines.expiry_date, lines.vintage_year,
        coalesce(lots.quantity, 0) as old_quantity, lines.quantity as new_quantity, products.unit_type,
        nullif(lines.location, products.location) as location, nullif(lines.weight_kg, products.weight_kg) as weight_kg,
        ${createsProduct} as creates_product
      from import_lines lines
      join import_products products on products.sku = lines.sku
      left join ${lotsOfClient(clientId)} as lots
        on lots.product_id = products.product_id and lots.lot_number = lines.lot_number
        and lots.expires_on = coalesce(lines.expiry_date, 'infinity'::date)
        and lots.vintage_year is not distinct from lines.vintage_year
    ) as changes
    join (
      select row_number() over (order by line) as position, fresh_lot_id, entry_id from import_lines
    ) as ids on ids.position = changes.position`

/** Products whose quantity would exceed the column, each reported at its last line. */
export const faultsOfSums = (limit: number) =>
  sql<StagedFault>`
    select max(changes.line) as line, 'too-much' as kind, products.unit_type, min(changes.line) as first_line,
      count(*) over () as total
    from import_changes changes
    join import_products products on products.sku = changes.sku
    group by products.sku, products.unit_type, products.old_quantity
    having products.old_quantity + sum(changes.new_quantity - changes.old_quantity) >= 1e12
    order by line
    limit ${limit}`

type ImportSummary = Omit<StockImport, 'id' | 'dry_run'>

/** The fingerprint is the same for the same file while the lots that it names have the same quantities. */
export type Comparison = ImportSummary & { fingerprint: string }

export const importSummary = (productsCreated: number | null) =>
  sql<Comparison>`
    select count(*) as lines,
      coalesce(${productsCreated}::bigint, count(*) filter (where creates_product)) as products_created,
      count(distinct product_id) filter (where location is not null or weight_kg is not null) as products_changed,
      count(*) filter (where lot_id is null and new_quantity > 0) as lots_created,
      count(*) filter (where lot_id is not null and new_quantity <> old_quantity) as lots_changed,
      count(*) filter (where new_quantity = old_quantity) as unchanged,
      left(encode(sha256(convert_to(string_agg(line || ' ' || old_quantity, ',' order by line), 'UTF8')), 'hex'), 32)
        as fingerprint
    from import_changes`

export const changesByLine = (after: number, limit: number) =>
  sql<ImportChange & { position: number }>`
    select position, line, sku, lot_number, expiry_date, vintage_year, old_quantity, new_quantity,
      new_quantity - old_quantity as delta, unit_type, location, weight_kg, creates_product, lot_id is null and new_quantity > 0 as creates_lot
    from import_changes
    where position > ${after}
      and (new_quantity <> old_quantity or creates_product or location is not null or weight_kg is not null)
    order by position
    limit ${limit}`
