// What happened, in words: the feed of events as a page for people. The same feed with its codes is under Developers.
import { eventTypes } from '@anden/contract/values'
import type { AndenEvent } from '@anden/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ListPage } from '../../shared/lists/list-page.tsx'
import { useMay } from '../../shared/session.ts'
import { Empty } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ChoiceFilter, DayFilter, onlyFilters, useFilters } from '../../ui/filters.tsx'
import { Moment, WithNumbers } from '../../ui/values.tsx'
import { eventText } from '../developers/event-types.ts'
import { firstProducts } from '../stock/queries.ts'
import { eventLine } from './event-line.ts'
import { activity } from './queries.ts'

export function Activity() {
  const { t } = useLingui()
  const { search } = useFilters()
  const query = activity(onlyFilters(search))
  const products = useQuery({ ...firstProducts, enabled: useMay('read:stock') }).data?.data ?? []
  const columns: Column<AndenEvent>[] = [
    {
      id: 'what',
      label: t`What happened`,
      cell: (event) => {
        const line = eventLine([event], products)
        return (
          <Link to={line.to} search={line.search}>
            <WithNumbers {...line} />
          </Link>
        )
      },
    },
    {
      id: 'created_at',
      label: t`Time`,
      isNumeric: true,
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
  ]
  return (
    <ListPage
      title={t`Activity`}
      intro={<Trans>What happened in the last 30 days.</Trans>}
      query={query}
      filters={
        <>
          <ChoiceFilter
            name="type"
            label={t`What happened`}
            choices={eventTypes.map((type) => ({ value: type, label: eventText(type).replace(/\.$/, '') }))}
          />
          <DayFilter name="from" label={t`From`} as="moment" />
          <DayFilter name="to" label={t`To`} as="end" />
        </>
      }
    >
      <DataTable
        label={t`Activity`}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        open={(event) => eventLine([event], products).to}
        empty={
          <Empty title={t`Nothing has happened yet`}>
            {t`Orders, remitos, payments and changes of stock appear here.`}
          </Empty>
        }
      />
    </ListPage>
  )
}
