// Moves through the faults of a sheet, row by row.
import { useMemo, useRef } from 'react'
import type { SheetColumn } from './columns.ts'
import { inOrder, type SheetFaults } from './faults.ts'
import type { ActiveCell, Place } from './use-active-cell.ts'
import type { Sheet } from './use-sheet.ts'

type FaultPlaces = {
  columns: readonly SheetColumn[]
  sheet: Sheet
  faults: SheetFaults
  active: ActiveCell
  focus: () => void
}

/** `goTo` moves to the next or the previous one; behind the last one, it begins again. */
export function useFaultPlaces({ columns, sheet, faults, active, focus }: FaultPlaces) {
  const places = useMemo(
    () =>
      sheet.rows.flatMap(({ key }, row) =>
        inOrder(faults.get(key) ?? [], columns).map(({ column }): Place => {
          const at = columns.findIndex(({ id }) => id === column)
          return { row, column: at === -1 ? columns.length : at }
        }),
      ),
    [sheet.rows, faults, columns],
  )
  const latest = useRef({ count: 0, goTo: (_: 1 | -1) => {} })
  latest.current = {
    count: places.length,
    goTo: (step) => {
      const isBeyond = (one: Place) => step * order(one, active.place) > 0
      const next =
        step === 1 ? (places.find(isBeyond) ?? places[0]) : (places.findLast(isBeyond) ?? places.at(-1))
      if (!next) return
      active.moveTo(next)
      focus()
    },
  }
  return latest
}

const order = (one: Place, other: Place) => one.row - other.row || one.column - other.column
