import type { Order } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { OrderChip } from '../../shared/order-status.tsx'
import { useDeliveryTypes } from '../../shared/orders/delivery.tsx'
import { OnPhone } from '../../shared/stock/on-phone.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Moment, None } from '../../ui/values.tsx'
import { RecipientName } from '../destinatarios/names.tsx'

export function useOrderColumns(): Column<Order>[] {
  const { t } = useLingui()
  const deliveryTypes = useDeliveryTypes()
  return [
    {
      id: 'order_number',
      label: t`Order`,
      width: '17%',
      cell: ({ id, order_number, created_at }) => (
        <>
          <Link to="/orders/$id" params={{ id }} className="numeric">
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
      width: '13%',
      from: 'lg',
      cell: ({ reference }) => reference ?? <None />,
    },
    { id: 'status', label: t`State`, width: '18%', cell: ({ status }) => <OrderChip status={status} /> },
    {
      id: 'destinatario',
      label: t`Recipient`,
      width: '25%',
      cell: ({ destinatario_id }) => <RecipientName id={destinatario_id} />,
    },
    {
      id: 'delivery_type',
      label: t`Delivery`,
      width: '12%',
      from: 'md',
      cell: ({ delivery_type }) => deliveryTypes[delivery_type],
    },
    {
      id: 'created_at',
      label: t`Placed`,
      width: '15%',
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
