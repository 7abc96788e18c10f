import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Chip } from './chip.tsx'
import { daysUntil } from './format.ts'
import { CalendarDate, None } from './values.tsx'

const soonDays = 30

/** When a lot expires and the days that are left; from 30 days on as a warning. */
export function Expiry({ date }: { date: string | null }) {
  const { t } = useLingui()
  if (date === null) return <None />
  const days = daysUntil(date)
  const left = plural(days, { one: '# day', other: '# days' })
  return (
    <span className="numeric">
      <CalendarDate date={date} />{' '}
      {days < 0 ? (
        <Chip tone="bad">{t`expired`}</Chip>
      ) : days <= soonDays ? (
        <Chip tone="warn">{days === 0 ? t`today` : left}</Chip>
      ) : (
        <span className="quiet">· {left}</span>
      )}
    </span>
  )
}
