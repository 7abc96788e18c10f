import { useLingui } from '@lingui/react/macro'
import { useMay } from '../../shared/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card, Empty } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { useOrderColumns } from '../orders/order-columns.tsx'
import { orderList } from '../orders/queries.ts'

export function OrdersOfRecipient({ id }: { id: string }) {
  const { t } = useLingui()
  const mayRead = useMay('read:orders')
  const columns = useOrderColumns().filter((column) => column.id !== 'destinatario')
  if (!mayRead) return null
  return (
    <Card
      title={t`Orders`}
      aside={
        <ButtonLink size="compact-sm" to="/orders" search={{ destinatario_id: id }}>
          {t`As a list`}
        </ButtonLink>
      }
      flush
    >
      <DataTable
        label={t`Orders`}
        query={orderList({ destinatario_id: id })}
        columns={columns}
        rowKey={(order) => order.id}
        open={(order) => `/orders/${order.id}`}
        empty={<Empty title={t`No orders for this recipient yet`} />}
      />
    </Card>
  )
}
