import type { InboundNotice } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { LinesReceived } from '../../shared/inbound/lines-received.tsx'
import { NoticeChip } from '../../shared/inbound/notice-status.tsx'
import { NoticeStateLinks } from '../../shared/inbound/state-links.tsx'
import { ListPage } from '../../shared/lists/list-page.tsx'
import { useMay } from '../../shared/session.ts'
import { OnPhone } from '../../shared/stock/on-phone.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Empty } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { DayFilter, onlyFilters, TextFilter, useFilters } from '../../ui/filters.tsx'
import { CalendarDate, Moment, None } from '../../ui/values.tsx'
import { noticeList } from './queries.ts'

export function NoticeList() {
  const { t } = useLingui()
  const { search } = useFilters()
  const query = noticeList(onlyFilters(search))
  const mayWrite = useMay('write:inbound')
  const announce = (label: string) =>
    mayWrite ? (
      <ButtonLink to="/inbound/new" variant="filled">
        {label}
      </ButtonLink>
    ) : null
  const columns: Column<InboundNotice>[] = [
    {
      id: 'number',
      label: t`Notice`,
      width: '17%',
      cell: ({ id, number, expected_on }) => (
        <>
          <Link to="/inbound/$id" params={{ id }} className="numeric">
            {number}
          </Link>
          <OnPhone>
            <CalendarDate date={expected_on} />
          </OnPhone>
        </>
      ),
    },
    { id: 'reference', label: t`Reference`, width: '20%', cell: ({ reference }) => reference },
    { id: 'status', label: t`State`, width: '18%', cell: ({ status }) => <NoticeChip status={status} /> },
    {
      id: 'expected_on',
      label: t`Expected`,
      from: 'sm',
      width: '13%',
      cell: ({ expected_on }) => <CalendarDate date={expected_on} />,
    },
    { id: 'carrier', label: t`Carrier`, from: 'md', cell: ({ carrier }) => carrier ?? <None /> },
    {
      id: 'lines',
      label: t`Lines received`,
      isNumeric: true,
      from: 'sm',
      cell: (notice) => <LinesReceived {...notice} />,
    },
    {
      id: 'updated_at',
      label: t`Changed`,
      from: 'lg',
      cell: ({ updated_at }) => <Moment at={updated_at} ago />,
    },
  ]
  return (
    <ListPage
      title={t`Announced goods`}
      query={query}
      exportAs="inbound"
      actions={announce(t`Announce goods`)}
      filters={
        <>
          <TextFilter name="reference" label={t`Reference`} />
          <DayFilter name="expected_from" label={t`Expected from`} />
          <DayFilter name="expected_to" label={t`Until`} />
        </>
      }
    >
      <NoticeStateLinks to="/inbound" />
      <DataTable
        label={t`Announced goods`}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        open={({ id }) => `/inbound/${id}`}
        empty={
          <Empty title={t`Nothing announced yet`} action={announce(t`Announce the first delivery`)}>
            {t`Say what you send before the truck arrives: the warehouse receives it against your notice, and you see what is missing and why.`}
          </Empty>
        }
      />
    </ListPage>
  )
}
