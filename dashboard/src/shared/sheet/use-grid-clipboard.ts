// Copying from a sheet and pasting into it.
import type { ClipboardEvent } from 'react'
import { writeTable } from './table-text.ts'
import type { ActiveCell, Place } from './use-active-cell.ts'
import type { Sheet } from './use-sheet.ts'

export function useGridClipboard(
  sheet: Sheet,
  active: ActiveCell,
  /** Text of more than one cell. */
  pasteTable: (text: string, at: Place) => void,
) {
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain')
    const isTable = isTableText(pasted)
    // Within the text of a cell, the browser pastes.
    if (pasted === '' || (!isTable && active.mode !== 'moving')) return
    event.preventDefault()
    event.stopPropagation()
    if (isTable) pasteTable(pasted, active.place)
    else if (active.column !== undefined)
      sheet.setCells([{ row: active.place.row, column: active.column, text: pasted.trim() }])
  }
  const copy = (event: ClipboardEvent) => {
    if (active.mode !== 'moving') return false
    const texts = active.selected().map((row) => row.map(({ text }) => text))
    event.preventDefault()
    event.clipboardData.setData('text/plain', writeTable(texts))
    return true
  }
  return {
    onPaste,
    onCopy: copy,
    onCut: (event: ClipboardEvent) => {
      if (copy(event)) sheet.setCells(emptied(active))
    },
  }
}

/** Whether the text is more than one cell. A single cell is copied with a line break at its end. */
export const isTableText = (text: string) => /[\t\r\n]/.test(text.trimEnd())

export const emptied = (active: ActiveCell) =>
  active
    .selected()
    .flat()
    .map((cell) => ({ ...cell, text: '' }))
