import { useLingui } from '@lingui/react/macro'
import { Line } from '../../ui/charts/line.tsx'
import { formatDay, formatMoment } from '../../ui/format.ts'
import { quantityText } from '../../ui/values.tsx'
import styles from './history.module.css'
import { type HistoryOf, pointsOf } from './history-points.ts'

/** The height that is reserved while the chart loads. */
export const stockLineHeight = 186

type StockLineProps = {
  history: HistoryOf<{ delta: number; created_at: string }>
  from: string
  /** The end of the range; now if undefined. */
  until?: string | undefined
  unit: string
}

/** The quantity over time, as a line that steps with each movement. */
export function StockLine({ history, from, until, unit }: StockLineProps) {
  const { t } = useLingui()
  const points = pointsOf(history, from, until ?? new Date().toISOString())
  const end = points.length - 1
  const nameOf = (at: string, index: number) => {
    if (index === end) return until ? formatDay(at) : t`now`
    return index === 0 ? formatDay(at) : formatMoment(at)
  }
  const data = points.map(({ at, quantity }, index) => ({
    key: `${index}`,
    at: Date.parse(at),
    label: nameOf(at, index),
    value: quantity,
    valueText: quantityText(quantity, unit),
  }))
  return (
    <div className={styles['chart']}>
      <Line label={t`Quantity on hand`} heads={[t`When`, t`Quantity`]} data={data} isStep />
    </div>
  )
}
