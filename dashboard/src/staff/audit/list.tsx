// The audit log: who did what to which thing, with the state before and after.
import { auditActions } from '@anden/contract/values'
import type { AuditEntry } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { ListPage } from '../../shared/lists/list-page.tsx'
import { Empty } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ChoiceFilter, DayFilter, onlyFilters, TextFilter, useFilters } from '../../ui/filters.tsx'
import { Moment } from '../../ui/values.tsx'
import { ClientFilter } from '../client-field.tsx'
import { auditList } from '../queries.ts'
import { Difference } from './difference.tsx'
import styles from './list.module.css'

export function AuditList() {
  const { t } = useLingui()
  const { search } = useFilters()
  const query = auditList(onlyFilters(search))
  const textOf = useActionText()
  const choices = Object.keys(auditActions)
    .map((value) => ({ value, label: textOf(value) }))
    .sort((one, other) => one.label.localeCompare(other.label))
  const columns: Column<AuditEntry>[] = [
    { id: 'created_at', label: t`When`, width: '13%', cell: ({ created_at }) => <Moment at={created_at} /> },
    {
      id: 'actor',
      label: t`Who`,
      width: '14%',
      cell: ({ actor, actor_name }) => (
        <span className={styles['actor']} title={actor}>
          {actor_name}
        </span>
      ),
    },
    {
      id: 'action',
      label: t`What`,
      width: '25%',
      cell: (entry) => (
        <>
          {textOf(entry.action)} <Subject {...entry} />
        </>
      ),
    },
    {
      id: 'client',
      label: t`Client`,
      from: 'md',
      width: '15%',
      cell: ({ client_name }) => client_name ?? '',
    },
    {
      id: 'difference',
      label: t`Before and after`,
      from: 'sm',
      width: '33%',
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
          <TextFilter name="q" label={t`Order, remito or client`} />
          <TextFilter name="who" label={t`Who`} />
          <TextFilter name="actor" label={t`Account or key`} isRare />
          <ChoiceFilter name="action" label={t`What`} choices={choices} />
          <ClientFilter />
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

/** In the language of the page. An action that a newer service has added stays as it is. */
function useActionText(): (action: string) => string {
  const { t, i18n } = useLingui()
  return (action) => {
    const base = Object.hasOwn(auditActions, action) ? action : action.replace(/-failed$/, '')
    if (!Object.hasOwn(auditActions, base)) return action
    const words = auditActions[base as keyof typeof auditActions]
    const text = i18n.locale === 'es' ? words.es : words.en
    return base === action ? text : t`${text} (did not succeed)`
  }
}

type Subject = NonNullable<AuditEntry['subject']>

const pages: Partial<Record<Subject['type'], (id: string) => string>> = {
  order: (id) => `/warehouse/orders/${id}`,
  remito: (id) => `/warehouse/remitos/${id}`,
  product: (id) => `/warehouse/stock/${id}`,
  lot: (id) => `/warehouse/lots/${id}`,
  client: (id) => `/warehouse/clients/${id}`,
  inbound: (id) => `/warehouse/inbound/${id}`,
  trip: (id) => `/warehouse/trips/${id}`,
}

/** An address breaks after its dots and slashes, not within a word. */
const withBreaks = (label: string) =>
  label.split(/(?<=[/.])(?![/.])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
    <Fragment key={index}>
      {index > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ))

function Subject({ subject }: Pick<AuditEntry, 'subject'>) {
  if (!subject) return null
  const path = pages[subject.type]?.(subject.id)
  if (!path) return <span className="quiet">{withBreaks(subject.label)}</span>
  const isNumber = ['order', 'remito', 'inbound'].includes(subject.type)
  return (
    <Link to={path} className={isNumber ? styles['number'] : undefined}>
      {subject.label}
    </Link>
  )
}
