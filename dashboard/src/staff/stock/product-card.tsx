import type { Product, StaffStockRow } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../shared/session.ts'
import { Card, Facts } from '../../ui/card.tsx'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { Moment, Mono, None, quantityText, unitName } from '../../ui/values.tsx'

/** Loaded when they are opened, because dialogs are large. */
const EditProduct = dialogOnDemand(async () => (await import('./edit-product.tsx')).EditProduct)
const ArchiveProduct = dialogOnDemand(async () => (await import('./archive-product.tsx')).ArchiveProduct)

/** The data of a product, with a button to edit it. */
export function ProductCard({ product, row }: { product: Product; row: StaffStockRow }) {
  const { t } = useLingui()
  const mayWrite = useMay('staff:stock')
  const [dialog, setDialog] = useState<'edit' | 'archive' | null>(null)
  const close = () => setDialog(null)
  const aside = mayWrite ? (
    <>
      <Button size="compact-sm" onClick={() => setDialog('archive')}>
        {product.archived ? t`Restore` : t`Archive`}
      </Button>
      <Button size="compact-sm" onClick={() => setDialog('edit')}>
        {t`Edit`}
      </Button>
    </>
  ) : null
  return (
    <Card title={t`Product`} aside={aside}>
      <Facts
        entries={[
          [
            t`Client`,
            <Link key="client" to="/warehouse/clients/$id" params={{ id: product.client_id }}>
              {row.client_name}
            </Link>,
          ],
          [t`SKU`, <Mono key="sku">{product.sku}</Mono>],
          [t`Bar code (GTIN)`, product.gtin ? <Mono key="gtin">{product.gtin}</Mono> : <None key="gtin" />],
          [t`Unit`, unitName(1, product.unit_type)],
          [t`Location`, product.location ?? <None key="location" />],
          [
            t`Weight of a unit`,
            product.weight_kg === null ? <None key="weight" /> : quantityText(product.weight_kg, 'kg'),
          ],
          [t`Added`, <Moment key="added" at={product.created_at} />],
        ]}
      />

      {dialog === 'edit' ? <EditProduct product={product} close={close} /> : null}
      {dialog === 'archive' ? <ArchiveProduct product={product} row={row} close={close} /> : null}
    </Card>
  )
}
