import { Plural, useLingui } from '@lingui/react/macro'
import { Chip } from '../../ui/chip.tsx'
import { formatNumber } from '../../ui/format.ts'
import { type GoodsLine, goodsOf } from './line.ts'
import styles from './receive.module.css'

/** The quantity entered so far, compared with the total on the paper. */
export function Totals({ lines, onPaper }: { lines: readonly GoodsLine[]; onPaper: number | null }) {
  const { t } = useLingui()
  const total = goodsOf(lines).reduce((sum, { quantity }) => sum + Math.round(quantity * 1_000), 0) / 1_000
  const missing = onPaper === null ? 0 : Math.round((onPaper - total) * 1_000) / 1_000
  return (
    <span role="status" className={styles['totals']}>
      <Plural value={lines.length} one="# line" other="# lines" /> ·{' '}
      <b className="numeric">{formatNumber(total)}</b>
      {onPaper === null ? null : missing === 0 ? (
        <Chip tone="ok">{t`as on the paper`}</Chip>
      ) : missing > 0 ? (
        <Chip tone="warn">{t`${formatNumber(missing)} to go`}</Chip>
      ) : (
        <Chip tone="bad">{t`${formatNumber(-missing)} too many`}</Chip>
      )}
    </span>
  )
}
