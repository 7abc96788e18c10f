// What a new order must fulfil, whether it is placed or only previewed.
import type { FieldFault, NewOrder } from '@anden/contract'
import { fault } from '@anden/contract/values'
import { problem, refuseBody } from '../problem.ts'
import { type Locked, wholeUnitsFault } from '../stock/lock.ts'

export const unknownDestinatario = () =>
  problem('orders/unknown-destinatario', {
    errors: [{ pointer: '/destinatario_id', ...fault('unknown_destinatario') }],
  })

export const productIdsOf = (order: NewOrder) => order.items.map((item) => item.product_id)

export const requestsOf = (order: NewOrder) =>
  order.items.map((item) => ({ ...item, vintage_year: item.vintage_year ?? null }))

export function checkItems(order: NewOrder, products: Locked, clientId: string) {
  const unknown: FieldFault[] = []
  const fractions: FieldFault[] = []
  for (const [index, item] of order.items.entries()) {
    const product = products.get(item.product_id)
    if (product?.client_id !== clientId) {
      unknown.push({ pointer: `/items/${index}/product_id`, ...fault('not_your_product') })
    } else if (product.archived) {
      unknown.push({ pointer: `/items/${index}/product_id`, ...fault('archived') })
    } else {
      const fraction = wholeUnitsFault(product.unit_type, item.quantity)
      if (fraction) fractions.push({ pointer: `/items/${index}/quantity`, ...fraction })
    }
  }
  if (unknown.length > 0) throw problem('orders/unknown-product', { errors: unknown.slice(0, 20) })
  refuseBody(fractions)
}
