// Marks a lot on hold, with the reason. Goods on hold are neither picked nor available.
import type { LotHold } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Chip } from '../../ui/chip.tsx'
import { formatMoment } from '../../ui/format.ts'
import styles from './hold.module.css'

export function HoldChip({ hold }: { hold: LotHold | null }) {
  const { t } = useLingui()
  if (!hold) return null
  return <Chip tone="bad" title={hold.reason}>{t`on hold`}</Chip>
}

export function HoldNote({ hold }: { hold: LotHold | null }) {
  const { t } = useLingui()
  if (!hold) return null
  return (
    <div className={styles['note']}>
      <p>
        <Chip tone="bad">{t`on hold`}</Chip>{' '}
        {t`since ${formatMoment(hold.since)}: it is neither picked nor available.`}
      </p>
      <p className={styles['reason']}>{hold.reason}</p>
    </div>
  )
}

/** The reason for a hold, shown below the lot in a table. */
export function HoldReason({ hold }: { hold: LotHold | null }) {
  if (!hold) return null
  return (
    <span className={styles['below']}>
      <HoldChip hold={hold} /> <span className="quiet">{hold.reason}</span>
    </span>
  )
}
