import type { Order } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useMay } from '../shell/session.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { Empty } from '../ui/empty.tsx'
import { DayFilter, onlyFilters, TextFilter, useFilters } from '../ui/filters.tsx'
import { ListPage } from '../ui/list-page.tsx'
import { OrderChip } from '../ui/order-status.tsx'
import { Moment } from '../ui/values.tsx'
import { useDeliveryTypes } from './delivery-types.ts'
import { orderList } from './queries.ts'
import { RecipientFilter } from './recipient-filter.tsx'
import { RecipientName } from './recipient-name.tsx'
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
      <TextFilter name="order_number" label={t`Order number`} />
      <RecipientFilter />
      <DayFilter name="from" label={t`From`} as="moment" />
      <DayFilter name="to" label={t`Until`} as="end" />
    </>
  )
  return (
    <ListPage
      title={t`Orders`}
      query={query}
      exportAs="orders"
      actions={place(t`New order`)}
      filters={filters}
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

export function useOrderColumns(): Column<Order>[] {
  const { t } = useLingui()
  const deliveryTypes = useDeliveryTypes()
  return [
    {
      id: 'order_number',
      label: t`Order`,
      cell: ({ id, order_number }) => (
        <Link to="/orders/$id" params={{ id }} className="numeric">
          {order_number}
        </Link>
      ),
    },
    { id: 'status', label: t`State`, cell: ({ status }) => <OrderChip status={status} /> },
    {
      id: 'destinatario',
      label: t`Recipient`,
      cell: ({ destinatario_id }) => <RecipientName id={destinatario_id} />,
    },
    {
      id: 'delivery_type',
      label: t`Delivery`,
      from: 'md',
      cell: ({ delivery_type }) => deliveryTypes[delivery_type],
    },
    {
      id: 'created_at',
      label: t`Placed`,
      from: 'sm',
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
    {
      id: 'updated_at',
      label: t`Changed`,
      from: 'md',
      cell: ({ updated_at }) => <Moment at={updated_at} ago />,
    },
  ]
}
