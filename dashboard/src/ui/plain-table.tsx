// A table of rows that are already loaded, for use in a `Card flush`. For paginated lists, use DataTable.
import { useLingui } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { type Key, type ReactNode, useState } from 'react'
import { ColumnHeads, cellClass } from './column-heads.tsx'
import styles from './data-table.module.css'
import type { Column } from './data-table.tsx'

type PlainTableProps<Row> = {
  label: string
  columns: readonly Column<Row>[]
  /** undefined while loading: `rowsExpected` skeleton rows are shown instead. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row, index: number) => Key
  rowsExpected?: number
  /** The number of rows shown before the reader asks for more. */
  rowsAtFirst?: number
  /** Rows below the others, such as totals. */
  foot?: ReactNode
  empty?: ReactNode
  /** Content that replaces a row, across all columns; null shows the row itself. */
  inPlaceOf?: (row: Row) => ReactNode
}

export function PlainTable<Row>(props: PlainTableProps<Row>) {
  const { label, columns, rows, rowKey, rowsExpected = 4, rowsAtFirst = 50, foot, empty, inPlaceOf } = props
  const { t } = useLingui()
  const [limit, setLimit] = useState(rowsAtFirst)
  if (rows?.length === 0 && empty) return empty
  const hidden = (rows?.length ?? 0) - limit
  return (
    <>
      <table className={styles['table']} aria-label={label} aria-busy={rows === undefined}>
        <thead>
          <tr>
            <ColumnHeads columns={columns} />
          </tr>
        </thead>
        <tbody>
          {rows
            ? rows.slice(0, limit).map((row, index) => {
                const instead = inPlaceOf?.(row)
                return (
                  <tr key={rowKey(row, index)}>
                    {instead ? (
                      <td colSpan={columns.length}>{instead}</td>
                    ) : (
                      <Cells columns={columns} row={row} />
                    )}
                  </tr>
                )
              })
            : Array.from({ length: rowsExpected }, (_, row) => `skeleton ${row}`).map((key) => (
                <tr key={key}>
                  {columns.map((column) => (
                    <td key={column.id} className={cellClass(column)}>
                      <Skeleton height={12} width="70%" ml={column.isNumeric ? 'auto' : 0} />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
        {foot ? <tfoot>{foot}</tfoot> : null}
      </table>
      {hidden > 0 ? (
        <p className={styles['more']}>
          <Button size="compact-sm" onClick={() => setLimit(limit + 200)}>{t`Show more (${hidden})`}</Button>
        </p>
      ) : null}
    </>
  )
}

function Cells<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return columns.map((column) => (
    <td key={column.id} className={cellClass(column)}>
      {column.cell(row)}
    </td>
  ))
}
