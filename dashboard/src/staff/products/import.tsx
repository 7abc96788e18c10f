// Products of a client from a sheet. Which one a line is, the service finds by its SKU.
import { productColumns } from '@anden/contract/values'
import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Cells, SheetColumn } from '../../shared/sheet/columns.ts'
import { RecordsImportPage } from '../../shared/sheet/records-import.tsx'
import { useFilters } from '../../ui/filters.tsx'
import { ClientField } from '../client-field.tsx'

type Shape = Omit<SheetColumn, 'label' | 'names'> & { id: keyof typeof productColumns }

const shapes: readonly Shape[] = [
  { id: 'sku', width: 150, isRequired: true, isCode: true },
  { id: 'name', width: 240 },
  { id: 'unit_type', width: 100 },
  { id: 'gtin', width: 150, isCode: true },
  { id: 'location', width: 110, isCode: true },
  { id: 'weight_kg', width: 100, isNumeric: true },
]

const pageRoute = getRouteApi('/shell/warehouse/products/import')

export function ImportProducts() {
  const { t } = useLingui()
  const { client_id } = pageRoute.useSearch()
  const { set } = useFilters()
  const columns = useProductSheetColumns()
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

function useProductSheetColumns(): readonly SheetColumn[] {
  const { t, i18n } = useLingui()
  const labelOf: Record<Shape['id'], () => string> = {
    sku: () => t`SKU`,
    name: () => t`Name`,
    unit_type: () => t`Unit`,
    gtin: () => t`Bar code (GTIN)`,
    location: () => t`Location`,
    weight_kg: () => t`Weight (kg)`,
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels change with the language only
  return useMemo(
    () => shapes.map((shape) => ({ ...shape, label: labelOf[shape.id](), names: productColumns[shape.id] })),
    [i18n.locale],
  )
}
