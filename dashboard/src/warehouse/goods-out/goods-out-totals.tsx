import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueries } from '@tanstack/react-query'
import { totalsText } from '../../ui/units.ts'
import { staffStockOf } from '../stock/queries.ts'
import { type GoodsOutLine, isCounted } from './fields.ts'

/** How much leaves, by unit. */
export function GoodsOutTotals({ items }: { items: readonly GoodsOutLine[] }) {
  const { t } = useLingui()
  const counted = items.filter(isCounted)
  const rows = useQueries({ queries: counted.map(({ product_id }) => staffStockOf(product_id)) })
  const total = totalsText(
    counted.map(({ quantity }, index) => ({
      quantity: Number(quantity),
      unit: rows[index]?.data?.products.unit_type ?? '',
    })),
  )
  const count = plural(counted.length, { one: '# line', other: '# lines' })
  return <span role="status">{counted.length > 0 ? t`${total} in ${count}` : ''}</span>
}
