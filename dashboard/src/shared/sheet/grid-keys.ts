// The keys of a sheet: those of a spreadsheet.
import type { KeyboardEvent } from 'react'
import type { ActiveCell, Place } from './use-active-cell.ts'
import { emptied } from './use-grid-clipboard.ts'
import type { Sheet } from './use-sheet.ts'

type GridKeys = {
  sheet: Sheet
  active: ActiveCell
  rowCount: number
  pageRows: number
  lastColumn: number
  confirm: () => void
  goToFault: (step: 1 | -1) => void
  /** Writes the first candidate of the fault into the cell. */
  takeCandidate: () => void
  /** Moves the focus to the candidates. */
  showCandidates: () => void
  /** Moves the focus behind the table. */
  leave: () => void
}

export function pressInGrid(event: KeyboardEvent, grid: GridKeys): void {
  if (event.nativeEvent.isComposing) return
  const isHandled =
    pressWithAlt(event, grid) ??
    pressWithControl(event, grid) ??
    (grid.active.mode === 'moving' ? pressWhileMoving(event, grid) : pressWhileEditing(event, grid)) ??
    pressAlways(event, grid)
  if (isHandled) event.preventDefault()
}

/** undefined: another key may do it; false: the browser does it. */
type Handled = boolean | undefined

function pressWithAlt({ altKey, key }: KeyboardEvent, grid: GridKeys): Handled {
  if (!altKey) return undefined
  if (key === 'Enter') grid.takeCandidate()
  else if (key === 'ArrowDown') grid.showCandidates()
  else return false
  return true
}

function pressWithControl(event: KeyboardEvent, grid: GridKeys): Handled {
  if (!event.ctrlKey && !event.metaKey) return undefined
  const { sheet, active, rowCount, lastColumn } = grid
  if (event.key === 'Enter') {
    grid.confirm()
    return true
  }
  if (active.mode !== 'moving') return false
  const { row, column } = active.corner
  const ends: Record<string, Place> = {
    Home: { row: 0, column: 0 },
    End: { row: sheet.rows.length - 1, column: lastColumn },
    ArrowUp: { row: 0, column },
    ArrowDown: { row: sheet.rows.length - 1, column },
    ArrowLeft: { row, column: 0 },
    ArrowRight: { row, column: lastColumn },
  }
  const end = ends[event.key]
  const key = event.key.toLowerCase()
  if (end) active.moveTo(end, event.shiftKey)
  else if (key === 'z' && !event.shiftKey) sheet.undo()
  else if (key === 'y' || key === 'z') sheet.redo()
  else if (key === 'a') {
    active.moveTo({ row: 0, column: 0 })
    active.moveTo({ row: rowCount - 1, column: lastColumn }, true)
  } else return false
  return true
}

const arrows: Record<string, readonly [down: number, right: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

function pressWhileMoving({ key, shiftKey }: KeyboardEvent, grid: GridKeys): Handled {
  const { sheet, active, pageRows, lastColumn } = grid
  const from = shiftKey ? active.corner : active.place
  const move = (down: number, right: number) =>
    active.moveTo({ row: from.row + down, column: from.column + right }, shiftKey)
  const arrow = arrows[key]
  if (arrow) move(...arrow)
  else if (key === 'PageUp') move(-pageRows, 0)
  else if (key === 'PageDown') move(pageRows, 0)
  else if (key === 'Home') move(0, -from.column)
  else if (key === 'End') move(0, lastColumn - from.column)
  else if (key === 'F2') active.edit()
  else if (key === 'Delete') sheet.setCells(emptied(active))
  else if (key === 'Escape') grid.leave()
  else return undefined
  return true
}

function pressWhileEditing({ key }: KeyboardEvent, { active }: GridKeys): Handled {
  const arrow = arrows[key]
  if (key === 'Escape') active.settle(false)
  else if (key === 'F2') active.edit()
  else if (arrow && (active.mode === 'typing' || arrow[0] !== 0)) {
    active.moveTo({ row: active.place.row + arrow[0], column: active.place.column + arrow[1] })
  } else return undefined
  return true
}

function pressAlways({ key, shiftKey }: KeyboardEvent, { active, goToFault }: GridKeys): Handled {
  const step = shiftKey ? -1 : 1
  if (key === 'Enter') active.enter(step)
  else if (key === 'F8') goToFault(step)
  // Behind the last cell, it leaves the table.
  else if (key === 'Tab') return active.tab(step)
  else return undefined
  return true
}
