import type { Key, ReactNode } from 'react'
import styles from './data-table.module.css'
import { type Column, cellClass } from './data-table.tsx'

/** A short table whose rows are all at hand: the items of a document. Put it in a `Card flush`. */
export function PlainTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  foot,
}: {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => Key
  foot?: ReactNode
}) {
  return (
    <table className={styles['table']} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.id} scope="col" className={cellClass(column)}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={rowKey(row, index)}>
            {columns.map((column) => (
              <td key={column.id} className={cellClass(column)}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {foot ? <tfoot>{foot}</tfoot> : null}
    </table>
  )
}
