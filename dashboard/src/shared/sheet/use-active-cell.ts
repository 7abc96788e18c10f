// Which cell of a sheet has the focus, and whether it is being edited. A cell that has the focus is a text field whose
// whole text is selected: what is typed, with dead keys as well, replaces it.
import { useRef, useState } from 'react'
import type { Sheet } from './use-sheet.ts'

export type Place = { row: number; column: number }

/** `typing`: what is typed replaces the cell, and arrows leave it. `editing`: arrows move within the text. */
type Mode = 'moving' | 'typing' | 'editing'

type Active = {
  place: Place
  /** The other corner of the selected cells. */
  corner: Place
  mode: Mode
  /** What the cell contained before it was edited, and the name of this edit for undoing it. */
  before: string
  edit: string
}

const start: Place = { row: 0, column: 0 }
let edits = 0

export type ActiveCell = ReturnType<typeof useActiveCell>

/** `columns` are the ids of those that can be edited; one more shows the state of the row. */
export function useActiveCell(sheet: Sheet, columns: readonly string[], rowCount: number) {
  const [active, setActive] = useState<Active>({
    ...{ place: start, corner: start },
    ...{ mode: 'moving', before: '', edit: '' },
  })
  /** Where Enter returns to after a row was filled in with Tab. */
  const tabbedFrom = useRef<number | null>(null)
  const place = within(active.place, rowCount, columns.length)
  const corner = within(active.corner, rowCount, columns.length)
  const column = columns[place.column]
  const textAt = ({ row, column }: Place) => sheet.rows[row]?.cells[columns[column] ?? ''] ?? ''

  const moveTo = (to: Place, isExtending = false) => {
    const next = within(to, rowCount, columns.length)
    setActive({
      ...(isExtending ? { place, corner: next } : { place: next, corner: next }),
      ...{ mode: 'moving', before: '', edit: '' },
    })
  }
  const startEdit = (mode: Mode) => {
    const edit = `edit ${++edits}`
    setActive({ place, corner: place, mode, before: textAt(place), edit })
    return edit
  }
  return {
    place,
    corner,
    mode: active.mode,
    column,
    moveTo: (to: Place, isExtending = false) => {
      tabbedFrom.current = null
      moveTo(to, isExtending)
    },
    /** To the cell beside it. Returns whether there is one. */
    tab: (step: 1 | -1) => {
      const cells = columns.length
      const next = place.row * cells + Math.min(place.column, cells - 1) + step
      if (next < 0 || next >= rowCount * cells) return false
      tabbedFrom.current ??= place.column
      moveTo({ row: Math.floor(next / cells), column: next % cells })
      return true
    },
    enter: (step: 1 | -1) => {
      const from = tabbedFrom.current ?? place.column
      tabbedFrom.current = null
      moveTo({ row: place.row + step, column: from })
    },
    edit: () => {
      if (column !== undefined) startEdit('editing')
    },
    type: (text: string) => {
      if (column === undefined) return
      const edit = active.mode === 'moving' ? startEdit('typing') : active.edit
      sheet.setCells([{ row: place.row, column, text }], edit)
    },
    /** Ends editing. `isKept` false: the cell gets back what it contained before. */
    settle: (isKept: boolean) => {
      if (!isKept && column !== undefined)
        sheet.setCells([{ row: place.row, column, text: active.before }], active.edit)
      moveTo(place)
    },
    /** The selected cells, row by row; without the state of the rows. */
    selected: () => {
      const [top, bottom] = [Math.min(place.row, corner.row), Math.max(place.row, corner.row)]
      const [left, right] = [Math.min(place.column, corner.column), Math.max(place.column, corner.column)]
      return Array.from({ length: bottom - top + 1 }, (_, down) =>
        columns.slice(left, right + 1).map((id, along) => ({
          ...{ row: top + down, column: id },
          text: textAt({ row: top + down, column: left + along }),
        })),
      )
    },
  }
}

const within = ({ row, column }: Place, rows: number, columns: number): Place => ({
  row: Math.max(0, Math.min(row, rows - 1)),
  column: Math.max(0, Math.min(column, columns)),
})
