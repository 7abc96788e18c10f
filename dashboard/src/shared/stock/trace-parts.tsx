// The parts of a lot's trace that clients and staff share.
import type { LotTrace } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Skeleton, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Card, Empty } from '../../ui/card.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { FlowDrawing } from './flow.tsx'
import { flowOf } from './flow-parts.ts'
import { HoldNote } from './hold.tsx'
import { LotFigures } from './lot-figures.tsx'
import { quantitiesOf, StatusQuantities } from './movement-status.tsx'
import styles from './trace.module.css'
import type { TraceQuery } from './trace-entries.tsx'
import { RecipientsCard } from './trace-recipients.tsx'

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
