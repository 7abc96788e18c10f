import { plural, select } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import styles from './values.module.css'
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
  const text = t`${availableText(available, unit)}, ${reservedText(reserved, unit)}, of ${quantityText(onHand, unit)}`
  return (
    <div role="img" aria-label={text} title={text} className={styles['bar']}>
      <i style={{ width: share(available) }} />
      <i style={{ width: share(Math.min(reserved, onHand - available)) }} />
    </div>
  )
}

function availableText(value: number, unit: string): string {
  const quantity = quantityText(value, unit)
  return plural(value, { one: `${quantity} available`, other: `${quantity} available` })
}

/** Spanish has two genders: `3 cajas reservadas`, `5,5 kg reservados`. */
function reservedText(value: number, unit: string): string {
  const quantity = quantityText(value, unit)
  return select(unit, {
    caja: plural(value, { one: `${quantity} reserved`, other: `${quantity} reserved` }),
    unidad: plural(value, { one: `${quantity} reserved`, other: `${quantity} reserved` }),
    other: plural(value, { one: `${quantity} reserved`, other: `${quantity} reserved` }),
  })
}
