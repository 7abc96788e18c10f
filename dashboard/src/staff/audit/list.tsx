// The audit log: who did what, with the state before and after.
import type { AuditEntry } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { ListPage } from '../../shared/lists/list-page.tsx'
import { Empty } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { DayFilter, onlyFilters, TextFilter, useFilters } from '../../ui/filters.tsx'
import { Moment } from '../../ui/values.tsx'
import { ClientFilter } from '../client-field.tsx'
import { auditList } from '../queries.ts'
import { Difference } from './difference.tsx'
import styles from './list.module.css'

export function AuditList() {
  const { t } = useLingui()
  const { search } = useFilters()
  const query = auditList(onlyFilters(search))
  const columns: Column<AuditEntry>[] = [
    { id: 'created_at', label: t`When`, width: '14%', cell: ({ created_at }) => <Moment at={created_at} /> },
    {
      id: 'actor',
      label: t`Who`,
      width: '14%',
      cell: ({ actor }) => <span className={styles['actor']}>{actor}</span>,
    },
    {
      id: 'action',
      label: t`What`,
      width: '19%',
      cell: ({ action }) => <span className="mono">{action}</span>,
    },
    {
      id: 'client',
      label: t`Client`,
      from: 'md',
      width: '16%',
      cell: ({ client_name }) => client_name ?? '',
    },
    {
      id: 'difference',
      label: t`Before and after`,
      from: 'sm',
      width: '37%',
      cell: (entry) => <Difference {...entry} />,
    },
  ]
  return (
    <ListPage
      title={t`Audit log`}
      crumbs={[{ to: '/warehouse', label: t`Warehouse` }]}
      query={query}
      exportAs="auditoria"
      filters={
        <>
          <ClientFilter />
          <TextFilter name="actor" label={t`Who`} />
          <TextFilter name="action" label={t`What`} />
          <DayFilter name="from" label={t`From`} as="moment" />
          <DayFilter name="to" label={t`Until`} as="end" />
        </>
      }
    >
      <DataTable
        label={t`Audit log`}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<Empty title={t`Nothing has been done yet`} />}
      />
    </ListPage>
  )
}
