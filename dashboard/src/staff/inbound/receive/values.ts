// What is received of a notice, as it is typed on the page, and the body made from it.
import type { InboundItem, StaffInboundChange, StaffInboundNoticeDetail } from '@anden/sdk/backoffice'
import { numbersOf } from '../../../shared/remitos/typed-numbers.ts'
import { formatPlainNumber } from '../../../ui/format.ts'
import { calendarYear, quantityIn } from '../../../ui/number/read-number.ts'
import { numberToSend } from '../../../ui/number/typed-number.ts'
import type { OnCode } from './reading.ts'

/** Numbers are kept as they were typed. */
export type Typed = { quantity: string; lot_number: string; expiry_date: string; vintage_year: string }

/** `seen`: what the warehouse had received of the line when it was ticked. */
export type Ticked = Typed & { seen: number }

export type ExtraProduct = { id: string; sku: string; name: string; unit_type: string }

/** Goods that were not announced, or came in another lot. */
export type Extra = Typed & { key: string; product: ExtraProduct }

export type Receipt = {
  /** null: as announced. */
  numbers: string | null
  /** By the id of the line. */
  ticked: Record<string, Ticked>
  extras: Extra[]
}

export const nothingReceived: Receipt = { numbers: null, ticked: {}, extras: [] }

type Notice = Pick<StaffInboundNoticeDetail, 'items' | 'remito_ids' | 'remito_number' | 'revision'>

/** The papers of a delivery have their numbers once: on its first ingreso. */
export const numbersShown = ({ numbers }: Receipt, notice: Notice) =>
  numbers ?? (notice.remito_ids.length === 0 ? notice.remito_number.join(', ') : '')

/** What is announced of a line and did not come yet; nothing if more came. */
export const toComeOf = ({ difference }: Pick<InboundItem, 'difference'>) => Math.max(0, -difference)

/** As announced, except for what the code says. */
export function tickOf(line: InboundItem, on: OnCode = {}): Ticked {
  const quantity = on.quantity ?? toComeOf(line)
  return {
    quantity: quantity > 0 ? formatPlainNumber(quantity) : '',
    lot_number: on.lot ?? line.lot_number ?? '',
    expiry_date: on.expiry ?? line.expiry_date ?? '',
    vintage_year: line.vintage_year === null ? '' : String(line.vintage_year),
    seen: line.received,
  }
}

export const extraOf = (product: ExtraProduct, on: OnCode): Extra => ({
  key: crypto.randomUUID(),
  product,
  quantity: on.quantity === undefined ? '' : formatPlainNumber(on.quantity),
  lot_number: on.lot ?? '',
  expiry_date: on.expiry ?? '',
  vintage_year: '',
})

/** The keys of what is sent, in its order: faults name its positions. */
export const sentKeys = ({ ticked, extras }: Receipt, { items }: Pick<Notice, 'items'>): string[] => [
  ...items.filter(({ id }) => ticked[id]).map(({ id }) => id),
  ...extras.map(({ key }) => key),
]

/** Lines of which somebody else has received goods since they were ticked. */
export const contested = ({ ticked }: Receipt, { items }: Pick<Notice, 'items'>) =>
  items.filter(({ id, received }) => ticked[id] !== undefined && ticked[id].seen !== received)

export function bodyOf(receipt: Receipt, notice: Notice): StaffInboundChange {
  const { ticked, extras } = receipt
  return {
    action: 'receive',
    if_revision: notice.revision,
    remito_number: numbersOf(numbersShown(receipt, notice)),
    items: [
      ...notice.items.flatMap(({ id, unit_type }) => {
        const typed = ticked[id]
        return typed ? [{ item_id: id, ...goodsOf(typed, unit_type) }] : []
      }),
      ...extras.map(({ product, ...typed }) => ({
        product_id: product.id,
        ...goodsOf(typed, product.unit_type),
      })),
    ],
  }
}

/** Text that is no number stays text, which the contract's rules refuse at its field. */
const goodsOf = ({ quantity, lot_number, expiry_date, vintage_year }: Typed, unit: string) => ({
  quantity: numberToSend(quantity, quantityIn(unit)) as number,
  lot_number: lot_number.trim() || null,
  expiry_date: expiry_date || null,
  vintage_year: vintage_year.trim() === '' ? null : (numberToSend(vintage_year, calendarYear) as number),
})
