import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { showNotice } from '../../ui/notices.tsx'
import { saveAs } from '../../ui/save-as.ts'
import { useAction } from '../../ui/use-action.ts'
import { xlsxFile } from '../files/xlsx-file.ts'
import type { Cells, SheetColumn } from './columns.ts'

type TemplateButtonProps = {
  columns: readonly SheetColumn[]
  /** Sample lines: numbers with a decimal point. */
  rows: readonly Cells[]
  /** Of the file. */
  name: string
}

const pixelsPerCharacter = 7

/** An Excel file with the headings in the reader's language, and a few sample lines. */
export function TemplateButton({ columns, rows, name }: TemplateButtonProps) {
  const { t } = useLingui()
  const download = useAction({
    mutationFn: async () => {
      const shown = columns.map(({ label, width, isNumeric, isDate }) => ({
        heading: label,
        width: Math.ceil(Math.max(width / pixelsPerCharacter, label.length + 2)),
        kind: isNumeric ? ('number' as const) : isDate ? ('date' as const) : ('text' as const),
      }))
      const lines = rows.map((cells) => columns.map(({ id }) => cells[id] ?? ''))
      await saveAs(await xlsxFile(name, shown, lines), `${name}.xlsx`)
    },
    onError: () =>
      showNotice({
        tone: 'bad',
        content: t`The template could not be made. Check the connection and try again.`,
      }),
  })
  return (
    <Button onClick={() => void download.mutate()} loading={download.isPending}>
      {t`Download a template`}
    </Button>
  )
}
