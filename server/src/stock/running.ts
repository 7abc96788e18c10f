// What is left for each of several orders, if those before it are placed: the same sums as for one order, less what they take.
import { type ByVintage, fromThousandths, type Shortfall, thousandths, totalOf } from './availability.ts'
import type { Locked } from './lock.ts'
import { type Sums, shortagesIn } from './reserve.ts'

export type RunningStock = ReturnType<typeof runningStock>

export function runningStock(sums: Sums, products: Locked) {
  const pickable = Map.groupBy(sums.pickable, ({ product_id }) => product_id)
  const reserved = Map.groupBy(sums.reservedOfVintages, ({ product_id }) => product_id)
  const taken = new Map<string, ByVintage[]>()
  const takenOf = (productId: string) => taken.get(productId) ?? []
  const availableOf = (productId: string) => {
    const { reserved_quantity = 0 } = products.get(productId) ?? {}
    return totalOf(pickable.get(productId) ?? [], productId) - thousandths(reserved_quantity)
  }
  return {
    /** Before any of the orders; in units of the product. */
    available: (productId: string) => fromThousandths(Math.max(0, availableOf(productId))),
    /** What is missing for this order. What the others take counts as other items of the same request. */
    shortagesOf(requested: readonly ByVintage[]): Shortfall[] {
      const ids = [...new Set(requested.map(({ product_id }) => product_id))]
      const before = ids.flatMap(takenOf)
      const left = {
        pickable: ids.flatMap((id) => pickable.get(id) ?? []),
        reservedOfVintages: [
          ...ids.flatMap((id) => reserved.get(id) ?? []),
          ...before.filter(({ vintage_year }) => vintage_year !== null),
        ],
      }
      const own = new Map(
        ids.flatMap((id) => {
          const product = products.get(id)
          if (!product) return []
          const reserved_quantity = fromThousandths(
            thousandths(product.reserved_quantity) + totalOf(before, id),
          )
          return [[id, { ...product, reserved_quantity }] as const]
        }),
      )
      return shortagesIn(left, own, requested).map((shortfall) => ({
        ...shortfall,
        other_items: fromThousandths(totalOf(before, shortfall.product_id, shortfall.vintage_year)),
      }))
    },
    take(requested: readonly ByVintage[]): void {
      for (const line of requested) taken.set(line.product_id, [...takenOf(line.product_id), line])
    },
  }
}
