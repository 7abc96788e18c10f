// Traces one lot from its origin to the recipient of each unit, as a recall needs it.
import type { LotTrace } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { portal } from '../../shared/api.ts'
import { useExport } from '../../shared/lists/export.tsx'
import { FirstOfTrace, TraceEntries, TraceParts } from '../../shared/stock/trace-entries.tsx'
import { Page } from '../../ui/page.tsx'
import { Mono } from '../../ui/values.tsx'
import { stockOf, traceOf } from './queries.ts'

const route = getRouteApi('/shell/lots/$id')

export function LotTracePage() {
  const { id } = route.useParams()
  return <FirstOfTrace query={traceOf(id)}>{(trace) => <Trace trace={trace} />}</FirstOfTrace>
}

function Trace({ trace }: { trace: LotTrace }) {
  const { t } = useLingui()
  const { lot } = trace
  const unit = useQuery(stockOf(lot.product_id)).data?.products.unit_type ?? ''
  const exported = useExport(
    {
      csv: (options) => portal.stock.lots.trace.list(lot.id, {}, options).csv(),
      sheet: (choice, options) => portal.stock.lots.trace.export(lot.id, choice, options),
    },
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
      <TraceParts trace={trace} unit={unit}>
        <TraceEntries query={traceOf(lot.id)} unit={unit} />
      </TraceParts>
    </Page>
  )
}
