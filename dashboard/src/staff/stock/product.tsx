// One product of a client as the warehouse sees it: quantities, lots, ledger and actions.

import type { Product, StaffStockRow } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { usePrefetchQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ById, startReading } from '../../shared/api.ts'
import { useMay } from '../../shared/session.ts'
import { StockSummary } from '../../shared/stock/stock-summary.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Columns } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Detail } from '../../ui/detail.tsx'
import { Page } from '../../ui/page.tsx'
import { Mono } from '../../ui/values.tsx'
import { LedgerCard } from './ledger.tsx'
import { LotsCard } from './lots-card.tsx'
import { ProductCard } from './product-card.tsx'
import { productById, staffStockOf } from './queries.ts'

const route = getRouteApi('/shell/warehouse/stock/$id')

export const load = ({ params }: ById) => startReading(productById(params.id))

export function WarehouseProduct() {
  const { id } = route.useParams()
  // Fetched together with the product, so that both are shown at once.
  usePrefetchQuery(staffStockOf(id))
  return <Detail query={productById(id)}>{(product) => <Stocked {...product} />}</Detail>
}

function Stocked(product: Product) {
  return (
    <Detail query={staffStockOf(product.id)}>{(row) => <ProductPage product={product} row={row} />}</Detail>
  )
}

function ProductPage({ product, row }: { product: Product; row: StaffStockRow }) {
  const { t } = useLingui()
  const { id } = product
  const mayMove = useMay('staff:stock') && !product.archived
  const actions = mayMove ? (
    <>
      <ButtonLink to="/warehouse/goods-out" search={{ client_id: row.client_id, product_id: id }}>
        {t`Goods out`}
      </ButtonLink>
      <ButtonLink to="/warehouse/stock/$id/transfer" params={{ id }}>
        {t`Transfer`}
      </ButtonLink>
      <ButtonLink to="/warehouse/stock/$id/adjust" params={{ id }} variant="filled">
        {t`Adjustment`}
      </ButtonLink>
    </>
  ) : null
  return (
    <Page
      title={product.name}
      mark={
        <>
          <Mono>{product.sku}</Mono>
          {product.archived ? <Chip tone="mute">{t`archived`}</Chip> : null}
        </>
      }
      crumbs={[
        { to: '/warehouse', label: t`Warehouse` },
        { to: '/warehouse/stock', label: t`Stock` },
      ]}
      actions={actions}
    >
      <Columns columns="2fr 1fr">
        <StockSummary {...row} />
        <ProductCard product={product} row={row} />
      </Columns>
      <LotsCard row={row} />
      <LedgerCard key={product.id} product={product} />
    </Page>
  )
}
