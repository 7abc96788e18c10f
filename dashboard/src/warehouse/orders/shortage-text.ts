import { useLingui } from '@lingui/react/macro'
import { formatNumber } from '../../ui/format.ts'
import type { NamedShortage } from './act-on-orders.ts'

/** What is missing, in words: `Malbec 750: 4 short, 8 of 12 available`. */
export function useShortageText(): (shortage: NamedShortage) => string {
  const { t } = useLingui()
  return ({ name, requested, available, vintage_year }) => {
    const missing = formatNumber(requested - available)
    const [there, asked] = [formatNumber(available), formatNumber(requested)]
    const product = [name, vintage_year].filter(Boolean).join(' ')
    if (product === '') return t`${missing} short, ${there} of ${asked} available`
    return t`${product}: ${missing} short, ${there} of ${asked} available`
  }
}
