import type { StaffRemito } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { RemitoChip, useRemitoName, useRemitoTypes } from '../../remitos/remito-types.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ChoiceFilter, DayFilter, onlyFilters, TextFilter, useFilters } from '../../ui/filters.tsx'
import { ListPage } from '../../ui/list-page.tsx'
import { CalendarDate, Moment } from '../../ui/values.tsx'
import { ClientFilter, useClientNames } from '../client-name.tsx'
import { staffRemitoList } from '../queries.ts'

export function WarehouseRemitoList() {
  const { t } = useLingui()
  const { search } = useFilters()
  const query = staffRemitoList(onlyFilters(search))
  const types = useRemitoTypes()
  const nameOf = useRemitoName()
  const { nameOf: clientNameOf } = useClientNames()
  const columns: Column<StaffRemito>[] = [
    {
      id: 'remito_number',
      label: t`Remito`,
      cell: (remito) => (
        <Link to="/warehouse/remitos/$id" params={{ id: remito.id }} className="numeric">
          {nameOf(remito)}
        </Link>
      ),
    },
    { id: 'client', label: t`Client`, cell: ({ client_id }) => clientNameOf(client_id) },
    { id: 'type', label: t`Kind`, cell: ({ type }) => types[type] },
    { id: 'status', label: t`State`, from: 'sm', cell: ({ status }) => <RemitoChip status={status} /> },
    { id: 'date', label: t`Date`, from: 'sm', cell: ({ date }) => <CalendarDate date={date} /> },
    { id: 'created_at', label: t`Entered`, from: 'md', cell: ({ created_at }) => <Moment at={created_at} /> },
  ]
  return (
    <ListPage
      title={t`Remitos`}
      crumbs={[{ to: '/warehouse', label: t`Warehouse` }]}
      query={query}
      exportAs="remitos"
      filters={
        <>
          <TextFilter name="remito_number" label={t`Remito number`} />
          <ClientFilter />
          <ChoiceFilter
            name="type"
            label={t`Kind`}
            choices={Object.entries(types).map(([value, label]) => ({ value, label }))}
          />
          <DayFilter name="from" label={t`From`} as="moment" />
          <DayFilter name="to" label={t`Until`} as="end" />
        </>
      }
    >
      <DataTable
        label={t`Remitos`}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        open={({ id }) => `/warehouse/remitos/${id}`}
        empty={
          <Empty title={t`No remitos yet`}>{t`Every movement of goods in and out is documented here.`}</Empty>
        }
      />
    </ListPage>
  )
}
