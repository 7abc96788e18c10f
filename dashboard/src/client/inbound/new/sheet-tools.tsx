// The buttons that do the same as dropping a file on the lines, and give one to fill in.
import { inboundColumns } from '@anden/contract/values'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button, FileButton, Group } from '@mantine/core'
import { sheetFiles } from '../../../shared/files/file-drop.tsx'
import type { Cells } from '../../../shared/sheet/columns.ts'
import { TemplateButton } from '../../../shared/sheet/template.tsx'
import { useSheetColumns } from '../../../shared/sheet/use-sheet-columns.ts'

const columns = [
  { id: 'sku', label: msg`SKU`, width: 110 },
  { id: 'quantity', label: msg`Quantity`, width: 110, isNumeric: true },
  { id: 'lot_number', label: msg`Lot`, width: 110 },
  { id: 'expiry_date', label: msg`Expires`, width: 110, isDate: true },
  { id: 'vintage_year', label: msg`Vintage`, width: 110, isNumeric: true },
] as const

const samples: Cells[] = [
  {
    ...{ sku: 'MAL-RES-750', quantity: '120', lot_number: 'L2409-A' },
    ...{ expiry_date: '2028-09-30', vintage_year: '2021' },
  },
  { sku: 'ACE-GRA', quantity: '12.5' },
]

export function SheetTools({ read }: { read: (file: File) => void }) {
  const { t } = useLingui()
  return (
    <Group gap="xs" mt="xs">
      <FileButton accept={sheetFiles} onChange={(file) => file && read(file)}>
        {(props) => <Button {...props}>{t`Choose a file…`}</Button>}
      </FileButton>
      <TemplateButton columns={useSheetColumns(columns, inboundColumns)} rows={samples} name="avisos" />
    </Group>
  )
}
