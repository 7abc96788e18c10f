// Why goods in the warehouse cannot be taken. Read only when something is short, so that an accepted order does not pay for
// it. A writer has locked the products, and a reader uses the snapshot of its plan, so the sums agree with both.
import { type Shortage, type ShortageCause, shortageCauses } from '@anden/contract'
import type { Queryable } from '../db/queryable.ts'
import { unreachable } from '../problem.ts'
import { fromThousandths, type Shortfall, thousandths } from './availability.ts'
import { onTheShelf, type ShelfRow } from './availability-queries.ts'
import { type Locked, shownProduct } from './lock.ts'

/** Every shortfall must belong to one of the products. */
export async function withReasons(
  at: Queryable,
  shortfalls: readonly Shortfall[],
  products: Locked,
  today: string,
): Promise<Shortage[]> {
  const short = new Set(shortfalls.map(({ product_id }) => product_id))
  const keys = [...products.values()].filter(({ product_id }) => short.has(product_id))
  if (keys.length === 0) return []
  const lotIds = shortfalls.flatMap(({ lot_id }) => lot_id ?? [])
  const shelf = Map.groupBy(await at.rows(onTheShelf(keys, lotIds, today)), ({ product_id }) => product_id)
  return shortfalls.map((shortfall) => {
    const { product_id, ...shortage } = shortfall
    const product = products.get(product_id) ?? unreachable('a shortfall of a product that was not read')
    return {
      product_id,
      products: shownProduct(product),
      ...explained(shortage, shelf.get(product_id) ?? []),
    }
  })
}

/** The part that is pickable but neither available nor taken by other items is reserved. */
function explained(
  { lot_id, other_items = 0, ...shortage }: Omit<Shortfall, 'product_id'>,
  shelf: readonly ShelfRow[],
) {
  const sums: Partial<Record<ShortageCause, number>> = { other_items: thousandths(other_items) }
  const add = (cause: ShortageCause, count: number) => {
    sums[cause] = (sums[cause] ?? 0) + count
  }
  let pickable = 0
  let inStock = 0
  for (const row of shelf) {
    const count = thousandths(row.quantity)
    const cause = unsuitable(row, lot_id, shortage.vintage_year) ?? row.unpickable
    inStock += count
    if (cause) add(cause, count)
    else pickable += count
  }
  add('reserved', pickable - thousandths(shortage.available) - thousandths(other_items))
  const reasons = shortageCauses.flatMap((code) => {
    const count = sums[code] ?? 0
    return count > 0 ? [{ code, quantity: fromThousandths(count) }] : []
  })
  return { ...shortage, in_stock: fromThousandths(inStock), reasons }
}

function unsuitable(row: ShelfRow, lotId: string | null | undefined, vintage: number | undefined) {
  if (lotId) return row.lot_id === lotId ? null : 'other_lot'
  return vintage === undefined || row.vintage_year === vintage ? null : 'other_vintage'
}
