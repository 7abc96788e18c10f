// The values of the order form, and the request body made from them. Lines have the same index in both, so that a fault
// of `/items/2/quantity` finds its line.
import type { Destinatario, NewOrder, OrderChange, OrderDetail } from '@anden/sdk'
import { formatPlainNumber } from '../../../ui/format.ts'
import { calendarYear, quantityIn } from '../../../ui/number/read-number.ts'
import { numberToSend, readTyped, typedQuantity, type UnitOf } from '../../../ui/number/typed-number.ts'
import { asksForAddress } from './own-address.ts'

export type OrderLineFields = {
  id: string
  product_id: string
  /** The quantity as it was typed. */
  quantity: string
  vintage_year: string
  notes: string
}

export type OrderFields = {
  destinatario_id: string
  delivery_type: 'envio' | 'retiro'
  items: OrderLineFields[]
  reference: string
  notes: string
  /** Whether the goods go to another address than the recipient's own. */
  hasOwnAddress: boolean
  delivery_address: string
  delivery_city: string
  delivery_province: string
  delivery_contact: string
  /** Of the order that is changed, as it was when the form was filled in; 0: it is a new order. */
  revision: number
}

export const noOrder: OrderFields = {
  destinatario_id: '',
  delivery_type: 'envio',
  items: [],
  reference: '',
  notes: '',
  hasOwnAddress: false,
  delivery_address: '',
  delivery_city: '',
  delivery_province: '',
  delivery_contact: '',
  revision: 0,
}

export function newLine(product_id: string): OrderLineFields {
  return { id: crypto.randomUUID(), product_id, quantity: '', vintage_year: '', notes: '' }
}

/**
 * The same goods for the same recipient. The order's address is not copied, because the recipient's may have changed
 * since.
 */
export function orderAgain(order: OrderDetail): OrderFields {
  return {
    ...noOrder,
    destinatario_id: order.destinatario_id,
    delivery_type: order.delivery_type === 'retiro' ? 'retiro' : 'envio',
    notes: order.notes ?? '',
    items: linesOf(order),
  }
}

const linesOf = (order: OrderDetail): OrderLineFields[] =>
  order.distribution_order_items.map(({ product_id, quantity, vintage_year, notes }) => ({
    ...newLine(product_id),
    quantity: formatPlainNumber(quantity),
    vintage_year: vintage_year === null ? '' : String(vintage_year),
    notes: notes ?? '',
  }))

const addressFields = ['delivery_address', 'delivery_city', 'delivery_province', 'delivery_contact'] as const
type Address = Pick<OrderDetail, (typeof addressFields)[number]>

/** What the order would have if it named no address. */
const addressOf = ({ name, phone, address, city, province }: Destinatario): Address => ({
  delivery_address: address,
  delivery_city: city,
  delivery_province: province,
  delivery_contact: phone === null ? name : `${name}, ${phone}`,
})

const goesElsewhere = (order: OrderDetail, recipient: Destinatario | undefined) =>
  order.delivery_type === 'envio' &&
  (recipient === undefined || addressFields.some((field) => order[field] !== addressOf(recipient)[field]))

/** To change an order. `recipient`: of the order; undefined if it was deleted. */
export function fieldsOf(order: OrderDetail, recipient: Destinatario | undefined): OrderFields {
  const address = addressFields.map((field) => [field, order[field] ?? ''])
  const hasOwnAddress = goesElsewhere(order, recipient)
  return {
    ...orderAgain(order),
    reference: order.reference ?? '',
    hasOwnAddress,
    ...(hasOwnAddress ? (Object.fromEntries(address) as Record<keyof Address, string>) : {}),
    revision: order.revision,
  }
}

/** An emptied field is cleared. The address is sent only if it is another one than the order has. */
export function changeOf(
  order: OrderDetail,
  recipient: Destinatario | undefined,
  fields: OrderFields,
  unitOf: UnitOf,
): OrderChange {
  const { destinatario_id, delivery_type, items, reference = null, notes = null } = bodyOf(fields, unitOf)
  const kept = { destinatario_id, ...(delivery_type ? { delivery_type } : {}), items, reference, notes }
  const change = { action: 'update' as const, if_revision: fields.revision, ...kept }
  const own = recipient ? addressOf(recipient) : undefined
  if (asksForAddress(fields)) {
    const typed = addressFields.map((field) => [field, fields[field].trim() || null])
    const address = Object.fromEntries(typed) as Address
    const contact = address.delivery_contact ?? own?.delivery_contact ?? null
    return { ...change, ...address, delivery_contact: contact }
  }
  const staysShipped = delivery_type === 'envio' && destinatario_id === order.destinatario_id
  return staysShipped && own && goesElsewhere(order, recipient) ? { ...change, ...own } : change
}

/** Whether a line is complete enough to be previewed before the order is. */
export const canBePreviewed = (line: OrderLineFields, unitOf: UnitOf) =>
  typedQuantity(line, unitOf) > 0 && readTyped(line.vintage_year, calendarYear).is !== 'refused'

export function bodyOf(fields: OrderFields, unitOf: UnitOf): NewOrder {
  const { destinatario_id, delivery_type, reference, notes } = fields
  const { delivery_address, delivery_city, delivery_province, delivery_contact } = fields
  const address = { delivery_address, delivery_city, delivery_province, delivery_contact }
  return {
    ...filled<Omit<NewOrder, 'items'>>({
      destinatario_id,
      delivery_type,
      reference: reference.trim(),
      notes,
    }),
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

/** Omits empty values. The contract's rules report missing ones before anything is sent. */
function filled<Sent>(values: Record<string, unknown>): Sent {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Sent
}
