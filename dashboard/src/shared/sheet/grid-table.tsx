// The table of a sheet. Only the rows near the visible part are rendered, and the one that has the focus.
import { useLingui } from '@lingui/react/macro'
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'
import { type ComponentProps, Fragment, type RefCallback, type RefObject, useCallback } from 'react'
import type { SheetColumn } from './columns.ts'
import { noFaults, type RowState, type SheetFaults } from './faults.ts'
import styles from './grid.module.css'
import { GridRow } from './grid-row.tsx'
import type { ActiveCell, Place } from './use-active-cell.ts'
import type { SheetRow } from './use-sheet.ts'

export const rowHeight = 34
const firstHeight = 400
const lineWidth = 48
const stateWidth = 150

type GridTableProps = ComponentProps<'table'> & {
  columns: readonly SheetColumn[]
  rows: readonly SheetRow[]
  /** With the empty rows at the end. */
  rowCount: number
  faults: SheetFaults
  states: ReadonlyMap<number, RowState>
  active: ActiveCell
  scroller: RefObject<HTMLElement | null>
  field: RefCallback<HTMLElement>
  type: (text: string) => void
}

/** A table that is edited. */
const asGrid = { role: 'grid', 'aria-multiselectable': true }
/** In the place of rows that are not rendered. */
const notRead = { 'aria-hidden': true }

export function GridTable(props: GridTableProps) {
  const { columns, rows, rowCount, faults, states, active, scroller, field, type, ...table } = props
  const { place, corner, mode } = active
  const rangeExtractor = useCallback(
    (range: Range) => withRow(defaultRangeExtractor(range), place.row),
    [place.row],
  )
  const windowed = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    // The first rows are there at once, so that the first cell takes the keys that were held back for the page.
    initialRect: { width: 0, height: firstHeight },
    rangeExtractor,
  })
  const shown = windowed.getVirtualItems()
  const cellsPerRow = columns.length + 2
  return (
    <table
      {...table}
      {...asGrid}
      aria-rowcount={rowCount + 1}
      className={styles['grid']}
      style={{ minWidth: columns.reduce((sum, { width }) => sum + width, lineWidth + stateWidth) }}
    >
      <Head columns={columns} />
      <tbody>
        {shown.map(({ index }, at) => (
          <Fragment key={index}>
            <Gap rows={index - (shown[at - 1]?.index ?? -1) - 1} columns={cellsPerRow} />
            <GridRow
              row={rows[index]}
              index={index}
              columns={columns}
              faults={faults.get(rows[index]?.key ?? 0) ?? noFaults}
              state={states.get(rows[index]?.key ?? 0) ?? null}
              activeColumn={index === place.row ? place.column : null}
              isEditing={index === place.row && mode !== 'moving'}
              selection={selectionIn(index, place, corner)}
              field={field}
              type={type}
            />
          </Fragment>
        ))}
        <Gap rows={rowCount - (shown.at(-1)?.index ?? -1) - 1} columns={cellsPerRow} />
      </tbody>
    </table>
  )
}

function Head({ columns }: { columns: readonly SheetColumn[] }) {
  const { t } = useLingui()
  return (
    <>
      <colgroup>
        <col style={{ width: lineWidth }} />
        {columns.map(({ id, width }) => (
          <col key={id} style={{ width }} />
        ))}
        <col style={{ width: stateWidth }} />
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          <th scope="col" className={styles['line']}>
            <span className="visually-hidden">{t`Line`}</span>
          </th>
          {columns.map(({ id, label, isNumeric }) => (
            <th key={id} scope="col" className={isNumeric ? styles['number'] : undefined}>
              {label}
            </th>
          ))}
          <th scope="col">{t`State`}</th>
        </tr>
      </thead>
    </>
  )
}

function Gap({ rows, columns }: { rows: number; columns: number }) {
  if (rows <= 0) return null
  return (
    <tr {...notRead} className={styles['spacer']}>
      <td colSpan={columns} style={{ height: rows * rowHeight }} />
    </tr>
  )
}

const withRow = (indices: number[], row: number) =>
  indices.includes(row) ? indices : [...indices, row].sort((one, other) => one - other)

/** The columns of the row that are selected; null if none is, or only the cell that has the focus. */
function selectionIn(row: number, place: Place, corner: Place): readonly [number, number] | null {
  if (place.row === corner.row && place.column === corner.column) return null
  if (row < Math.min(place.row, corner.row) || row > Math.max(place.row, corner.row)) return null
  return [Math.min(place.column, corner.column), Math.max(place.column, corner.column)]
}
