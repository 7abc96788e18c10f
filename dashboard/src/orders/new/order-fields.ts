// What the form of an order holds, and the body that it sends. Lines have the same place in both, so that a fault of
// `/items/2/quantity` finds its line.
import type { NewOrder, OrderDetail } from '@anden/sdk'

export type OrderLineFields = {
  id: string
  product_id: string
  quantity: number | ''
  vintage_year: number | ''
  notes: string
}

export type OrderFields = {
  destinatario_id: string
  delivery_type: 'envio' | 'retiro'
  items: OrderLineFields[]
  notes: string
  /** Whether the goods go elsewhere than to the recipient's own address. */
  hasOwnAddress: boolean
  delivery_address: string
  delivery_city: string
  delivery_province: string
  delivery_contact: string
}

export const noOrder: OrderFields = {
  destinatario_id: '',
  delivery_type: 'envio',
  items: [],
  notes: '',
  hasOwnAddress: false,
  delivery_address: '',
  delivery_city: '',
  delivery_province: '',
  delivery_contact: '',
}

export function newLine(product_id: string): OrderLineFields {
  return { id: crypto.randomUUID(), product_id, quantity: '', vintage_year: '', notes: '' }
}

/** The same goods for the same recipient. Its address may have changed since, so that of the order is not taken over. */
export function orderAgain(order: OrderDetail): OrderFields {
  return {
    ...noOrder,
    destinatario_id: order.destinatario_id,
    delivery_type: order.delivery_type === 'retiro' ? 'retiro' : 'envio',
    notes: order.notes ?? '',
    items: order.distribution_order_items.map(({ product_id, quantity, vintage_year, notes }) => ({
      ...newLine(product_id),
      quantity,
      vintage_year: vintage_year ?? '',
      notes: notes ?? '',
    })),
  }
}

export function bodyOf(fields: OrderFields): NewOrder {
  const { destinatario_id, delivery_type, notes, hasOwnAddress } = fields
  const { delivery_address, delivery_city, delivery_province, delivery_contact } = fields
  const address = { delivery_address, delivery_city, delivery_province, delivery_contact }
  return {
    ...filled<Omit<NewOrder, 'items'>>({ destinatario_id, delivery_type, notes }),
    ...(hasOwnAddress && delivery_type === 'envio' ? filled<Partial<NewOrder>>(address) : {}),
    items: fields.items.map(({ id: _, ...line }) => filled<NewOrder['items'][number]>(line)),
  }
}

/** Without what is empty. The contract's rules say what is missing before anything is sent. */
function filled<Sent>(values: Record<string, unknown>): Sent {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Sent
}
