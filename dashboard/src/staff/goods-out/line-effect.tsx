import type { ItemPicks, Lot, Shortage, StaffStockRow } from '@anden/sdk/backoffice'
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
    const available = quantityText(row.available_quantity ?? 0, unit)
    return <div className={`${styles['effect']} quiet`}>{t`${available} available`}</div>
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
          <Chip tone="bad">{t`${quantityText(short, unit)} short: only ${quantityText(taken, unit)} can be taken`}</Chip>
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
            {t`on hand ${formatNumber(effect.onHand.before)} → ${formatNumber(effect.onHand.after)}; ${quantityText(effect.available.after, unit)} remain available`}
          </span>
        </>
      )}
    </div>
  )
}
