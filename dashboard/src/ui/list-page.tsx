// A page that is one list: title, filters, export, table.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Rows } from '../api.ts'
import { language } from '../languages.ts'
import { Filters } from './filters.tsx'
import { AnnounceColumns, type ColumnName } from './list-columns.ts'
import { ListTools } from './list-tools.tsx'
import { Page } from './page.tsx'
import { ProblemNote } from './problem.tsx'
import { saveAs } from './save-as.ts'
import type { ListView } from './views-menu.tsx'

type ListPageProps<Row> = {
  title: string
  intro?: ReactNode
  crumbs?: readonly { to: string; label: string }[]
  query: Rows<Row>
  /** The name of the CSV file. Without it there is no export. */
  exportAs?: string
  filters?: ReactNode
  /** Those that everybody needs: a name, and the filters that it stands for. */
  views?: readonly ListView[]
  actions?: ReactNode
  children: ReactNode
}

export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, intro, crumbs, query, exportAs, filters, views = [], actions, children } = props
  const { t } = useLingui()
  const [columns, setColumns] = useState<readonly ColumnName[]>([])
  const exported = useMutation({
    mutationFn: async () => {
      const rows = await query.csv({ headers: { 'accept-language': language() } })
      await saveAs(rows, `${exportAs}.csv`)
    },
  })
  const buttons = (
    <>
      {exportAs ? (
        <Button loading={exported.isPending} onClick={() => exported.mutate()}>
          {t`Export CSV`}
        </Button>
      ) : null}
      {actions}
    </>
  )
  return (
    <Page title={title} intro={intro} actions={buttons} {...(crumbs ? { crumbs } : {})}>
      {exported.isError ? <ProblemNote error={exported.error} /> : null}
      <Filters>
        {filters}
        <ListTools views={views} columns={columns} />
      </Filters>
      <AnnounceColumns value={setColumns}>{children}</AnnounceColumns>
    </Page>
  )
}
