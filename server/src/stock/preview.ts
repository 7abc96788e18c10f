// What an egreso or a transfer would take now, by the same plan as theirs: only available stock, and nothing that pending
// orders have reserved.
import type { FieldFault, OutgoingGoods, StockPreview } from '@anden/contract'
import { fault } from '@anden/contract/values'
import type { Queryable } from '../db/queryable.ts'
import { refuseBody } from '../problem.ts'
import { type Locked, readLiveProducts, requireActive, wholeUnitsFault } from './lock.ts'
import { requireLots } from './lots.ts'
import { describePicks, planGoodsOut } from './plan-picks.ts'

export async function previewGoodsOut(
  at: Queryable,
  { items }: OutgoingGoods,
  today: string,
): Promise<StockPreview> {
  const products = await readLiveProducts(
    at,
    items.map(({ product_id }) => product_id),
  )
  checkItems(items, products)
  requireActive(
    products,
    items.map(({ product_id }, index) => ({ pointer: `/items/${index}/product_id`, product_id })),
  )
  await requireLots(
    at,
    items.map((item, index) => ({ ...item, pointer: `/items/${index}/lot_id` })),
  )
  const requests = items.map(({ product_id, quantity, vintage_year = null, lot_id = null }) => ({
    product_id,
    quantity,
    vintage_year,
    lot_id,
  }))
  const { picks, shortages } = await planGoodsOut(at, products, requests, today)
  return { items: await describePicks(at, requests, picks), shortages }
}

function checkItems(items: OutgoingGoods['items'], products: Locked): void {
  refuseBody(
    items.flatMap(({ product_id, quantity }, index): FieldFault[] => {
      const product = products.get(product_id)
      if (!product) return [{ pointer: `/items/${index}/product_id`, ...fault('unknown_product') }]
      const fraction = wholeUnitsFault(product.unit_type, quantity)
      return fraction ? [{ pointer: `/items/${index}/quantity`, ...fraction }] : []
    }),
  )
}
