import type { StaffInboundNotice } from '@anden/sdk/backoffice'
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
import { CalendarDate, None } from '../../ui/values.tsx'
import { ClientFilter } from '../client-field.tsx'
import { staffNoticeList } from './queries.ts'

export function WarehouseNoticeList() {
  const { t } = useLingui()
  const { search } = useFilters()
  const query = staffNoticeList(onlyFilters(search))
  const mayExport = useMay('staff:read')
  const columns: Column<StaffInboundNotice>[] = [
    {
      id: 'number',
      label: t`Notice`,
      width: '15%',
      cell: ({ id, number, expected_on }) => (
        <>
          <Link to="/warehouse/inbound/$id" params={{ id }} className="numeric">
            {number}
          </Link>
          <OnPhone>
            <CalendarDate date={expected_on} />
          </OnPhone>
        </>
      ),
    },
    { id: 'client', label: t`Client`, width: '22%', cell: ({ client_name }) => client_name },
    { id: 'reference', label: t`Reference`, from: 'md', cell: ({ reference }) => reference },
    { id: 'status', label: t`State`, width: '18%', cell: ({ status }) => <NoticeChip status={status} /> },
    {
      id: 'expected_on',
      label: t`Expected`,
      from: 'sm',
      cell: ({ expected_on }) => <CalendarDate date={expected_on} />,
    },
    { id: 'carrier', label: t`Carrier`, from: 'lg', cell: ({ carrier }) => carrier ?? <None /> },
    {
      id: 'lines',
      label: t`Lines received`,
      isNumeric: true,
      from: 'sm',
      cell: (notice) => <LinesReceived {...notice} />,
    },
  ]
  return (
    <ListPage
      title={t`All notices`}
      crumbs={[{ to: '/warehouse/inbound', label: t`Arrivals` }]}
      query={query}
      {...(mayExport ? { exportAs: 'inbound' } : {})}
      actions={<ButtonLink to="/warehouse/inbound">{t`Arrivals of the week`}</ButtonLink>}
      filters={
        <>
          <ClientFilter />
          <TextFilter name="reference" label={t`Reference`} />
          <DayFilter name="expected_from" label={t`Expected from`} />
          <DayFilter name="expected_to" label={t`Until`} />
        </>
      }
    >
      <NoticeStateLinks to="/warehouse/inbound/list" />
      <DataTable
        label={t`Announced goods`}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        open={({ id }) => `/warehouse/inbound/${id}`}
        empty={
          <Empty title={t`Nothing announced yet`}>
            {t`Clients announce what they send. It appears here by the day on which it is expected.`}
          </Empty>
        }
      />
    </ListPage>
  )
}
