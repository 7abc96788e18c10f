// Describes the columns of a file, and offers a sample file.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { language } from '../../ui/languages.ts'
import { saveAs } from '../../ui/save-as.ts'
import styles from './counts.module.css'
import { csvFile } from './csv-file.ts'

export function FileColumns() {
  const { t } = useLingui()
  const columns: [name: string, text: string][] = [
    ['sku', t`required`],
    ['quantity', t`required: what was found, 0 for a lot that is gone`],
    ['lot_number', t`SIN-LOTE if it is empty`],
    ['expiry_date', t`a date: 2027-03-31`],
    ['vintage_year', t`four digits`],
    ['name', t`only for a new product`],
    ['unit_type', t`only for a new product: unidad, caja, bulto, pallet, kg or litro`],
  ]
  const download = () => void saveAs(csvFile(sampleRows()), 'recuento.csv')
  return (
    <Card
      title={t`The file`}
      aside={
        <Button size="compact-sm" onClick={download}>
          {t`Sample file`}
        </Button>
      }
    >
      <dl className={styles['columns']}>
        {columns.map(([name, text]) => (
          <div key={name}>
            <dt className="mono">{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet">
        {t`An Excel file (.xlsx, its first sheet) or CSV UTF-8. The first line names the columns, in any order, in English or in Spanish (sku, cantidad, lote, vencimiento, cosecha, nombre, unidad). In CSV, a comma or a semicolon between them, and dates with the year first; in Excel, dates as Excel has them.`}
      </p>
    </Card>
  )
}

/** Numbers are written as a spreadsheet in the reader's language writes them. */
const sampleRows = () => [
  ['sku', 'quantity', 'lot_number', 'expiry_date', 'vintage_year', 'name', 'unit_type'],
  ['MAL-RES-750', '118', 'L2409-A', '2028-09-30', '2021', '', ''],
  ['TOR-750', '40', 'L2410-C', '2027-03-31', '2024', '', ''],
  ['ACE-5', language() === 'es' ? '12,5' : '12.5', '', '', '', 'Aceite de oliva', 'litro'],
]
