import { ColumnsMenu } from '../../ui/columns-menu.tsx'
import type { ColumnName } from '../../ui/list-columns.ts'
import styles from './list-tools.module.css'
import type { ListView } from './views/list-view.ts'
import { ViewsMenu } from './views/views-menu.tsx'

/** The menus for views and columns, at the end of the filters. */
export function ListTools({
  views,
  columns,
}: {
  views: readonly ListView[]
  columns: readonly ColumnName[]
}) {
  return (
    <div className={styles['tools']}>
      <ViewsMenu views={views} />
      {columns.length > 2 ? <ColumnsMenu columns={columns} /> : null}
    </div>
  )
}
