// One lot from where it came to where each unit went: what a recall needs.
import type { LotTrace } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Skeleton, Stack } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { portal } from '../api.ts'
import { Card } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import { useExport } from '../ui/export.tsx'
import { Page } from '../ui/page.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { Mono } from '../ui/values.tsx'
import { FlowDrawing } from './flow.tsx'
import { flowOf } from './flow-parts.ts'
import { HoldNote } from './hold.tsx'
import { LotFigures } from './lot-figures.tsx'
import { stockOf, traceOf } from './queries.ts'
import { TraceEntries } from './trace-entries.tsx'
import { RecipientsCard } from './trace-recipients.tsx'

const route = getRouteApi('/shell/lots/$id')

export function LotTracePage() {
  const { id } = route.useParams()
  const { data, error, refetch } = useInfiniteQuery(traceOf(id))
  const [first] = data?.pages ?? []
  if (first) return <Trace trace={first} />
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

function Trace({ trace }: { trace: LotTrace }) {
  const { t } = useLingui()
  const { lot } = trace
  const unit = useQuery(stockOf(lot.product_id)).data?.products.unit_type ?? ''
  const flow = flowOf(trace)
  const exported = useExport(
    (options) => portal.stock.lots.trace.list(lot.id, {}, options).csv(),
    `${lot.lot_number}-${t`trace`}`,
    t`Export for a recall`,
  )
  const crumbs = [
    { to: '/stock', label: t`Stock` },
    { to: '/stock/lots', label: t`Lots` },
  ]
  const product = (
    <Link to="/stock/$id" params={{ id: lot.product_id }}>
      {lot.products.name}
    </Link>
  )
  return (
    <Page
      title={t`Lot ${lot.lot_number}`}
      intro={
        <>
          {product} · <Mono>{lot.products.sku}</Mono>
        </>
      }
      crumbs={crumbs}
      actions={exported.button}
    >
      {exported.problem}
      <HoldNote hold={lot.hold} />
      <LotFigures trace={trace} unit={unit} />
      <Card title={t`Where it came from, and where it went`}>
        {flow && flow.total > 0 ? (
          <FlowDrawing flow={flow} lot={lot} unit={unit} />
        ) : (
          <Empty title={t`Nothing came in yet`} />
        )}
      </Card>
      <RecipientsCard trace={trace} unit={unit} />
      <TraceEntries lotId={lot.id} unit={unit} />
    </Page>
  )
}
