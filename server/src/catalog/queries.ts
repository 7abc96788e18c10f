import { gtin14, type Product, type UnitType } from '@anden/contract'
import type { PageRange } from '../db/keyset.ts'
import { containing, empty, fold, raw, sql } from '../db/sql.ts'
import { matchingProducts } from '../search/matches.ts'

const columns = sql`id, client_id,
  (select clients.name from clients where clients.id = products.client_id) as client_name, name, sku, unit_type, gtin, location, weight_kg,
  archived, created_at, updated_at`

type ProductQuery = { sku?: string; gtin?: string; name?: string; q?: string; archived?: boolean }

export const productsBySku = (
  clientId: string,
  { sku, gtin, name, q, archived = false }: ProductQuery,
  { after, rowLimit }: PageRange,
) =>
  sql<Product>`
    ${q ? matchingRows(clientId, q) : empty}
    select ${columns}
    from products
    where client_id = ${clientId} and archived = ${archived}
      ${sku ? sql`and sku = ${sku}` : empty}
      ${gtin ? hasGtin(gtin) : empty}
      ${name ? sql`and name_folded like ${containing(fold(name))}` : empty}
      ${after ? sql`and (sku, id) > (${after[0]}, ${after[1]})` : empty}
    order by client_id, sku, id
    limit ${rowLimit}`

/** Materialised: few match, and they are sorted. Otherwise the planner may read all SKUs in order until it finds them. */
const matchingRows = (clientId: string, q: string) => sql`
  with products as materialized (
    select id, client_id, name, sku, unit_type, gtin, location, weight_kg, archived, created_at, updated_at, name_folded
    from products
    where client_id = ${clientId} and id = any(${matchingProducts(clientId, q)}))`

const hasGtin = (gtin: string) => sql`and gtin is not null and lpad(gtin, 14, '0') = ${gtin14(gtin)}`

export type NewProductRow = {
  id: string
  client_id: string
  name: string
  sku: string
  unit_type: UnitType
  gtin?: string | null
  location?: string | null
  weight_kg?: number | null
}

/** Returns no row if the client already has this SKU. */
export const insertProduct = (product: NewProductRow) =>
  sql<Product>`
    insert into products (id, client_id, name, name_folded, sku, unit_type, gtin, location, weight_kg)
    values (${product.id}, ${product.client_id}, ${product.name}, ${fold(product.name)}, ${product.sku},
      ${product.unit_type}, ${product.gtin ?? null}, ${product.location ?? null}, ${product.weight_kg ?? null})
    on conflict (client_id, sku) do nothing
    returning ${columns}`

export const lockProductRow = (id: string) =>
  sql<Product>`select ${columns} from products where id = ${id} for update`

export const productById = (id: string) => sql<Product>`select ${columns} from products where id = ${id}`

export const productBySku = (clientId: string, sku: string) =>
  sql<Product>`select ${columns} from products where client_id = ${clientId} and sku = ${sku}`

export const productByGtin = (clientId: string, gtin: string) =>
  sql<Product>`select ${columns} from products where client_id = ${clientId} ${hasGtin(gtin)}`

export const updateProduct = (product: Product) =>
  sql<Product>`
    update products
    set name = ${product.name}, name_folded = ${fold(product.name)}, sku = ${product.sku},
      gtin = ${product.gtin}, location = ${product.location}, weight_kg = ${product.weight_kg}, archived = ${product.archived}, updated_at = now()
    where id = ${product.id}
    returning ${columns}`

export const unarchive = (ids: string[]) =>
  sql<Product>`
    update products
    set archived = false, updated_at = now()
    where id = any(${ids}::uuid[])
    returning ${columns}`

/** Those with one of these SKUs; locked in the order of their ids, if they are to be changed. */
export const productsToMatch = (clientId: string, skus: string[], isLocked: boolean) =>
  sql<Product>`
    select ${columns}
    from products
    where client_id = ${clientId} and sku = any(${skus}::text[])
    order by id
    ${isLocked ? raw('for update of products') : empty}`

export const holdersOfGtins = (clientId: string, gtins: string[]) =>
  sql<{ sku: string; gtin14: string }>`
    select sku, lpad(gtin, 14, '0') as gtin14
    from products
    where client_id = ${clientId} and gtin is not null and lpad(gtin, 14, '0') = any(${gtins}::text[])`

/** Two sheets at the same time would both create what neither finds. */
export const lockProductImports = (clientId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`products from sheets of ${clientId}`}, 0))`

const rowsOf = (products: readonly Product[]) =>
  JSON.stringify(products.map((product) => ({ ...product, name_folded: fold(product.name) })))
const fieldsOfRows = raw('name text, name_folded text, gtin text, location text, weight_kg numeric')

export const insertProducts = (clientId: string, products: readonly Product[]) =>
  sql<Product>`
    insert into products (id, client_id, name, name_folded, sku, unit_type, gtin, location, weight_kg)
    select id, ${clientId}, name, name_folded, sku, unit_type, gtin, location, weight_kg
    from json_to_recordset(${rowsOf(products)}::json) as given (id uuid, sku text, unit_type text, ${fieldsOfRows})
    order by id
    returning ${columns}`

/** Their ids are said twice, so that only their rows are read, and not all of the client. */
export const updateProducts = (clientId: string, products: readonly Product[]) =>
  sql<Product>`
    with updated as (
      update products
      set name = given.name, name_folded = given.name_folded, gtin = given.gtin, location = given.location,
        weight_kg = given.weight_kg, updated_at = now()
      from json_to_recordset(${rowsOf(products)}::json) as given (id uuid, ${fieldsOfRows})
      where products.client_id = ${clientId} and products.id = given.id
        and products.id = any(${products.map(({ id }) => id)}::uuid[])
      returning products.*)
    select ${columns} from updated as products`
