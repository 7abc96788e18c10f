import { getRouteApi } from '@tanstack/react-router'
import { Detail } from '../../../ui/detail.tsx'
import { orderById } from '../queries.ts'
import { noOrder, orderAgain } from './order-fields.ts'
import { OrderForm } from './order-form.tsx'

const route = getRouteApi('/shell/orders/new')

/** `?again=` copies the goods of an earlier order; `?product_id=` adds one product; `?destinatario_id=` names the recipient. */
export function NewOrderPage() {
  const { again, product_id, destinatario_id = '' } = route.useSearch()
  if (destinatario_id)
    return (
      <OrderForm
        key={destinatario_id}
        initial={{ ...noOrder, destinatario_id }}
        draft={`orders.for.${destinatario_id}`}
      />
    )
  if (!again) return <OrderForm key="new" initial={noOrder} draft="orders.new" productId={product_id} />
  return (
    <Detail query={orderById(again)}>
      {(order) => <OrderForm key={again} initial={orderAgain(order)} draft={`orders.again.${again}`} />}
    </Detail>
  )
}
