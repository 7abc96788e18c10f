import type { Remito } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ListPage } from '../../shared/lists/list-page.tsx'
import { RemitoChip, useRemitoName, useRemitoTypes } from '../../shared/remitos/remito-types.tsx'
import { OnPhone } from '../../shared/stock/on-phone.tsx'
import { Empty } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ChoiceFilter, DayFilter, onlyFilters, TextFilter, useFilters } from '../../ui/filters.tsx'
import { realToday, startOfDay } from '../../ui/format.ts'
import { CalendarDate, Moment, None } from '../../ui/values.tsx'
import { PdfButton } from './pdf-button.tsx'
import { remitoList } from './queries.ts'

export function RemitoList() {
  const { t } = useLingui()
  const { search } = useFilters()
  const query = remitoList(onlyFilters(search))
  const types = useRemitoTypes()
  const nameOf = useRemitoName()
  const columns: Column<Remito>[] = [
    {
      id: 'remito_number',
      label: t`Remito`,
      cell: (remito) => (
        <>
          <Link to="/remitos/$id" params={{ id: remito.id }} className="numeric">
            {nameOf(remito)}
          </Link>
          <OnPhone>
            <CalendarDate date={remito.date} />
          </OnPhone>
        </>
      ),
    },
    { id: 'type', label: t`Kind`, cell: ({ type }) => types[type] },
    { id: 'status', label: t`State`, cell: ({ status }) => <RemitoChip status={status} /> },
    { id: 'date', label: t`Date`, from: 'sm', cell: ({ date }) => <CalendarDate date={date} /> },
    {
      id: 'order',
      label: t`Order`,
      from: 'md',
      cell: ({ source_order_id }) =>
        source_order_id ? (
          <Link to="/orders/$id" params={{ id: source_order_id }}>
            {t`Show the order`}
          </Link>
        ) : (
          <None />
        ),
    },
    { id: 'created_at', label: t`Entered`, from: 'md', cell: ({ created_at }) => <Moment at={created_at} /> },
    { id: 'pdf', label: t`PDF`, from: 'sm', isNumeric: true, cell: (remito) => <PdfButton {...remito} /> },
  ]
  const filters = (
    <>
      <TextFilter name="q" label={t`Number`} />
      <TextFilter name="remito_number" label={t`Remito number`} isRare />
      <ChoiceFilter
        name="type"
        label={t`Kind`}
        choices={Object.entries(types).map(([value, label]) => ({ value, label }))}
      />
      <ChoiceFilter
        name="accepted"
        label={t`Reception`}
        choices={[
          { value: 'true', label: t`Received` },
          { value: 'differences', label: t`With differences` },
          { value: 'false', label: t`Not received yet` },
        ]}
      />
      <DayFilter name="from" label={t`From`} as="moment" />
      <DayFilter name="to" label={t`Until`} as="end" />
    </>
  )
  const thisMonth = { from: startOfDay(`${realToday().slice(0, 7)}-01`) }
  const views = [
    { name: t`Goods in, this month`, search: { type: 'ingreso', ...thisMonth } },
    { name: t`Goods out, this month`, search: { type: 'egreso', ...thisMonth } },
    { name: types.ingreso, search: { type: 'ingreso' } },
    { name: types.egreso, search: { type: 'egreso' } },
    { name: t`Received with differences`, search: { accepted: 'differences' } },
  ]
  return (
    <ListPage title={t`Remitos`} query={query} exportAs="remitos" filters={filters} views={views}>
      <DataTable
        label={t`Remitos`}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        open={({ id }) => `/remitos/${id}`}
        empty={
          <Empty title={t`No remitos yet`}>
            {t`A remito is the document of goods that came in or left. The warehouse issues one when it approves an order.`}
          </Empty>
        }
      />
    </ListPage>
  )
}
