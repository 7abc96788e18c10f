import type { StaffStockRow } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Page } from '../../ui/page.tsx'
import { Mono } from '../../ui/values.tsx'

/** The frame of a page that acts on one product. It names the product and its client. */
export function ActionPage({
  row: { product_id, products, client_name },
  title,
  children,
}: {
  row: StaffStockRow
  title: string
  children: ReactNode
}) {
  const { t } = useLingui()
  return (
    <Page
      title={title}
      intro={
        <>
          {products.name} · <Mono>{products.sku}</Mono> · {client_name}
        </>
      }
      crumbs={[
        { to: '/warehouse', label: t`Warehouse` },
        { to: '/warehouse/stock', label: t`Stock` },
        { to: `/warehouse/stock/${product_id}`, label: products.sku },
      ]}
    >
      {children}
    </Page>
  )
}
