// Describes the columns of a file, and offers a sample file.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { csvFile } from '../../shared/files/csv-file.ts'
import { Card } from '../../ui/card.tsx'
import { language } from '../../ui/languages.ts'
import { saveAs } from '../../ui/save-as.ts'
import styles from './counts.module.css'

/** The service understands both. The order is that of the sample. */
const columnNames = {
  en: {
    sku: 'sku',
    quantity: 'quantity',
    lot: 'lot_number',
    expiry: 'expiry_date',
    vintage: 'vintage_year',
    name: 'name',
    unit: 'unit_type',
    location: 'location',
    weight: 'weight_kg',
  },
  es: {
    sku: 'sku',
    quantity: 'cantidad',
    lot: 'lote',
    expiry: 'vencimiento',
    vintage: 'cosecha',
    name: 'nombre',
    unit: 'unidad',
    location: 'ubicación',
    weight: 'peso',
  },
}

export function FileColumns() {
  const { t } = useLingui()
  const names = columnNames[language()]
  const columns: [name: string, text: string][] = [
    [names.sku, t`required`],
    [names.quantity, t`required: what was found, 0 for a lot that is gone`],
    [names.lot, t`SIN-LOTE if it is empty`],
    [names.expiry, t`a date: 2027-03-31`],
    [names.vintage, t`four digits`],
    [names.name, t`only for a new product`],
    [names.unit, t`only for a new product: unidad, caja, bulto, pallet, kg or litro`],
    [names.location, t`where the product stands: A-12-3`],
    [names.weight, t`of one unit, in kilograms`],
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
        {t`An Excel file (.xlsx, its first sheet) or CSV UTF-8. The first line names the columns, in any order, in English or in Spanish (sku, cantidad, lote, vencimiento, cosecha, nombre, unidad, ubicación, peso). In CSV, a comma or a semicolon between them, and dates with the year first; in Excel, dates as Excel has them.`}
      </p>
    </Card>
  )
}

/** Numbers are written as a spreadsheet in the reader's language writes them. */
const sampleRows = () => [
  Object.values(columnNames[language()]),
  [
    'MAL-RES-750',
    '118',
    'L2409-A',
    '2028-09-30',
    '2021',
    '',
    '',
    'A-12-3',
    language() === 'es' ? '7,2' : '7.2',
  ],
  ['TOR-750', '40', 'L2410-C', '2027-03-31', '2024', '', '', '', ''],
  ['ACE-5', language() === 'es' ? '12,5' : '12.5', '', '', '', 'Aceite de oliva', 'litro', '', ''],
]
