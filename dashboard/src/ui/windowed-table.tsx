// The rows of a table. Only those near the viewport are rendered, so that a hundred thousand rows scroll like ten.
import { Checkbox } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { ColumnHeads, cellClass } from './column-heads.tsx'
import styles from './data-table.module.css'
import type { Column } from './data-table.tsx'

export type RowActions<Row> = {
  /** The page of a row. The first column also links to it, for the keyboard. */
  open?: (row: Row) => string
  /** Opens a row beside the list instead of on a page of its own. */
  select?: (row: Row) => void
  /** Marks the row that is shown beside the list. */
  isSelected?: (row: Row) => boolean
  /** Adds a checkbox to each row, for actions on several rows at once. */
  marks?: Marks<Row>
}

type Marks<Row> = {
  has: (row: Row) => boolean
  toggle: (row: Row) => void
  /** Marks all of them, or none if all are marked. */
  toggleAll: (rows: readonly Row[]) => void
  labelOf: (row: Row) => string
}

type WindowedRowsProps<Row> = RowActions<Row> & {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** The pages that are not loaded yet. */
  more?: { hasNextPage: boolean; isFetchingNextPage: boolean; isError: boolean; fetchNextPage: () => unknown }
}

const rowHeight = 41
const rowsBeforeEnd = 30
const allHere = { hasNextPage: false, isFetchingNextPage: false, isError: false, fetchNextPage: () => null }

export function WindowedRows<Row>(props: WindowedRowsProps<Row>) {
  const { rows, columns, rowKey, open, select, isSelected, marks, more = allHere } = props
  const columnCount = columns.length + (marks ? 1 : 0)
  const navigate = useNavigate()
  const body = useRef<HTMLTableSectionElement>(null)
  const windowed = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: body.current?.offsetTop ?? 0,
    getItemKey: (index) => {
      const row = rows[index]
      return row === undefined ? index : rowKey(row)
    },
  })
  const shown = windowed.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  const wantsMore = last >= rows.length - rowsBeforeEnd
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = more
  useEffect(() => {
    if (wantsMore && hasNextPage && !isFetchingNextPage && !isError) fetchNextPage()
  }, [wantsMore, hasNextPage, isFetchingNextPage, isError, fetchNextPage])

  const above = (shown[0]?.start ?? 0) - windowed.options.scrollMargin
  const below = windowed.getTotalSize() - ((shown.at(-1)?.end ?? 0) - windowed.options.scrollMargin)
  const openRow = (event: MouseEvent, row: Row) => {
    const isOnControl = (event.target as Element).closest('a, button, input, label')
    if (isOnControl || window.getSelection()?.toString()) return
    select?.(row)
    if (open) void navigate({ to: open(row) })
  }
  return (
    <tbody ref={body}>
      {above > 0 ? <SpacerRow height={above} columns={columnCount} /> : null}
      {shown.map(({ index, key }) => {
        const row = rows[index]
        if (row === undefined) return null
        return (
          <tr
            key={key}
            data-index={index}
            ref={windowed.measureElement}
            className={open || select ? styles['opens'] : undefined}
            aria-current={isSelected?.(row) || undefined}
            onClick={(event) => openRow(event, row)}
          >
            {marks ? (
              <td className={styles['mark']}>
                <Checkbox
                  size="xs"
                  checked={marks.has(row)}
                  onChange={() => marks.toggle(row)}
                  aria-label={marks.labelOf(row)}
                />
              </td>
            ) : null}
            {columns.map((column) => (
              <td key={column.id} className={cellClass(column)}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        )
      })}
      {below > 0 ? <SpacerRow height={below} columns={columnCount} /> : null}
    </tbody>
  )
}

function SpacerRow({ height, columns }: { height: number; columns: number }) {
  return (
    <tr className={styles['spacer']}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  )
}

// A table of any number of rows that are already loaded. For paginated lists, use DataTable.

type WindowedTableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  empty: ReactNode
}

export function WindowedTable<Row>({ label, columns, rows, rowKey, empty }: WindowedTableProps<Row>) {
  if (rows.length === 0) return <div className={styles['frame']}>{empty}</div>
  return (
    <div className={styles['frame']}>
      <table className={styles['table']} aria-label={label} aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            <ColumnHeads columns={columns} />
          </tr>
        </thead>
        <WindowedRows columns={columns} rows={rows} rowKey={rowKey} />
      </table>
    </div>
  )
}
