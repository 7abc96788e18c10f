// A table of any number of rows that are already loaded. For paginated lists, use DataTable.
import type { ReactNode } from 'react'
import { ColumnHeads } from './column-heads.tsx'
import styles from './data-table.module.css'
import type { Column } from './data-table.tsx'
import { WindowedRows } from './windowed-rows.tsx'

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
