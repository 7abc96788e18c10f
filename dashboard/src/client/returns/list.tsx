import type { Return } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ListPage } from '../../shared/lists/list-page.tsx'
import { ReturnChip, useReturnStatuses } from '../../shared/returns/return-words.tsx'
import { Empty } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ChoiceFilter, DayFilter, onlyFilters, useFilters } from '../../ui/filters.tsx'
import { Moment } from '../../ui/values.tsx'
import { returnList } from './queries.ts'

export function ReturnList() {
  const { t } = useLingui()
  const { search } = useFilters()
  const query = returnList(onlyFilters(search))
  const statuses = useReturnStatuses()
  const columns: Column<Return>[] = [
    {
      id: 'number',
      label: t`Return`,
      cell: ({ id, number }) => (
        <Link to="/returns/$id" params={{ id }} className="numeric">
          {number}
        </Link>
      ),
    },
    { id: 'status', label: t`State`, cell: ({ status }) => <ReturnChip status={status} /> },
    {
      id: 'order',
      label: t`Order`,
      cell: ({ order_id, order_number }) => (
        <Link to="/orders/$id" params={{ id: order_id }} className="numeric">
          {order_number}
        </Link>
      ),
    },
    {
      id: 'remito',
      label: t`Remito`,
      from: 'md',
      cell: ({ remito_id, remito_number }) => (
        <Link to="/remitos/$id" params={{ id: remito_id }} className="numeric">
          {remito_number.join(', ')}
        </Link>
      ),
    },
    { id: 'lines', label: t`Lines`, from: 'md', isNumeric: true, cell: ({ lines }) => lines },
    { id: 'created_at', label: t`Entered`, from: 'sm', cell: ({ created_at }) => <Moment at={created_at} /> },
  ]
  return (
    <ListPage
      title={t`Returns`}
      query={query}
      exportAs="returns"
      filters={
        <>
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
        open={({ id }) => `/returns/${id}`}
        empty={
          <Empty title={t`No returns yet`}>
            {t`Goods of a delivered order that come back to the warehouse are here, with what was done with them.`}
          </Empty>
        }
      />
    </ListPage>
  )
}
