import type { AndenEvent } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useMay } from '../../shared/session.ts'
import { Card } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Moment, WithNumbers } from '../../ui/values.tsx'
import { eventLine } from '../overview/event-line.ts'
import { eventsOf } from './queries.ts'

/** The events about this order and its remitos. The service keeps events for 30 days. */
export function OrderEvents({ orderId, remitoIds }: { orderId: string; remitoIds: readonly string[] }) {
  const mayRead = useMay('read:events')
  if (!mayRead) return null
  return <EventTable ids={[orderId, ...remitoIds]} />
}

function EventTable({ ids }: { ids: readonly string[] }) {
  const { t } = useLingui()
  const answers = useQueries({ queries: ids.map((id) => eventsOf(id)) })
  const failed = answers.find(({ isError }) => isError)
  const events = answers
    .flatMap(({ data }) => data?.data ?? [])
    .sort((one, other) => other.created_at.localeCompare(one.created_at))
  const columns: Column<AndenEvent>[] = [
    { id: 'type', label: t`What happened`, cell: (event) => <WithNumbers {...eventLine([event], [])} /> },
    {
      id: 'created_at',
      label: t`Time`,
      isNumeric: true,
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
  ]
  const isEmpty = events.length === 0
  return (
    <div className="not-printed">
      <Card title={t`Events of this order`} flush={!isEmpty}>
        {failed ? <ProblemNote error={failed.error} retry={() => void failed.refetch()} /> : null}
        {isEmpty && answers.some(({ isPending }) => isPending) ? <Skeleton height={12} width="70%" /> : null}
        {isEmpty && answers.every(({ isSuccess }) => isSuccess) ? (
          <p className="quiet">{t`Events are kept for 30 days. This order has none in that time.`}</p>
        ) : null}
        {isEmpty ? null : (
          <PlainTable
            label={t`Events of this order`}
            columns={columns}
            rows={events}
            rowKey={({ id }) => id}
          />
        )}
      </Card>
    </div>
  )
}
