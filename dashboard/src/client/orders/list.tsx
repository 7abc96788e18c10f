import { useLingui } from '@lingui/react/macro'
import { ListPage } from '../../shared/lists/list-page.tsx'
import { useMay } from '../../shared/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Empty } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { DayFilter, onlyFilters, TextFilter, useFilterField, useFilters } from '../../ui/filters.tsx'
import { realToday, startOfDay } from '../../ui/format.ts'
import { RecipientSelect } from '../destinatarios/recipient-select.tsx'
import { useOrderColumns } from './order-columns.tsx'
import { orderList } from './queries.ts'
import { StateFilter } from './state-filter.tsx'

export function OrderList() {
  const { t } = useLingui()
  const { search } = useFilters()
  const query = orderList(onlyFilters(search))
  const mayWrite = useMay('write:orders')
  const columns = useOrderColumns()
  const place = (label: string) =>
    mayWrite ? (
      <ButtonLink to="/orders/new" variant="filled">
        {label}
      </ButtonLink>
    ) : null
  const filters = (
    <>
      <TextFilter name="q" label={t`Number, reference, product, lot or recipient`} />
      <TextFilter name="order_number" label={t`Order number`} isRare />
      <TextFilter name="reference" label={t`Reference`} isRare />
      <RecipientFilter />
      <DayFilter name="from" label={t`From`} as="moment" />
      <DayFilter name="to" label={t`Until`} as="end" />
    </>
  )
  const views = [
    { name: t`Waiting for approval`, search: { status: 'pending' } },
    { name: t`On the way`, search: { status: 'in_transit' } },
    { name: t`Could not be delivered`, search: { status: 'failed_delivery' } },
    { name: t`Placed this month`, search: { from: startOfDay(`${realToday().slice(0, 7)}-01`) } },
  ]
  return (
    <ListPage
      title={t`Orders`}
      query={query}
      exportAs="orders"
      actions={
        <>
          {mayWrite ? <ButtonLink to="/orders/import">{t`From a sheet`}</ButtonLink> : null}
          {place(t`New order`)}
        </>
      }
      filters={filters}
      views={views}
    >
      <StateFilter />
      <DataTable
        label={t`Orders`}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        open={({ id }) => `/orders/${id}`}
        empty={
          <Empty title={t`No orders yet`} action={place(t`Place the first order`)}>
            {t`With an order, the warehouse sends your goods to a recipient.`}
          </Empty>
        }
      />
    </ListPage>
  )
}

export function RecipientFilter() {
  const { t } = useLingui()
  const { search, set } = useFilters()
  const { fault } = useFilterField('destinatario_id')
  return (
    <RecipientSelect
      error={fault}
      aria-label={t`Recipient`}
      placeholder={t`Recipient`}
      isClearable
      value={String(search['destinatario_id'] ?? '')}
      onChange={(id) => set('destinatario_id', id)}
    />
  )
}
