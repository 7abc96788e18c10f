import type { StockRow } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ById, startReading } from '../../shared/api.ts'
import { useMay } from '../../shared/session.ts'
import { useLotColumns } from '../../shared/stock/lot-columns.tsx'
import { StockSummary } from '../../shared/stock/stock-summary.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card, Empty } from '../../ui/card.tsx'
import { Detail } from '../../ui/detail.tsx'
import { Page } from '../../ui/page.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Mono } from '../../ui/values.tsx'
import { HistoryCard, useHistoryStart } from './history.tsx'
import { historyOf, lotsOf, stockOf } from './queries.ts'

const route = getRouteApi('/shell/stock/$id')

export const load = ({ params }: ById) => startReading(stockOf(params.id))

export function ProductStock() {
  const { id } = route.useParams()
  // Fetched together with the stock, so that both are shown at once.
  usePrefetchQuery(lotsOf(id))
  usePrefetchQuery(historyOf(id, useHistoryStart()))
  return <Detail query={stockOf(id)}>{(row) => <Product {...row} />}</Detail>
}

function Product(row: StockRow) {
  const { t } = useLingui()
  const { product_id, products } = row
  const lots = useQuery(lotsOf(product_id))
  const mayOrder = useMay('write:orders') && (row.available_quantity ?? 0) > 0
  const order = mayOrder ? (
    <ButtonLink to="/orders/new" search={{ product_id }} variant="filled">
      {t`Order it`}
    </ButtonLink>
  ) : null
  return (
    <Page
      title={products.name}
      mark={<Mono>{products.sku}</Mono>}
      crumbs={[{ to: '/stock', label: t`Stock` }]}
      actions={order}
    >
      <StockSummary {...row} />
      <ProductLots productId={product_id} unit={products.unit_type} />
      {/* Waits until the number of lots is known, because the table above would otherwise move the chart. */}
      {lots.isPending ? null : <HistoryCard key={product_id} product={products} />}
    </Page>
  )
}

export function ProductLots({ productId, unit }: { productId: string; unit: string }) {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(lotsOf(productId))
  const columns = useLotColumns(unit)
  const all = { product_id: productId, include_depleted: true }
  const aside = (
    <Link to="/stock/lots" search={all}>
      {t`used up ones too`}
    </Link>
  )
  return (
    <Card title={t`Lots in stock, first to expire first`} aside={aside} flush>
      {error && !data ? (
        <ProblemNote error={error} retry={() => void refetch()} />
      ) : (
        <PlainTable
          label={t`Lots`}
          columns={columns}
          rows={data?.data}
          rowKey={({ id }) => id}
          rowsAtFirst={10}
          empty={
            <Empty
              title={t`No lot is in stock`}
            >{t`The next delivery to the warehouse becomes a lot.`}</Empty>
          }
        />
      )}
    </Card>
  )
}
