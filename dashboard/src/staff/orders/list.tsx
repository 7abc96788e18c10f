import type { StaffOrder } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ListPage } from '../../shared/lists/list-page.tsx'
import { OrderChip, useOrderStates } from '../../shared/order-status.tsx'
import { OnPhone } from '../../shared/stock/on-phone.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Empty } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ChoiceFilter, DayFilter, onlyFilters, TextFilter, useFilters } from '../../ui/filters.tsx'
import { Moment, None } from '../../ui/values.tsx'
import { ClientFilter } from '../client-field.tsx'
import { staffOrderList } from '../queries.ts'

export function WarehouseOrderList() {
  const { t } = useLingui()
  const { search } = useFilters()
  const query = staffOrderList(onlyFilters(search))
  const states = useOrderStates()
  const columns: Column<StaffOrder>[] = [
    {
      id: 'order_number',
      label: t`Order`,
      width: '16%',
      cell: ({ id, order_number, created_at }) => (
        <>
          <Link to="/warehouse/orders/$id" params={{ id }} className="numeric">
            {order_number}
          </Link>
          <OnPhone>
            <Moment at={created_at} />
          </OnPhone>
        </>
      ),
    },
    {
      id: 'reference',
      label: t`Reference`,
      from: 'lg',
      cell: ({ reference }) => reference ?? <None />,
    },
    { id: 'client', label: t`Client`, width: '18%', cell: ({ client_name }) => client_name },
    {
      id: 'destinatario',
      label: t`Recipient`,
      from: 'md',
      cell: ({ destinatario }) => destinatario.name,
    },
    {
      id: 'delivery_city',
      label: t`City`,
      from: 'md',
      cell: ({ delivery_type, delivery_city, destinatario }) =>
        delivery_type === 'retiro' ? t`Pick-up` : (delivery_city ?? destinatario.city ?? <None />),
    },
    {
      id: 'status',
      label: t`State`,
      width: '18%',
      cell: ({ status }) => <OrderChip status={status} />,
    },
    { id: 'updated_at', label: t`Changed`, from: 'md', cell: ({ updated_at }) => <Moment at={updated_at} /> },
    { id: 'created_at', label: t`Placed`, from: 'sm', cell: ({ created_at }) => <Moment at={created_at} /> },
  ]
  return (
    <ListPage
      title={t`All orders`}
      crumbs={[
        { to: '/warehouse', label: t`Warehouse` },
        { to: '/warehouse/orders', label: t`Orders` },
      ]}
      query={query}
      exportAs="pedidos"
      actions={<ButtonLink to="/warehouse/orders">{t`As a board`}</ButtonLink>}
      filters={
        <>
          <TextFilter name="q" label={t`Number, reference, product, lot or recipient`} />
          <TextFilter name="order_number" label={t`Order number`} isRare />
          <TextFilter name="reference" label={t`Reference`} isRare />
          <ChoiceFilter
            name="status"
            label={t`State`}
            choices={Object.entries(states).map(([value, label]) => ({ value, label }))}
          />
          <ClientFilter />
          <TextFilter name="city" label={t`City`} />
          <DayFilter name="from" label={t`From`} as="moment" />
          <DayFilter name="to" label={t`Until`} as="end" />
        </>
      }
    >
      <DataTable
        label={t`Orders`}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        open={({ id }) => `/warehouse/orders/${id}`}
        empty={
          <Empty title={t`No orders yet`}>{t`Orders of all clients appear here as they are placed.`}</Empty>
        }
      />
    </ListPage>
  )
}
