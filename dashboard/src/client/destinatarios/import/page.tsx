// Recipients from a sheet. Which one a line is, the service finds by its CUIT and its name together.
import { destinatarioColumns } from '@anden/contract/values'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Cells } from '../../../shared/sheet/columns.ts'
import { RecordsImportPage } from '../../../shared/sheet/records-import.tsx'
import { useSheetColumns } from '../../../shared/sheet/use-sheet-columns.ts'

const shapes = [
  { id: 'name', label: msg`Name`, width: 180, isRequired: true },
  { id: 'cuit_dni', label: msg`CUIT / DNI`, width: 130, isCode: true },
  { id: 'address', label: msg`Address`, width: 170 },
  { id: 'city', label: msg`City`, width: 120 },
  { id: 'province', label: msg`Province`, width: 120 },
  { id: 'postal_code', label: msg`Postal code`, width: 90, isRare: true },
  { id: 'phone', label: msg`Phone`, width: 120 },
  { id: 'email', label: msg`E-mail`, width: 170 },
  { id: 'iva_condition', label: msg`IVA condition`, width: 160, isRare: true },
  { id: 'delivery_schedule', label: msg`When they receive`, width: 170, isRare: true },
  { id: 'id', label: msg`Id of the recipient`, width: 150, isRare: true, isCode: true },
] as const

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
      columns={useSheetColumns(shapes, destinatarioColumns)}
      route={route}
      draft="destinatarios.import"
      template={{ name: 'destinatarios', rows: samples }}
      linkTo="/destinatarios/$id"
      topics={['destinatarios']}
    />
  )
}
