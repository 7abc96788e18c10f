// What an unknown SKU of a sheet may have been meant for.
import { editDistance } from '@anden/contract/validation'
import type { SheetFault } from '@anden/contract/values'
import type { Queryable } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import { nearMatches } from '../search/near.ts'

type Candidates = SheetFault['candidates']

const maxCandidates = 5

/** By each SKU the products with a similar one, the nearest first. */
export async function nearSkus(
  at: Queryable,
  clientId: string,
  skus: readonly string[],
): Promise<Map<string, Candidates>> {
  const near = await nearMatches(at, clientId, 'product', skus)
  const ids = [...new Set([...near.values()].flat())]
  const names = ids.length > 0 ? await at.rows(productNames(clientId, ids)) : []
  const byId = new Map(names.map((row) => [row.id, row]))
  return new Map(
    [...near].map(([sku, subjects]): [string, Candidates] => {
      const distance = (other: string) => editDistance(sku.toLowerCase(), other.toLowerCase())
      const ranked = subjects
        .flatMap((id) => byId.get(id) ?? [])
        .sort((a, b) => distance(a.sku) - distance(b.sku))
      return [sku, ranked.slice(0, maxCandidates).map((row) => ({ value: row.sku, label: row.name }))]
    }),
  )
}

const productNames = (clientId: string, ids: string[]) =>
  sql<{ id: string; sku: string; name: string }>`
    select id, sku, name from products where client_id = ${clientId} and id = any(${ids}::uuid[]) and not archived`
