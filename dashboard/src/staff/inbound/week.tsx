// What arrives in a week, by day.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card, Empty } from '../../ui/card.tsx'
import { DetailSkeleton } from '../../ui/detail.tsx'
import { dayAfter, formatDate, today } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Warning } from '../../ui/warning.tsx'
import styles from './arrivals.module.css'
import { ArrivalsByDay, mondayOf, useDays } from './arrivals.tsx'
import { noticesOfWeek, overdueNotices } from './queries.ts'

const route = getRouteApi('/shell/warehouse/inbound')
const daysInWeek = 7

export function Arrivals() {
  const { t } = useLingui()
  const { week = today() } = route.useSearch()
  const monday = mondayOf(week)
  const isThisWeek = monday === mondayOf(today())
  const ofWeek = useQuery(noticesOfWeek(monday))
  const late = useQuery({ ...overdueNotices(monday), enabled: isThisWeek })
  const days = useDays(monday, ofWeek.data?.notices ?? [], isThisWeek ? (late.data?.notices ?? []) : [])
  const failed = [ofWeek, late].find(({ isError, data }) => isError && data === undefined)
  const isReading = ofWeek.isPending || (isThisWeek && late.isPending)
  const first = formatDate(monday)
  const last = formatDate(dayAfter(monday, daysInWeek - 1))
  const weekLink = (label: string, days: number) => (
    <ButtonLink to="/warehouse/inbound" search={{ week: dayAfter(monday, days) }} replace>
      {label}
    </ButtonLink>
  )
  const all = <ButtonLink to="/warehouse/inbound/list">{t`All notices`}</ButtonLink>
  return (
    <Page title={t`Arrivals`} crumbs={[{ to: '/warehouse', label: t`Warehouse` }]} actions={all}>
      <nav aria-label={t`Week`} className={styles['weeks']}>
        {weekLink(t`Week before`, -daysInWeek)}
        {isThisWeek ? null : (
          <ButtonLink to="/warehouse/inbound" search={{}} replace>{t`This week`}</ButtonLink>
        )}
        {weekLink(t`Week after`, daysInWeek)}
      </nav>
      {failed ? (
        <ProblemNote error={failed.error} retry={() => void failed.refetch()} />
      ) : isReading ? (
        <DetailSkeleton />
      ) : (
        <Card title={t`${first} to ${last}`} flush>
          {days.length === 0 ? (
            <Empty title={t`Nothing is announced for this week`}>
              {t`Clients announce what they send. It appears here by the day on which it is expected.`}
            </Empty>
          ) : (
            <ArrivalsByDay days={days} />
          )}
        </Card>
      )}
      {ofWeek.data?.hasMore || late.data?.hasMore ? (
        <Warning>{t`There are more than these. The list of all notices has every one.`}</Warning>
      ) : null}
    </Page>
  )
}
