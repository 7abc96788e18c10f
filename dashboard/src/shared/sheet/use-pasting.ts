// Puts pasted tables into a sheet. With headings, each column goes to its own, and the table takes the place of what the
// sheet contained; without headings, the cells go where they were pasted. If a column is not recognised, people choose.
import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { isTextField } from '../../ui/held-keys.ts'
import { isDialogOpen } from '../../ui/keys-of-page.ts'
import {
  type Arrangement,
  arrangementFrom,
  cellsOf,
  isBlank,
  type PastedTable,
  readPasted,
  type SheetColumn,
} from './columns.ts'
import { faultsLeft, type SheetFaults } from './faults.ts'
import { knownArrangement, rememberHeadings } from './known-headings.ts'
import type { Place } from './use-active-cell.ts'
import { isTableText } from './use-grid-clipboard.ts'
import type { Sheet } from './use-sheet.ts'

/** A table whose columns have to be chosen. */
export type Unarranged = { table: PastedTable; guess: Arrangement }

type PastingProps = {
  sheet: Sheet
  columns: readonly SheetColumn[]
  /** Those that are shown. */
  shown: readonly SheetColumn[]
}

export function usePasting({ sheet, columns, shown }: PastingProps) {
  const { t } = useLingui()
  const [unarranged, setUnarranged] = useState<Unarranged | null>(null)
  const [fileFaults, setFileFaults] = useState<SheetFaults>(new Map())
  const isEmpty = sheet.rows.every(({ cells }) => isBlank(cells))

  const replace = (table: PastedTable, arrangement: Arrangement) => {
    const rows = sheet.replaceWith(
      table.rows.map((row) => cellsOf(row, arrangement)),
      t`The sheet was replaced.`,
    )
    setFileFaults(
      new Map([...(table.faults ?? [])].map(([index, faults]) => [rows[index]?.key ?? 0, faults])),
    )
  }
  const overwrite = (rows: PastedTable['rows'], at: Place) => {
    const first = shown[at.column]
    if (!first) return
    sheet.setCells(
      rows.flatMap((row, down) => {
        const arrangement = arrangementFrom(first.id, row.length, shown)
        const cells = cellsOf(row, arrangement)
        return arrangement.flatMap((column) =>
          column === null ? [] : [{ row: at.row + down, column, text: cells[column] ?? '' }],
        )
      }),
    )
  }
  /** `at` null: it was pasted beside the table, or is a file. */
  const take = (table: PastedTable, at: Place | null) => {
    if (table.rows.length === 0) return
    const width = Math.max(...table.rows.map((row) => row.length))
    if (!table.headings && at && !(isEmpty && width > 1)) return overwrite(table.rows, at)
    const known = table.headings && knownArrangement(table.headings, columns)
    if (known) return replace(table, known)
    const guess = table.headings
      ? table.headings.map((heading) => knownArrangement([heading], columns, [])?.[0] ?? null)
      : arrangementFrom(shown[at?.column ?? 0]?.id ?? '', width, shown)
    setUnarranged({ table, guess })
  }
  const paste = (text: string, at: Place | null) => take(readPasted(text, columns), at)
  const latest = useRef({ paste })
  latest.current = { paste }
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (event.defaultPrevented || isTextField(event.target) || isDialogOpen() || !isTableText(text)) return
      event.preventDefault()
      latest.current.paste(text, null)
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
  /** The cell may stay as it is. */
  const accept = useCallback((row: number, column: string | null) => {
    setFileFaults((before) => {
      const left = (before.get(row) ?? []).filter((fault) => fault.column !== column)
      return new Map([...before].map(([key, faults]) => [key, key === row ? left : faults]))
    })
  }, [])
  return {
    paste,
    /** Takes a table from a file. */
    take: (table: PastedTable) => take(table, null),
    unarranged,
    fileFaults: useMemo(() => faultsLeft(sheet.rows, fileFaults), [sheet.rows, fileFaults]),
    accept,
    arrange: (arrangement: Arrangement) => {
      if (!unarranged) return
      if (unarranged.table.headings) rememberHeadings(unarranged.table.headings, arrangement)
      replace(unarranged.table, arrangement)
      setUnarranged(null)
    },
    cancel: () => setUnarranged(null),
  }
}
