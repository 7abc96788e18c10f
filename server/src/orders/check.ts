// The rules for a new order, whether it is placed or only previewed.
import type { FieldError, NewOrder } from '@anden/contract'
import { problem, refuseBody } from '../problem.ts'
import { archivedHint, type Locked, wholeUnitsFault } from '../stock/lock.ts'

export const unknownDestinatario = () =>
  problem('orders/unknown-destinatario', {
    errors: [{ pointer: '/destinatario_id', detail: 'is not one of your destinatarios' }],
  })

export const productIdsOf = (order: NewOrder) => order.items.map((item) => item.product_id)

export const requestsOf = (order: NewOrder) =>
  order.items.map((item) => ({ ...item, vintage_year: item.vintage_year ?? null }))

export function checkItems(order: NewOrder, products: Locked, clientId: string) {
  const unknown: FieldError[] = []
  const fractions: FieldError[] = []
  for (const [index, item] of order.items.entries()) {
    const product = products.get(item.product_id)
    if (product?.client_id !== clientId) {
      unknown.push({ pointer: `/items/${index}/product_id`, detail: 'is not one of your products' })
    } else if (product.archived) {
      unknown.push({ pointer: `/items/${index}/product_id`, detail: archivedHint })
    } else {
      const fault = wholeUnitsFault(product.unit_type, item.quantity)
      if (fault) fractions.push({ pointer: `/items/${index}/quantity`, detail: fault })
    }
  }
  if (unknown.length > 0) throw problem('orders/unknown-product', { errors: unknown.slice(0, 20) })
  refuseBody(fractions)
}
