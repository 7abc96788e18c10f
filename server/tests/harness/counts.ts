// Counts of stock, sent as CSV, and the resulting rows in the database.
import type { Queryable } from '../../src/db/queryable.ts'
import { raw, sql } from '../../src/db/sql.ts'
import type { Caller } from './http.ts'

type Options = { dryRun?: boolean; headers?: Record<string, string> }

/** Sends the file, given as text, as lines or as bytes. */
export function sendCount(
  staff: Caller,
  clientId: string,
  file: string | readonly string[] | Uint8Array<ArrayBuffer>,
  { dryRun = false, headers = {} }: Options = {},
) {
  const content = file instanceof Uint8Array || typeof file === 'string' ? file : file.join('\n')
  return staff.post(
    `/stock/imports?client_id=${clientId}${dryRun ? '&dry_run=true' : ''}`,
    new Blob([content]),
    { 'content-type': 'text/csv', ...headers },
  )
}

type Counted = {
  sku: string
  lot_number: string
  expiry_date: string | null
  vintage_year: number | null
  quantity: number
}

/** Every lot of the client, depleted ones included. */
export const lotsOf = (db: Queryable, clientId: string) =>
  db.rows(sql<Counted>`
    select products.sku, lots.lot_number, lots.expiry_date, lots.vintage_year, lots.quantity
    from lots join products on products.id = lots.product_id
    where lots.client_id = ${clientId}
    order by products.sku, lots.lot_number, lots.expires_on, lots.vintage_year`)

/** How many rows each table has. */
export async function rowCounts(db: Queryable): Promise<Record<string, number>> {
  const tables = await db.rows(
    sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  // In one statement, because there are nearly a hundred tables.
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*) from ${name}`)
  const rows = await db.rows(sql<{ name: string; count: number }>`${raw(counts.join(' union all '))}`)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}
