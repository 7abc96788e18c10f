// What is wrong with the cells of a sheet, as the service found it.
import type { Tone } from '../../ui/chip.tsx'
import type { SheetColumn } from './columns.ts'
import type { SheetRow } from './use-sheet.ts'

/** A value that the cell may have been meant to have. */
export type Candidate = {
  /** The text for the cell. */
  text: string
  label: string
  /** The fault is only in the file: once this was chosen, the cell may stay as it is. */
  accept?: () => void
}

export type CellFault = {
  /** null: the whole row. */
  column: string | null
  /** The text of the cell that was checked. Once it is another, the fault is no longer shown. */
  value: string
  text: string
  candidates: readonly Candidate[]
}

/** Shown at the end of a row, with a link if there is something to see. */
export type RowState = { tone: Tone; text: string }

/** By the key of the row. */
export type SheetFaults = ReadonlyMap<number, readonly CellFault[]>

export const noFaults: readonly CellFault[] = []

export function withFaults(faults: SheetFaults, others: SheetFaults): SheetFaults {
  if (others.size === 0) return faults
  const all = new Map(faults)
  for (const [key, ofRow] of others) all.set(key, [...ofRow, ...(faults.get(key) ?? [])])
  return all
}

/** Without the faults of cells that have been changed since the check. */
export function faultsLeft(rows: readonly SheetRow[], faults: SheetFaults): SheetFaults {
  const left = new Map<number, readonly CellFault[]>()
  for (const { key, cells } of rows) {
    const ofRow = faults.get(key)?.filter(({ column, value }) => !column || (cells[column] ?? '') === value)
    if (ofRow && ofRow.length > 0) left.set(key, ofRow)
  }
  return left
}

/** In the order of the columns; of the whole row at its end. */
export function inOrder(faults: readonly CellFault[], columns: readonly SheetColumn[]): CellFault[] {
  const at = ({ column }: CellFault) => {
    const index = columns.findIndex(({ id }) => id === column)
    return index === -1 ? columns.length : index
  }
  return faults.toSorted((one, other) => at(one) - at(other))
}
