import { useLingui } from '@lingui/react/macro'
import styles from './stock-bar.module.css'
import { quantityText } from './values.tsx'

/** The quantity on hand as one bar: available, reserved, and the rest (expired or on hold). */
export function StockBar({
  onHand,
  reserved,
  available,
  unit,
}: {
  onHand: number
  reserved: number
  available: number
  unit: string
}) {
  const { t } = useLingui()
  const share = (part: number) => (onHand > 0 ? `${Math.min(100, (part / onHand) * 100)}%` : '0%')
  const text = t`${quantityText(available, unit)} available, ${quantityText(reserved, unit)} reserved, of ${quantityText(onHand, unit)}`
  return (
    <div role="img" aria-label={text} title={text} className={styles['bar']}>
      <i style={{ width: share(available) }} />
      <i style={{ width: share(Math.min(reserved, onHand - available)) }} />
    </div>
  )
}
