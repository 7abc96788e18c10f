// A sheet that is imported: typed, pasted or read from a file, and checked by the service while it is corrected.
import { useMemo } from 'react'
import { sheetFaultsOf, useCellFault } from './cell-faults.ts'
import type { SheetColumn } from './columns.ts'
import { faultsLeft, type SheetFaults, withFaults } from './faults.ts'
import { type Checked, type SheetPreview, type SheetRoute, useCheck } from './use-check.ts'
import { usePasting } from './use-pasting.ts'
import { useSheet } from './use-sheet.ts'
import { useSheetFile } from './use-sheet-file.ts'
import { useShownColumns } from './use-shown-columns.tsx'

type SheetImportProps<Preview> = {
  draft: string
  columns: readonly SheetColumn[]
  /** null: something has to be chosen first. */
  route: SheetRoute | null
  /** The unit of the product of a line, for numbers with two readings. */
  unitOf?: (answer: Preview, line: number) => string
}

export type SheetImport<Preview extends SheetPreview> = ReturnType<typeof useSheetImport<Preview>>

export function useSheetImport<Preview extends SheetPreview>(props: SheetImportProps<Preview>) {
  const { draft, columns, route, unitOf } = props
  const sheet = useSheet(draft)
  const { shown, menu } = useShownColumns(columns, sheet)
  const pasting = usePasting({ sheet, columns, shown })
  const file = useSheetFile(route, pasting.take)
  const check = useCheck<Preview>(sheet, columns, route)
  const { checked } = check
  const found = useFound(checked, unitOf)
  const { fileFaults, accept } = pasting
  const faults = useMemo(
    () => withFaults(faultsLeft(sheet.rows, found), acceptable(fileFaults, accept)),
    [sheet.rows, found, fileFaults, accept],
  )
  return {
    ...{ sheet, columns, shown, columnsMenu: menu, pasting, file, check, checked, faults },
    /** Whether what was checked can be sent: nothing has changed since, and no cell of the file is in doubt. */
    isSettled: check.isCurrent && pasting.fileFaults.size === 0,
  }
}

function useFound<Preview extends SheetPreview>(
  checked: Checked<Preview> | null,
  unitOf: SheetImportProps<Preview>['unitOf'],
): SheetFaults {
  const cellFault = useCellFault()
  return useMemo(() => {
    if (!checked) return new Map()
    const { answer, rowOfLine } = checked
    return sheetFaultsOf(answer.faults, rowOfLine, (error) => cellFault(error, unitOf?.(answer, error.line)))
  }, [checked, unitOf, cellFault])
}

/** What is only in the file can be left as it is. */
const acceptable = (faults: SheetFaults, accept: (row: number, column: string | null) => void): SheetFaults =>
  new Map(
    [...faults].map(([row, ofRow]) => [
      row,
      ofRow.map((fault) => ({
        ...fault,
        candidates: fault.candidates.map((one) => ({ ...one, accept: () => accept(row, fault.column) })),
      })),
    ]),
  )
