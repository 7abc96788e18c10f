// The feed of events: the same envelopes that webhooks deliver.

import { eventTypes } from '@anden/contract/values'
import type { AndenEvent } from '@anden/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { portal, rows } from '../../../shared/api.ts'
import { ListPage } from '../../../shared/lists/list-page.tsx'
import { Empty, Facts } from '../../../ui/card.tsx'
import { Code } from '../../../ui/code.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { ChoiceFilter, DayFilter, onlyFilters, TextFilter, useFilters } from '../../../ui/filters.tsx'
import { formatNumber } from '../../../ui/format.ts'
import type { Search } from '../../../ui/url-filters.ts'
import { Moment, Mono, None } from '../../../ui/values.tsx'
import { Beside } from '../beside.tsx'

export function EventFeed() {
  const { t } = useLingui()
  const { search, set } = useFilters()
  const query = eventList(onlyFilters(search))
  const { data } = useInfiniteQuery(query.pages)
  const opened = data?.pages.flatMap((page) => page.data).find(({ id }) => id === search['open'])
  const columns: Column<AndenEvent>[] = [
    {
      id: 'type',
      label: t`Event`,
      cell: ({ id, type }) => (
        <Link to="." search={(now: Search) => ({ ...now, open: id })} resetScroll={false}>
          <Mono>{type}</Mono>
        </Link>
      ),
    },
    { id: 'subject', label: t`About`, from: 'sm', cell: (event) => <Subject event={event} /> },
    {
      id: 'created_at',
      label: t`Time`,
      isNumeric: true,
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
  ]
  const table = (
    <DataTable
      label={t`Events`}
      query={query}
      columns={columns}
      rowKey={({ id }) => id}
      select={({ id }) => set('open', id)}
      isSelected={({ id }) => id === search['open']}
      empty={
        <Empty title={t`No events in the last 30 days`}>
          {t`Each change of an order, a remito, stock or your account is listed here, and sent to your webhooks.`}
        </Empty>
      }
    />
  )
  return (
    <ListPage
      title={t`Events`}
      intro={<Trans>What happened in the last 30 days, as webhooks deliver it.</Trans>}
      query={query}
      exportAs="events"
      filters={
        <>
          <ChoiceFilter
            name="type"
            label={t`Type`}
            choices={eventTypes.map((type) => ({ value: type, label: type }))}
          />
          <TextFilter name="object_id" label={t`Id of order, remito, lot…`} />
          <DayFilter name="from" label={t`From`} as="moment" />
          <DayFilter name="to" label={t`To`} as="end" />
        </>
      }
    >
      <Beside
        title={opened?.type ?? ''}
        panel={opened ? <EventPanel event={opened} /> : null}
        close={() => set('open', undefined)}
      >
        {table}
      </Beside>
    </ListPage>
  )
}

function Subject({ event }: { event: AndenEvent }) {
  const { label, to } = subjectOf(event)
  if (!label) return <None />
  return to ? <Link to={to}>{label}</Link> : label
}

function EventPanel({ event }: { event: AndenEvent }) {
  const { t } = useLingui()
  return (
    <>
      <Facts
        entries={[
          [t`About`, <Subject key="about" event={event} />],
          [t`Time`, <Moment key="at" at={event.created_at} />],
          [t`Id`, <Mono key="id">{event.id}</Mono>],
        ]}
      />
      <Code label={t`Body`} text={JSON.stringify(event, null, 2)} />
    </>
  )
}

export const eventList = (filters: Record<string, unknown>) =>
  rows(['events'], portal.events.list, filters, { read: portal.events.export })

/** The name of the object that an event is about, and its page if it has one. */
export function subjectOf(event: AndenEvent): { label: string; to: string | null } {
  const object: Record<string, unknown> = { ...event.data.object }
  const text = (name: string) => (typeof object[name] === 'string' ? (object[name] as string) : null)
  const id = text('id')
  switch (event.type.split('.')[0]) {
    case 'order':
      return { label: text('order_number') ?? id ?? '', to: id ? `/orders/${id}` : null }
    case 'remito':
      return { label: [object['remito_number']].flat().join(', '), to: id ? `/remitos/${id}` : null }
    case 'stock':
      return {
        label: `${formatNumber(Number(object['old_quantity']))} → ${formatNumber(Number(object['new_quantity']))}`,
        to: `/stock/${text('product_id')}`,
      }
    case 'lot':
      return { label: text('lot_number') ?? '', to: `/lots/${text('lot_id')}` }
    default:
      return { label: text('number') ?? text('description') ?? id ?? '', to: null }
  }
}
