// Recipients from a sheet. Which one a line is, the service finds by its CUIT and its name together.
import { destinatarioColumns } from '@anden/contract/values'
import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Cells, SheetColumn } from '../../../shared/sheet/columns.ts'
import { RecordsImportPage } from '../../../shared/sheet/records-import.tsx'

type Shape = Omit<SheetColumn, 'label' | 'names'> & { id: keyof typeof destinatarioColumns }

const shapes: readonly Shape[] = [
  { id: 'name', width: 180, isRequired: true },
  { id: 'cuit_dni', width: 130, isCode: true },
  { id: 'address', width: 170 },
  { id: 'city', width: 120 },
  { id: 'province', width: 120 },
  { id: 'postal_code', width: 90, isRare: true },
  { id: 'phone', width: 120 },
  { id: 'email', width: 170 },
  { id: 'iva_condition', width: 160, isRare: true },
  { id: 'delivery_schedule', width: 170, isRare: true },
  { id: 'id', width: 150, isRare: true, isCode: true },
]

const route = { url: '/api/v1/portal/destinatarios/imports' }

const samples: Cells[] = [
  {
    ...{ name: 'Vinoteca del Centro', cuit_dni: '30-71234567-1', address: 'Av. San Martín 1250' },
    ...{ city: 'Mendoza', province: 'Mendoza', phone: '0261 423-0101', email: 'compras@vinoteca.example' },
  },
  { name: 'Almacén Ñandú', address: 'Bv. Illia 480', city: 'Córdoba', province: 'Córdoba' },
]

export function ImportDestinatarios() {
  const { t } = useLingui()
  return (
    <RecordsImportPage
      title={t`Recipients from a sheet`}
      crumbs={[{ to: '/destinatarios', label: t`Recipients` }]}
      columns={useDestinatarioSheetColumns()}
      route={route}
      draft="destinatarios.import"
      template={{ name: 'destinatarios', rows: samples }}
      linkTo="/destinatarios/$id"
      topics={['destinatarios']}
    />
  )
}

function useDestinatarioSheetColumns(): readonly SheetColumn[] {
  const { t, i18n } = useLingui()
  const labelOf: Record<Shape['id'], () => string> = {
    name: () => t`Name`,
    cuit_dni: () => t`CUIT / DNI`,
    address: () => t`Address`,
    city: () => t`City`,
    province: () => t`Province`,
    postal_code: () => t`Postal code`,
    phone: () => t`Phone`,
    email: () => t`E-mail`,
    iva_condition: () => t`IVA condition`,
    delivery_schedule: () => t`When they receive`,
    id: () => t`Id of the recipient`,
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels change with the language only
  return useMemo(
    () =>
      shapes.map((shape) => ({ ...shape, label: labelOf[shape.id](), names: destinatarioColumns[shape.id] })),
    [i18n.locale],
  )
}
