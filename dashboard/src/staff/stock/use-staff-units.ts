import { useQueries } from '@tanstack/react-query'
import type { UnitOf } from '../../ui/number/typed-number.ts'
import { staffStockOf } from './queries.ts'

/** The units of products by id; empty while a unit is unknown. */
export function useStaffUnits(productIds: readonly string[]): UnitOf {
  const rows = useQueries({ queries: [...new Set(productIds)].map(staffStockOf) })
  const units = new Map(
    rows.flatMap(({ data }) => (data ? [[data.product_id, data.products.unit_type] as const] : [])),
  )
  return (id) => units.get(id) ?? ''
}
