// The values of the form that changes a pending order, and the request body made from them. Lines have the same index in both, so
// that a fault of `/items/2/quantity` finds its line.
import type { StaffOrderChange, StaffOrderDetail } from '@anden/sdk/backoffice'
import { emptyAsNull, withoutEmpty } from '../../../ui/form/use-contract-form.ts'
import { formatPlainNumber } from '../../../ui/format.ts'
import { calendarYear, quantityIn } from '../../../ui/number/read-number.ts'
import { numberToSend, type UnitOf } from '../../../ui/number/typed-number.ts'

/** Quantity and year as they were typed. */
export type ChangedLine = {
  id: string
  product_id: string
  quantity: string
  vintage_year: string
  notes: string
}
export type ChangeFields = {
  /** Of the order when the form was filled in. */
  revision: number
  items: ChangedLine[]
  destinatario_id: string
  /** As it was found, or as the order calls it. */
  recipient_name: string
  delivery_type: 'envio' | 'retiro'
  delivery_address: string
  delivery_city: string
  delivery_province: string
  delivery_contact: string
  reference: string
  notes: string
  reason: string
}

export const addedLine = (product_id: string): ChangedLine => ({
  id: crypto.randomUUID(),
  product_id,
  quantity: '',
  vintage_year: '',
  notes: '',
})

export const fieldsOf = (order: StaffOrderDetail): ChangeFields => ({
  revision: order.revision,
  items: order.distribution_order_items.map(({ product_id, quantity, vintage_year, notes }) => ({
    ...addedLine(product_id),
    quantity: formatPlainNumber(quantity),
    vintage_year: vintage_year === null ? '' : String(vintage_year),
    notes: notes ?? '',
  })),
  destinatario_id: order.destinatario_id,
  recipient_name: order.destinatario.name,
  delivery_type: order.delivery_type === 'retiro' ? 'retiro' : 'envio',
  delivery_address: order.delivery_address ?? '',
  delivery_city: order.delivery_city ?? '',
  delivery_province: order.delivery_province ?? '',
  delivery_contact: order.delivery_contact ?? '',
  reference: order.reference ?? '',
  notes: order.notes ?? '',
  reason: '',
})

type Delivery = Pick<ChangeFields, 'destinatario_id' | 'delivery_type'>

/** With another recipient or way of delivery, the address is that of a new order: of the recipient, or none. */
export const keepsAddress = (order: StaffOrderDetail, { destinatario_id, delivery_type }: Delivery) =>
  destinatario_id === order.destinatario_id && delivery_type === order.delivery_type

export function changeOf(order: StaffOrderDetail, fields: ChangeFields, unitOf: UnitOf): StaffOrderChange {
  const { revision, items, destinatario_id, recipient_name: _, delivery_type, ...texts } = fields
  const { reference, notes, reason, ...address } = texts
  return {
    action: 'update',
    if_revision: revision,
    ...(reason.trim() ? { reason } : {}),
    items: items.map(({ id: _id, quantity, vintage_year, ...line }) => ({
      ...withoutEmpty(line),
      product_id: line.product_id,
      quantity: numberToSend(quantity, quantityIn(unitOf(line.product_id))) as number,
      ...(vintage_year.trim() ? { vintage_year: numberToSend(vintage_year, calendarYear) as number } : {}),
    })),
    destinatario_id,
    delivery_type,
    ...emptyAsNull({ reference: reference.trim(), notes, ...(keepsAddress(order, fields) ? address : {}) }),
  }
}
