// An expiry date, with a chip that counts the remaining days if they are few.
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Chip } from './chip.tsx'
import { daysUntil } from './format.ts'
import styles from './values.module.css'
import { CalendarDate, None } from './values.tsx'

/** The service announces a lot that expires within this many days. */
export const expiringDays = 30

export function Expiry({ date }: { date: string | null }) {
  if (date === null) return <None />
  return (
    <span className={styles['expiry']}>
      <CalendarDate date={date} />
      <DaysLeft date={date} />
    </span>
  )
}

export function DaysLeft({ date }: { date: string }) {
  const { t } = useLingui()
  const days = daysUntil(date)
  if (days < 0) return <Chip tone="bad">{t`expired`}</Chip>
  if (days === 0) return <Chip tone="warn">{t`today`}</Chip>
  const text = plural(days, { one: '# day', other: '# days' })
  if (days <= expiringDays) return <Chip tone="warn">{text}</Chip>
  return <span className="numeric quiet">{text}</span>
}
