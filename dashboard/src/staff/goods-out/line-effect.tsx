import type { ItemPicks, Lot, Shortage, StaffStockRow } from '@anden/sdk/backoffice'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { reasonsText } from '../../shared/orders/shortage-reasons.ts'
import { exact } from '../../shared/stock/exact.ts'
import { Chip } from '../../ui/chip.tsx'
import { formatNumber, today } from '../../ui/format.ts'
import { Mono, quantityText } from '../../ui/values.tsx'
import { effectOf } from '../stock/effect.ts'
import styles from './lines.module.css'

type LineEffectProps = {
  leaving: number
  row: StaffStockRow | undefined
  lots: readonly Lot[] | undefined
  picked: ItemPicks | undefined
  shortage: Shortage | undefined
}

/** The lots that the goods come from, with the quantity left in each and in total; or the shortage. */
export function LineEffect({ leaving, row, lots, picked, shortage }: LineEffectProps) {
  const { t } = useLingui()
  if (!row || !lots) return <div className={styles['effect']} />
  const unit = row.products.unit_type
  if (!picked) {
    const available = row.available_quantity ?? 0
    const quantity = quantityText(available, unit)
    const text = plural(available, { one: `${quantity} available`, other: `${quantity} available` })
    return <div className={`${styles['effect']} quiet`}>{text}</div>
  }
  const taken = exact(picked.picks.reduce((sum, { quantity }) => sum + quantity, 0))
  const short = exact(leaving - taken)
  const changes = picked.picks.map((pick) => ({
    lotId: pick.lot_id,
    lotNumber: pick.lot_number,
    delta: -pick.quantity,
  }))
  const stock = { quantity: row.quantity, reserved: row.reserved_quantity ?? 0, lots }
  const effect = effectOf(stock, changes, today())
  return (
    <div className={styles['effect']} aria-live="polite">
      {short > 0 ? (
        <>
          <Chip tone="bad">{shortText(short, taken, unit)}</Chip>
          {shortage ? <small className="quiet"> {reasonsText(shortage)}</small> : null}
        </>
      ) : (
        <>
          <ul aria-label={t`Lots`}>
            {effect.lots.map(({ lotId, lotNumber, before, after }) => (
              <li key={lotId}>
                <Mono>{lotNumber}</Mono>{' '}
                <span className="numeric">
                  {formatNumber(before)} → {formatNumber(after)}
                </span>
              </li>
            ))}
          </ul>
          <span className="quiet">
            {t`on hand ${formatNumber(effect.onHand.before)} → ${formatNumber(effect.onHand.after)}; ${remainText(effect.available.after, unit)}`}
          </span>
        </>
      )}
    </div>
  )
}

function shortText(short: number, taken: number, unit: string): string {
  const [missing, left] = [quantityText(short, unit), quantityText(taken, unit)]
  return plural(taken, {
    one: `${missing} short: only ${left} can be taken`,
    other: `${missing} short: only ${left} can be taken`,
  })
}

function remainText(available: number, unit: string): string {
  const quantity = quantityText(available, unit)
  return plural(available, { one: `${quantity} remains available`, other: `${quantity} remain available` })
}
