import { plural } from '@lingui/core/macro'
import { withReasons } from '../../shared/orders/shortage-reasons.ts'
import { exact } from '../../shared/stock/exact.ts'
import { formatNumber } from '../../ui/format.ts'
import { quantityText } from '../../ui/values.tsx'
import type { NamedShortage } from './act-on-orders.ts'

/** Describes a shortage: `Malbec 750: 4 cajas short, 8 of 12 available (in stock 20 cajas: 12 in lots on hold)`. */
export function shortageText(shortage: NamedShortage): string {
  const { name, requested, available, vintage_year, products } = shortage
  const [there, asked] = [formatNumber(available), formatNumber(requested)]
  const product = [name, vintage_year].filter(Boolean).join(' ')
  const short = exact(requested - available)
  const missing = quantityText(short, products.unit_type)
  const sentence = plural(short, {
    one: `${missing} short, ${there} of ${asked} available`,
    other: `${missing} short, ${there} of ${asked} available`,
  })
  return withReasons(product === '' ? sentence : `${product}: ${sentence}`, shortage)
}
