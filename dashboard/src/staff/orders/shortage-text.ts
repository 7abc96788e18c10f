import { useLingui } from '@lingui/react/macro'
import { withReasons } from '../../shared/orders/shortage-reasons.ts'
import { formatNumber } from '../../ui/format.ts'
import { quantityText } from '../../ui/values.tsx'
import type { NamedShortage } from './act-on-orders.ts'

/** Describes a shortage: `Malbec 750: 4 cajas short, 8 of 12 available (in stock 20 cajas: 12 in lots on hold)`. */
export function useShortageText(): (shortage: NamedShortage) => string {
  const { t } = useLingui()
  return (shortage) => {
    const { name, requested, available, vintage_year, products } = shortage
    const missing = quantityText(requested - available, products.unit_type)
    const [there, asked] = [formatNumber(available), formatNumber(requested)]
    const product = [name, vintage_year].filter(Boolean).join(' ')
    if (product === '') return withReasons(t`${missing} short, ${there} of ${asked} available`, shortage)
    return withReasons(t`${product}: ${missing} short, ${there} of ${asked} available`, shortage)
  }
}
