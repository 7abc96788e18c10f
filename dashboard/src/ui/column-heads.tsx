import type { CSSProperties } from 'react'
import { cellClass } from './cell-class.ts'
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
