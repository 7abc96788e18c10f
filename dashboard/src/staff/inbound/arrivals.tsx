// Notices by the day on which their goods are expected: those of a week, and before them the ones that are late.
import type { StaffInboundNotice } from '@anden/sdk/backoffice'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { LinesReceived } from '../../shared/inbound/lines-received.tsx'
import { NoticeChip } from '../../shared/inbound/notice-status.tsx'
import { dayAfter, formatDate, formatNumber, formatWeekday, today } from '../../ui/format.ts'
import styles from './arrivals.module.css'

export type Day = { title: string; isLate?: boolean; notices: readonly StaffInboundNotice[] }

const daysInWeek = 7

/** The Monday of the week of a day. */
export const mondayOf = (day: string) =>
  dayAfter(day, -((new Date(`${day}T00:00Z`).getUTCDay() + 6) % daysInWeek))

export function useDays(
  monday: string,
  ofWeek: readonly StaffInboundNotice[],
  late: readonly StaffInboundNotice[],
) {
  const { t } = useLingui()
  const days = Array.from({ length: daysInWeek }, (_, index) => dayAfter(monday, index))
  return [
    { title: t`Late`, isLate: true, notices: late },
    ...days.map((day) => {
      const weekday = formatWeekday(day)
      const date = `${weekday[0]?.toUpperCase()}${weekday.slice(1)} ${formatDate(day)}`
      return {
        title: day === today() ? t`${date}, today` : date,
        notices: ofWeek.filter(({ expected_on }) => expected_on === day),
      }
    }),
  ].filter(({ notices }) => notices.length > 0) satisfies Day[]
}

export function ArrivalsByDay({ days }: { days: readonly Day[] }) {
  return days.map(({ title, isLate = false, notices }) => (
    <section key={title} aria-label={title} className={styles['day']}>
      <h3 className={isLate ? styles['late'] : undefined}>{title}</h3>
      <ul>
        {notices.map((notice) => (
          <Arrival key={notice.id} notice={notice} isLate={isLate} />
        ))}
      </ul>
    </section>
  ))
}

function Arrival({ notice, isLate }: { notice: StaffInboundNotice; isLate: boolean }) {
  const { t } = useLingui()
  const { id, number, client_name, reference, carrier, packages, lines, expected_on, status } = notice
  const facts = [
    isLate ? t`expected on ${formatDate(expected_on)}` : null,
    reference,
    carrier,
    packages === null ? null : packagesText(packages),
    plural(lines, { one: '# line', other: '# lines' }),
  ]
  return (
    <li>
      <span className={styles['what']}>
        <Link to="/warehouse/inbound/$id" params={{ id }}>
          <span className="numeric">{number}</span> · {client_name}
        </Link>
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </span>
      <span className={styles['state']}>
        {status === 'receiving' ? <LinesReceived {...notice} /> : null}
        <NoticeChip status={status} />
      </span>
    </li>
  )
}

const packagesText = (count: number) => {
  const packages = formatNumber(count)
  return plural(count, { one: `${packages} package`, other: `${packages} packages` })
}
