// Documents name products without their unit of measure. Units never change, so one page of the stock is read once for
// all of them. A product that is not on it, or is archived, is fetched individually.
import { useQueries, useQuery } from '@tanstack/react-query'
import { formatList } from '../../ui/format.ts'
import type { UnitOf } from '../../ui/number/typed-number.ts'
import { quantityText } from '../../ui/values.tsx'
import { one, portal } from '../api.ts'

const firstUnits = one(['session', 'units'], async (options) => {
  const { data } = await portal.stock.list({ limit: 100 }, options)
  return new Map<string, string>(data.map(({ product_id, products }) => [product_id, products.unit_type]))
})

const unitOf = (id: string) =>
  one(['session', 'units', id], async (options) => {
    const { products } = await portal.stock.get(id, {}, options)
    return [id, products.unit_type] as const
  })

/** The units of products by id; empty while a unit is unknown. */
export function useUnits(productIds: readonly string[]): UnitOf {
  const lasting = { staleTime: Number.POSITIVE_INFINITY }
  const first = useQuery({ ...firstUnits, ...lasting })
  const others = first.isFetched ? [...new Set(productIds)].filter((id) => !first.data?.has(id)) : []
  const found = useQueries({ queries: others.map((id) => ({ ...unitOf(id), ...lasting })) })
  const units = new Map([...(first.data ?? []), ...found.flatMap(({ data }) => (data ? [data] : []))])
  return (id) => units.get(id) ?? ''
}

/** Quantities summed by unit, such as `18 cajas y 3 kg`. */
export function totalsText(entries: readonly { quantity: number; unit: string }[]): string {
  const thousandths = new Map<string, number>()
  for (const { quantity, unit } of entries)
    thousandths.set(unit, (thousandths.get(unit) ?? 0) + Math.round(quantity * 1_000))
  return formatList([...thousandths].map(([unit, total]) => quantityText(total / 1_000, unit)))
}

/** The smallest possible quantity. As `min_quantity`, it selects only products in stock. */
export const anyQuantity = 0.001
