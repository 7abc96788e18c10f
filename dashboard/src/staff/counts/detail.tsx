// One applied count: who applied it, when, and each lot that it changed.

import type { ImportedLot, StockImportRecord } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ById, startReading } from '../../shared/api.ts'
import { useExport } from '../../shared/lists/export.tsx'
import { Delta } from '../../shared/stock/movement-status.tsx'
import { Card, Columns, Empty, Stat } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Detail } from '../../ui/detail.tsx'
import { formatMoment, formatNumber } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { CalendarDate, Mono, None } from '../../ui/values.tsx'
import { clientById, importById, importedLots } from '../queries.ts'

const route = getRouteApi('/shell/warehouse/counts/$id')

export const load = ({ params }: ById) => startReading(importById(params.id))

export function Count() {
  const { id } = route.useParams()
  return <Detail query={importById(id)}>{(count) => <CountPage {...count} />}</Detail>
}

function CountPage(count: StockImportRecord) {
  const { t } = useLingui()
  const client = useQuery(clientById(count.client_id))
  const lots = importedLots(count.id)
  const exported = useExport(lots, 'recuento')
  const when = formatMoment(count.created_at)
  return (
    <Page
      title={t`Count of ${when}`}
      intro={[client.data?.name, count.actor_name].filter(Boolean).join(' · ')}
      crumbs={[
        { to: '/warehouse', label: t`Warehouse` },
        { to: '/warehouse/counts', label: t`Counts` },
      ]}
      actions={exported.button}
    >
      {exported.problem}
      <Columns columns="stats">
        <Stat label={t`Lines`} value={formatNumber(count.lines)} />
        <Stat label={t`Lots changed`} value={formatNumber(count.lots_changed)} />
        <Stat label={t`New lots`} value={formatNumber(count.lots_created)} />
        <Stat label={t`New products`} value={formatNumber(count.products_created)} />
        <Stat label={t`As recorded`} value={formatNumber(count.unchanged)} />
      </Columns>
      <Card title={t`What changed`} flush>
        <Lots query={lots} />
      </Card>
    </Page>
  )
}

function Lots({ query }: { query: ReturnType<typeof importedLots> }) {
  const { t } = useLingui()
  const columns: Column<ImportedLot>[] = [
    {
      id: 'product',
      label: t`Product`,
      cell: ({ product_id, products }) => (
        <>
          <Link to="/warehouse/stock/$id" params={{ id: product_id }}>
            {products.name}
          </Link>{' '}
          <span className="mono quiet">{products.sku}</span>
        </>
      ),
    },
    {
      id: 'lot',
      label: t`Lot`,
      cell: ({ lot_id, lot_number }) => (
        <Link to="/warehouse/lots/$id" params={{ id: lot_id }}>
          <Mono>{lot_number}</Mono>
        </Link>
      ),
    },
    {
      id: 'expiry',
      label: t`Expires`,
      from: 'sm',
      cell: ({ expiry_date }) => (expiry_date ? <CalendarDate date={expiry_date} /> : <None />),
    },
    {
      id: 'delta',
      label: t`Difference`,
      isNumeric: true,
      cell: ({ delta, unit_type }) => <Delta value={delta} unit={unit_type} />,
    },
  ]
  return (
    <DataTable
      label={t`What changed`}
      query={query}
      columns={columns}
      rowKey={({ id }) => id}
      empty={<Empty title={t`Nothing changed`}>{t`The stock was as the file said.`}</Empty>}
    />
  )
}
