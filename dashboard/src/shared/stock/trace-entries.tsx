import type { LotTrace, TraceEntry } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Button, Skeleton, Stack } from '@mantine/core'
import { type InfiniteData, type UseInfiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Card, Empty } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Moment, None } from '../../ui/values.tsx'
import type { QueryKey } from '../api.ts'
import { FlowDrawing } from './flow.tsx'
import { flowOf } from './flow-parts.tsx'
import { HoldNote } from './hold.tsx'
import { OrderLink, RecipientLink, RemitoLink, ReturnLink } from './links.tsx'
import { LotFigures } from './lot-figures.tsx'
import { Delta, MovementChip, quantitiesOf, StatusQuantities, useCauses } from './movement-status.tsx'
import { OnPhone } from './on-phone.tsx'
import styles from './trace.module.css'
import { RecipientsCard } from './trace-recipients.tsx'

export type TraceQuery<Trace> = UseInfiniteQueryOptions<Trace, Error, InfiniteData<Trace>, QueryKey, string>

type EntriesPage = { entries: TraceEntry[] }
type EntryOf<Trace extends EntriesPage> = Trace['entries'][number]

type TraceEntriesProps<Trace extends EntriesPage> = {
  query: TraceQuery<Trace>
  unit: string
  /** Further details of the movement, shown below its cause. */
  note?: (entry: EntryOf<Trace>) => ReactNode
}

/** All movements of the lot, oldest first. */
export function TraceEntries<Trace extends EntriesPage>({ query, unit, note }: TraceEntriesProps<Trace>) {
  const { t } = useLingui()
  const pages = useInfiniteQuery(query)
  const causes = useCauses()
  const columns: Column<EntryOf<Trace>>[] = [
    { id: 'at', label: t`When`, from: 'sm', cell: ({ created_at }) => <Moment at={created_at} /> },
    {
      id: 'cause',
      label: t`Cause`,
      cell: (entry) => (
        <>
          {causes[entry.cause]} <MovementChip status={entry.status} />
          {note?.(entry)}
          <OnPhone>{entry.recipient?.name}</OnPhone>
          <OnPhone>
            <Moment at={entry.created_at} />
          </OnPhone>
        </>
      ),
    },
    {
      id: 'document',
      label: t`Document`,
      from: 'sm',
      cell: (entry) => <DocumentLink {...entry} />,
    },
    {
      id: 'order',
      label: t`Order`,
      from: 'md',
      cell: ({ order }) => (order ? <OrderLink id={order.id} number={order.order_number} /> : <None />),
    },
    {
      id: 'recipient',
      label: t`Recipient`,
      from: 'sm',
      cell: ({ recipient }) =>
        recipient ? <RecipientLink id={recipient.id} name={recipient.name} /> : <None />,
    },
    {
      id: 'delta',
      label: t`Quantity`,
      isNumeric: true,
      cell: ({ delta }) => <Delta value={delta} unit={unit} />,
    },
  ]
  return (
    <Card title={t`Movements, oldest first`} flush>
      <PlainTable
        label={t`Movements`}
        columns={columns}
        rows={pages.data?.pages.flatMap(({ entries }) => entries)}
        rowKey={({ id }) => id}
        rowsAtFirst={Number.POSITIVE_INFINITY}
        empty={<Empty title={t`No movements yet`} />}
      />
      {pages.isFetchNextPageError ? (
        <ProblemNote error={pages.error} retry={() => void pages.fetchNextPage()} />
      ) : null}
      {pages.hasNextPage && !pages.isFetchNextPageError ? (
        <p className={styles['more']}>
          <Button
            size="compact-sm"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {t`Show later movements`}
          </Button>
        </p>
      ) : null}
    </Card>
  )
}

function DocumentLink({ remito, return: returned }: TraceEntry) {
  if (returned) return <ReturnLink {...returned} />
  return remito ? <RemitoLink id={remito.id} numbers={remito.remito_number.join(', ')} /> : <None />
}

// The parts of a lot's trace that clients and staff share.

type TracePartsProps = {
  trace: LotTrace
  unit: string
  /** Orders that the hold stops. */
  belowHold?: ReactNode
  /** The list of movements. */
  children: ReactNode
}

export function TraceParts({ trace, unit, belowHold, children }: TracePartsProps) {
  const { t } = useLingui()
  const { lot } = trace
  const flow = flowOf(trace)
  const ordered = trace.out_by_status ? quantitiesOf(trace.out_by_status) : []
  return (
    <>
      <HoldNote hold={lot.hold} />
      {belowHold}
      <LotFigures trace={trace} unit={unit} />
      <Card title={t`Where it came from, and where it went`}>
        {flow && flow.total > 0 ? (
          <FlowDrawing flow={flow} lot={lot} unit={unit} />
        ) : (
          <Empty title={t`Nothing came in yet`} />
        )}
        {ordered.length > 0 ? (
          <p className={styles['statuses']}>
            <b>{t`All orders together`}</b>
            <StatusQuantities quantities={ordered} unit={unit} />
          </p>
        ) : null}
      </Card>
      <RecipientsCard trace={trace} unit={unit} />
      {children}
    </>
  )
}

/** Renders the first page of the trace, which has the totals. */
export function FirstOfTrace<Trace>({
  query,
  children,
}: {
  query: TraceQuery<Trace>
  children: (trace: Trace) => ReactNode
}) {
  const { data, error, refetch } = useInfiniteQuery(query)
  const [first] = data?.pages ?? []
  if (first) return children(first)
  if (error) return <ProblemNote error={error} retry={() => void refetch()} />
  return (
    <Stack gap="md" aria-busy="true">
      <Skeleton height={32} width={280} />
      <Skeleton height={104} />
      <Skeleton height={300} />
      <Skeleton height={200} />
    </Stack>
  )
}
