import type { CSSProperties } from 'react'
import styles from './data-table.module.css'
import type { Column } from './data-table.tsx'

export function ColumnHeads<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return columns.map((column) => (
    <th
      key={column.id}
      scope="col"
      className={cellClass(column)}
      style={column.width ? ({ '--column-width': column.width } as CSSProperties) : undefined}
    >
      {column.label}
    </th>
  ))
}

/** The class of a cell and of its heading. */
export function cellClass({ isNumeric, from }: { isNumeric?: boolean; from?: 'sm' | 'md' | 'lg' }): string {
  return [isNumeric ? styles['numeric'] : '', from ? styles[from] : ''].join(' ').trim()
}
