import type { StaffReturn } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ListPage } from '../../shared/lists/list-page.tsx'
import { ReturnChip, useReturnStatuses } from '../../shared/returns/return-words.tsx'
import { Empty } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ChoiceFilter, DayFilter, onlyFilters, useFilters } from '../../ui/filters.tsx'
import { Moment } from '../../ui/values.tsx'
import { ClientFilter } from '../client-field.tsx'
import { staffReturnList } from './queries.ts'

export function WarehouseReturnList() {
  const { t } = useLingui()
  const { search } = useFilters()
  const query = staffReturnList(onlyFilters(search))
  const statuses = useReturnStatuses()
  const columns: Column<StaffReturn>[] = [
    {
      id: 'number',
      label: t`Return`,
      cell: ({ id, number }) => (
        <Link to="/warehouse/returns/$id" params={{ id }} className="numeric">
          {number}
        </Link>
      ),
    },
    { id: 'client', label: t`Client`, width: '26%', cell: ({ client_name }) => client_name },
    { id: 'status', label: t`State`, cell: ({ status }) => <ReturnChip status={status} /> },
    {
      id: 'order',
      label: t`Order`,
      from: 'sm',
      cell: ({ order_number }) => <span className="numeric">{order_number}</span>,
    },
    {
      id: 'remito',
      label: t`Remito`,
      from: 'md',
      cell: ({ remito_number }) => <span className="numeric">{remito_number.join(', ')}</span>,
    },
    { id: 'lines', label: t`Lines`, from: 'md', isNumeric: true, cell: ({ lines }) => lines },
    { id: 'created_at', label: t`Entered`, from: 'sm', cell: ({ created_at }) => <Moment at={created_at} /> },
  ]
  const views = [
    { name: t`Still to come`, search: { status: 'expected' } },
    { name: t({ context: 'return', message: 'Received' }), search: { status: 'received' } },
  ]
  return (
    <ListPage
      title={t`Returns`}
      crumbs={[{ to: '/warehouse', label: t`Warehouse` }]}
      query={query}
      exportAs="returns"
      views={views}
      filters={
        <>
          <ClientFilter />
          <ChoiceFilter
            name="status"
            label={t`State`}
            choices={Object.entries(statuses).map(([value, label]) => ({ value, label }))}
          />
          <DayFilter name="from" label={t`From`} as="moment" />
          <DayFilter name="to" label={t`Until`} as="end" />
        </>
      }
    >
      <DataTable
        label={t`Returns`}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        open={({ id }) => `/warehouse/returns/${id}`}
        empty={
          <Empty title={t`No returns yet`}>
            {t`Goods of delivered orders that come back are received here. To expect some, open the order.`}
          </Empty>
        }
      />
    </ListPage>
  )
}
