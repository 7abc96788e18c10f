// The buttons that do the same as dropping a file on the lines, and give one to fill in.
import type { InboundColumn } from '@anden/contract/values'
import { useLingui } from '@lingui/react/macro'
import { Button, FileButton, Group } from '@mantine/core'
import { sheetFiles } from '../../../shared/files/file-drop.tsx'
import type { Cells, SheetColumn } from '../../../shared/sheet/columns.ts'
import { TemplateButton } from '../../../shared/sheet/template.tsx'

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
      <TemplateButton columns={useColumns()} rows={samples} name="avisos" />
    </Group>
  )
}

function useColumns(): readonly SheetColumn[] {
  const { t } = useLingui()
  const column = (id: InboundColumn, label: string, more: Partial<SheetColumn> = {}): SheetColumn => ({
    ...{ id, label, names: [], width: 110 },
    ...more,
  })
  return [
    column('sku', t`SKU`),
    column('quantity', t`Quantity`, { isNumeric: true }),
    column('lot_number', t`Lot`),
    column('expiry_date', t`Expires`, { isDate: true }),
    column('vintage_year', t`Vintage`, { isNumeric: true }),
  ]
}
