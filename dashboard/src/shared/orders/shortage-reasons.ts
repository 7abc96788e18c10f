// How much of a product is available, and why the rest of it cannot be taken: `hay 236 cajas: 230 en lotes retenidos y 6
// reservadas`.
import type { Shortage, ShortageReason } from '@anden/sdk'
import { plural, t } from '@lingui/core/macro'
import { formatList, formatNumber } from '../../ui/format.ts'
import { quantityText } from '../../ui/values.tsx'

/** `Only 3 cases available`; `No vintage 2019 in stock` if a line asks for a vintage of which nothing is there. */
export function availableText(available: number, unit: string, shortage?: Shortage): string {
  const quantity = quantityText(available, unit)
  if (available > 0)
    return plural(available, { one: `Only ${quantity} available`, other: `Only ${quantity} available` })
  const { vintage_year, in_stock = 0, reasons = [] } = shortage ?? {}
  const other = reasons.find(({ code }) => code === 'other_vintage')?.quantity ?? 0
  return vintage_year && in_stock === other ? t`No vintage ${vintage_year} in stock` : t`Nothing available`
}

/** Empty if nothing is in stock beyond the available quantity. */
export function reasonsText({ in_stock, reasons, products }: Shortage): string {
  if (reasons.length === 0) return ''
  const parts = formatList(reasons.map(partText))
  return t`in stock ${quantityText(in_stock, products.unit_type)}: ${parts}`
}

/** Appends the reasons to a sentence, in brackets. */
export function withReasons(sentence: string, shortage: Shortage): string {
  const why = reasonsText(shortage)
  return why === '' ? sentence : `${sentence} (${why})`
}

function partText({ code, quantity }: ShortageReason): string {
  const count = formatNumber(quantity)
  switch (code) {
    case 'expired':
      return t`${count} in expired lots`
    case 'on_hold':
      return t`${count} in lots on hold`
    case 'reserved':
      return t`${count} reserved by other orders`
    case 'other_vintage':
      return t`${count} of another vintage`
    case 'other_lot':
      return t`${count} in other lots`
    case 'other_items':
      return t`${count} for other lines`
    default:
      return `${count} ${code}`
  }
}
