import { ColumnsMenu } from './columns-menu.tsx'
import type { ColumnName } from './list-columns.ts'
import styles from './list-tools.module.css'
import { type ListView, ViewsMenu } from './views-menu.tsx'

/** At the end of the filters: the views of the list, and its columns. */
export function ListTools({
  views,
  columns,
}: {
  views: readonly ListView[]
  columns: readonly ColumnName[]
}) {
  return (
    <div className={styles['tools']}>
      {views.length > 0 ? <ViewsMenu views={views} /> : null}
      {columns.length > 2 ? <ColumnsMenu columns={columns} /> : null}
    </div>
  )
}
