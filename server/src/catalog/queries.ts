import { gtin14, type Product, type UnitType } from '@anden/contract'
import type { PageRange } from '../db/keyset.ts'
import { containing, empty, fold, sql } from '../db/sql.ts'
import { matchingProducts } from '../search/matches.ts'

const columns = sql`id, client_id,
  (select clients.name from clients where clients.id = products.client_id) as client_name, name, sku, unit_type, gtin, archived, created_at, updated_at`

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
    select id, client_id, name, sku, unit_type, gtin, archived, created_at, updated_at, name_folded
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
}

/** Returns no row if the client already has this SKU. */
export const insertProduct = (product: NewProductRow) =>
  sql<Product>`
    insert into products (id, client_id, name, name_folded, sku, unit_type, gtin)
    values (${product.id}, ${product.client_id}, ${product.name}, ${fold(product.name)}, ${product.sku},
      ${product.unit_type}, ${product.gtin ?? null})
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
      gtin = ${product.gtin}, archived = ${product.archived}, updated_at = now()
    where id = ${product.id}
    returning ${columns}`

export const unarchive = (ids: string[]) =>
  sql<Product>`
    update products
    set archived = false, updated_at = now()
    where id = any(${ids}::uuid[])
    returning ${columns}`
