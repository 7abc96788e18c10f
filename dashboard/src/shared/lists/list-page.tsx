// A page with one list: title, filters, export, table.
import { type ReactNode, useState } from 'react'
import { ColumnsMenu } from '../../ui/columns-menu.tsx'
import { Filters } from '../../ui/filters.tsx'
import type { ColumnName } from '../../ui/list-columns.ts'
import { AnnounceColumns } from '../../ui/list-columns.ts'
import { Page } from '../../ui/page.tsx'
import type { Rows } from '../api.ts'
import { useExport } from './export.tsx'
import styles from './list-tools.module.css'
import type { ListView } from './views/list-view.ts'
import { ViewsMenu } from './views/views-menu.tsx'

type ListPageProps<Row> = {
  title: string
  intro?: ReactNode
  crumbs?: readonly { to: string; label: string }[]
  query: Rows<Row>
  /** The name of the file. Without it, the list has no export. */
  exportAs?: string
  /** Links to related lists. */
  tabs?: ReactNode
  filters?: ReactNode
  /** Views for everyone, each a name for a set of filters. */
  views?: readonly ListView[]
  actions?: ReactNode
  children: ReactNode
}

export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, intro, crumbs, query, exportAs, tabs, filters, views = [], actions, children } = props
  const [columns, setColumns] = useState<readonly ColumnName[]>([])
  const exported = useExport(query, exportAs ?? '')
  const buttons = (
    <>
      {exportAs ? exported.button : null}
      {actions}
    </>
  )
  return (
    <Page title={title} intro={intro} actions={buttons} {...(crumbs ? { crumbs } : {})}>
      {exported.problem}
      {tabs}
      <Filters>
        {filters}
        <ListTools views={views} columns={columns} />
      </Filters>
      <AnnounceColumns value={setColumns}>{children}</AnnounceColumns>
    </Page>
  )
}

/** The menus for views and columns, at the end of the filters. */
function ListTools({ views, columns }: { views: readonly ListView[]; columns: readonly ColumnName[] }) {
  return (
    <div className={styles['tools']}>
      <ViewsMenu views={views} />
      {columns.length > 2 ? <ColumnsMenu columns={columns} /> : null}
    </div>
  )
}
