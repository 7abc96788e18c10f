// The first products of a client with their stock, and a link to all of them.

import type { StaffStockRow } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../shared/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card, Empty } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Detail } from '../../ui/detail.tsx'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { Mono, None, Quantity } from '../../ui/values.tsx'
import { firstStockOf } from '../queries.ts'

const AddProduct = dialogOnDemand(async () => (await import('./add-product.tsx')).AddProduct)

export function StockOfClient({ clientId }: { clientId: string }) {
  const { t } = useLingui()
  const [isAdding, setAdding] = useState(false)
  const mayAdd = useMay('staff:stock')
  const columns = useColumns()
  const aside = (
    <>
      <ButtonLink to="/warehouse/stock" search={{ client_id: clientId }}>
        {t`All stock`}
      </ButtonLink>
      {mayAdd ? (
        <ButtonLink to="/warehouse/products/import" search={{ client_id: clientId }}>
          {t`From a sheet`}
        </ButtonLink>
      ) : null}
      {mayAdd ? <Button onClick={() => setAdding(true)}>{t`Add a product`}</Button> : null}
    </>
  )
  return (
    <Card title={t`Products and stock`} aside={aside} flush>
      <Detail query={firstStockOf(clientId)}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={t`No products yet`}>{t`Goods can be received once their product is here.`}</Empty>
          ) : (
            <PlainTable
              label={t`Products and stock`}
              columns={columns}
              rows={data}
              rowKey={({ product_id }) => product_id}
            />
          )
        }
      </Detail>

      {isAdding ? <AddProduct clientId={clientId} close={() => setAdding(false)} /> : null}
    </Card>
  )
}

function useColumns(): Column<StaffStockRow>[] {
  const { t } = useLingui()
  return [
    {
      id: 'name',
      label: t`Product`,
      cell: ({ product_id, products }) => (
        <Link to="/warehouse/stock/$id" params={{ id: product_id }}>
          {products.name}
        </Link>
      ),
    },
    { id: 'sku', label: t`SKU`, from: 'lg', cell: ({ products }) => <Mono>{products.sku}</Mono> },
    {
      id: 'quantity',
      label: t`On hand`,
      isNumeric: true,
      cell: ({ quantity, products }) => <Quantity value={quantity} unit={products.unit_type} />,
    },
    {
      id: 'available',
      label: t`Available`,
      isNumeric: true,
      from: 'sm',
      cell: ({ available_quantity, products }) =>
        available_quantity === null ? (
          <None />
        ) : (
          <Quantity value={available_quantity} unit={products.unit_type} />
        ),
    },
  ]
}
