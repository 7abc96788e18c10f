// What the week brings: announced goods by day, and first what is late.
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card, Empty } from '../../ui/card.tsx'
import { today } from '../../ui/format.ts'
import { ProblemNote } from '../../ui/problem.tsx'
import { ArrivalsByDay, mondayOf, useDays } from '../inbound/arrivals.tsx'
import { noticesOfWeek, overdueNotices } from '../inbound/queries.ts'

export function useArrivalsDue() {
  const monday = mondayOf(today())
  const ofWeek = useQuery(noticesOfWeek(monday))
  const late = useQuery(overdueNotices(today()))
  const toCome = (ofWeek.data?.notices ?? []).filter(
    ({ status, expected_on }) => expected_on >= today() && status !== 'cancelled',
  )
  return {
    isReading: ofWeek.isPending || late.isPending,
    failed: [ofWeek, late].find(({ isError, data }) => isError && data === undefined),
    days: useDays(monday, toCome, late.data?.notices ?? []),
  }
}

export function ArrivalsDue({ failed, days }: Omit<ReturnType<typeof useArrivalsDue>, 'isReading'>) {
  const { t } = useLingui()
  const all = <ButtonLink size="compact-sm" to="/warehouse/inbound">{t`All`}</ButtonLink>
  return (
    <Card title={t`Arrivals of the week`} aside={all} flush>
      {failed ? (
        <ProblemNote error={failed.error} retry={() => void failed.refetch()} />
      ) : days.length === 0 ? (
        <Empty title={t`Nothing is announced for this week`} />
      ) : (
        <ArrivalsByDay days={days} />
      )}
    </Card>
  )
}
