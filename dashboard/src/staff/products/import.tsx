// Products of a client from a sheet. Which one a line is, the service finds by its SKU.
import { productColumns } from '@anden/contract/values'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Cells } from '../../shared/sheet/columns.ts'
import { RecordsImportPage } from '../../shared/sheet/records-import.tsx'
import { useSheetColumns } from '../../shared/sheet/use-sheet-columns.ts'
import { useFilters } from '../../ui/filters.tsx'
import { ClientField } from '../client-field.tsx'

const shapes = [
  { id: 'sku', label: msg`SKU`, width: 150, isRequired: true, isCode: true },
  { id: 'name', label: msg`Name`, width: 240 },
  { id: 'unit_type', label: msg`Unit`, width: 100 },
  { id: 'gtin', label: msg`Bar code (GTIN)`, width: 150, isCode: true },
  { id: 'location', label: msg`Location`, width: 110, isCode: true },
  { id: 'weight_kg', label: msg`Weight (kg)`, width: 100, isNumeric: true },
] as const

const pageRoute = getRouteApi('/shell/warehouse/products/import')

export function ImportProducts() {
  const { t } = useLingui()
  const { client_id } = pageRoute.useSearch()
  const { set } = useFilters()
  const columns = useSheetColumns(shapes, productColumns)
  const route = useMemo(
    () =>
      client_id
        ? { url: '/api/v1/backoffice/products/imports', query: { client_id }, hasNumbers: true }
        : null,
    [client_id],
  )
  return (
    <RecordsImportPage
      key={client_id}
      title={t`Products from a sheet`}
      crumbs={[
        { to: '/warehouse', label: t`Warehouse` },
        { to: '/warehouse/stock', label: t`Stock` },
      ]}
      columns={columns}
      route={route}
      draft={`products.import.${client_id}`}
      template={{ name: 'productos', rows: sampleProducts }}
      linkTo="/warehouse/stock/$id"
      topics={['stock', 'audit']}
    >
      <ClientField
        label={t`Client`}
        placeholder={t`Whose products are they?`}
        value={client_id ?? ''}
        onChange={(id) => set('client_id', id)}
      />
    </RecordsImportPage>
  )
}

const sampleProducts: Cells[] = [
  {
    ...{ sku: 'MAL-RES-750', name: 'Malbec Reserva 750 ml', unit_type: 'caja', gtin: '7791234567898' },
    ...{ location: 'A-12-3', weight_kg: '7.2' },
  },
  { sku: 'ACE-GRA', name: 'Aceitunas a granel', unit_type: 'kg', location: 'B-02' },
]
