import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { totalsText } from '../../shared/stock/units.ts'

/** The total quantity that leaves, by unit. */
export function GoodsOutTotals({ counted }: { counted: readonly { quantity: number; unit: string }[] }) {
  const { t } = useLingui()
  const total = totalsText(counted)
  const count = plural(counted.length, { one: '# line', other: '# lines' })
  return <span role="status">{counted.length > 0 ? t`${total} in ${count}` : ''}</span>
}
