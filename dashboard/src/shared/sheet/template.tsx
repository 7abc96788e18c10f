import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { saveAs } from '../../ui/save-as.ts'
import { csvFile } from '../files/csv-file.ts'
import type { Cells, SheetColumn } from './columns.ts'

type TemplateButtonProps = {
  columns: readonly SheetColumn[]
  /** Sample lines. */
  rows: readonly Cells[]
  /** Of the file. */
  name: string
}

/** A file with the headings and a few sample lines, as a spreadsheet in the reader's language opens it. */
export function TemplateButton({ columns, rows, name }: TemplateButtonProps) {
  const { t } = useLingui()
  const download = () => {
    const lines = rows.map((cells) => columns.map(({ id }) => cells[id] ?? ''))
    void saveAs(csvFile([columns.map(({ label }) => label), ...lines]), `${name}.csv`)
  }
  return <Button onClick={download}>{t`Download a template`}</Button>
}
