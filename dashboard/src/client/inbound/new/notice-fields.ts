// The values of the form of a notice, and the bodies made from them. Lines have the same index in both, so that a fault of
// `/items/2/quantity` finds its line.
import type { InboundChange, InboundNoticeDetail, NewInboundNotice } from '@anden/sdk'
import { numbersOf } from '../../../shared/remitos/typed-numbers.ts'
import { formatPlainNumber, today } from '../../../ui/format.ts'
import { calendarYear, packageCount, quantityIn } from '../../../ui/number/read-number.ts'
import { numberToSend } from '../../../ui/number/typed-number.ts'

/** Units never change, so the line keeps what it knows of its product. */
export type LineProduct = { id: string; sku: string; name: string; unit_type: string }

/** Numbers and dates are kept as they were typed. */
export type NoticeLineFields = {
  key: string
  product: LineProduct
  quantity: string
  lot_number: string
  expiry_date: string
  vintage_year: string
}

export type NoticeFields = {
  reference: string
  expected_on: string
  carrier: string
  numbers: string
  packages: string
  notes: string
  items: NoticeLineFields[]
}

export const noNotice = (): NoticeFields => ({
  reference: '',
  expected_on: today(),
  carrier: '',
  numbers: '',
  packages: '',
  notes: '',
  items: [],
})

export const newLine = (product: LineProduct): NoticeLineFields => ({
  key: crypto.randomUUID(),
  product,
  quantity: '',
  lot_number: '',
  expiry_date: '',
  vintage_year: '',
})

export function fieldsOf(notice: InboundNoticeDetail): NoticeFields {
  const { reference, expected_on, carrier, remito_number, packages, notes, items } = notice
  return {
    reference,
    expected_on,
    carrier: carrier ?? '',
    numbers: remito_number.join(', '),
    packages: packages === null ? '' : String(packages),
    notes: notes ?? '',
    items: items.map((item) => ({
      // The same for the same notice, so that a form that nobody has edited is not taken for an edited one.
      key: item.id,
      product: { id: item.product_id, sku: item.sku, name: item.name, unit_type: item.unit_type },
      quantity: formatPlainNumber(item.quantity),
      lot_number: item.lot_number ?? '',
      expiry_date: item.expiry_date ?? '',
      vintage_year: item.vintage_year === null ? '' : String(item.vintage_year),
    })),
  }
}

export function bodyOf({ numbers, packages, items, ...texts }: NoticeFields): NewInboundNotice {
  return {
    ...filled<Omit<NewInboundNotice, 'items'>>({
      ...texts,
      reference: texts.reference.trim(),
      packages: numberToSend(packages, packageCount),
    }),
    remito_number: numbersOf(numbers),
    items: items.map(itemOf),
  }
}

/** Everything that the form has: a field that was emptied is cleared. */
export function changeOf(fields: NoticeFields, revision: number): InboundChange {
  const { carrier = null, packages = null, notes = null, ...others } = bodyOf(fields)
  return { action: 'update', if_revision: revision, ...others, carrier, packages, notes }
}

const itemOf = ({ product, quantity, lot_number, expiry_date, vintage_year }: NoticeLineFields) =>
  filled<NewInboundNotice['items'][number]>({
    product_id: product.id,
    quantity: numberToSend(quantity, quantityIn(product.unit_type)),
    lot_number: lot_number.trim(),
    expiry_date,
    vintage_year: numberToSend(vintage_year, calendarYear),
  })

/** Omits empty values. The contract's rules report missing ones before anything is sent. */
function filled<Sent>(values: Record<string, unknown>): Sent {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Sent
}
