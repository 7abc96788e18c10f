import type { StockRow } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ById, startReading } from '../../shared/api.ts'
import { useMay } from '../../shared/session.ts'
import { StockSummary } from '../../shared/stock/stock-summary.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Detail } from '../../ui/detail.tsx'
import { Page } from '../../ui/page.tsx'
import { Mono } from '../../ui/values.tsx'
import { HistoryCard, useHistoryStart } from './history.tsx'
import { ProductLots } from './product-lots.tsx'
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
