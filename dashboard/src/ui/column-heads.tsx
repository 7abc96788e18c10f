import { cellClass } from './cell-class.ts'
import type { Column } from './data-table.tsx'

export function ColumnHeads<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return columns.map((column) => (
    <th
      key={column.id}
      scope="col"
      className={cellClass(column)}
      style={column.width ? { width: column.width } : undefined}
    >
      {column.label}
    </th>
  ))
}
