// What the form of an order holds, and the body that it sends. Lines have the same place in both, so that a fault of
// `/items/2/quantity` finds its line.
import type { NewOrder, OrderDetail } from '@anden/sdk'
import { formatPlainNumber } from '../../ui/format.ts'
import { calendarYear, quantityIn } from '../../ui/number/number-kinds.ts'
import { numberToSend, readTyped, typedQuantity, type UnitOf } from '../../ui/number/typed-number.ts'
import { asksForAddress } from './own-address.ts'

export type OrderLineFields = {
  id: string
  product_id: string
  /** As it was typed. */
  quantity: string
  vintage_year: string
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
      quantity: formatPlainNumber(quantity),
      vintage_year: vintage_year === null ? '' : String(vintage_year),
      notes: notes ?? '',
    })),
  }
}

/** Whether the service can be asked about a line before the order is complete. */
export const canBePreviewed = (line: OrderLineFields, unitOf: UnitOf) =>
  typedQuantity(line, unitOf) > 0 && readTyped(line.vintage_year, calendarYear).is !== 'refused'

export function bodyOf(fields: OrderFields, unitOf: UnitOf): NewOrder {
  const { destinatario_id, delivery_type, notes } = fields
  const { delivery_address, delivery_city, delivery_province, delivery_contact } = fields
  const address = { delivery_address, delivery_city, delivery_province, delivery_contact }
  return {
    ...filled<Omit<NewOrder, 'items'>>({ destinatario_id, delivery_type, notes }),
    ...(asksForAddress(fields) ? filled<Partial<NewOrder>>(address) : {}),
    items: fields.items.map(({ id: _, ...line }) =>
      filled<NewOrder['items'][number]>({
        ...line,
        quantity: numberToSend(line.quantity, quantityIn(unitOf(line.product_id))),
        vintage_year: numberToSend(line.vintage_year, calendarYear),
      }),
    ),
  }
}

/** Without what is empty. The contract's rules say what is missing before anything is sent. */
function filled<Sent>(values: Record<string, unknown>): Sent {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Sent
}
