// The values of the goods-out form, and the request body made from them. Lines have the same index in both, so that a
// fault of `/items/2/quantity` finds its line.
import type { NewRemito, OutgoingGoods } from '@anden/sdk/backoffice'
import { withoutEmpty } from '../../ui/form/use-contract-form.ts'
import { today } from '../../ui/format.ts'
import { quantityIn } from '../../ui/number/read-number.ts'
import { numberToSend, typedQuantity, type UnitOf } from '../../ui/number/typed-number.ts'

export type GoodsOutLine = {
  id: string
  product_id: string
  /** The quantity as it was typed. */
  quantity: string
  lot_id: string
}
type Recipient = { name: string; cuit_dni: string; iva_condition: string; address: string }
export type GoodsOutFields = {
  client_id: string
  date: string
  recipient: Recipient
  reason: string
  items: GoodsOutLine[]
}

const nobody: Recipient = { name: '', cuit_dni: '', iva_condition: '', address: '' }

export const noGoods = (client_id = ''): GoodsOutFields => ({
  client_id,
  date: today(),
  recipient: nobody,
  reason: '',
  items: [],
})

export const newGoodsLine = (product_id: string): GoodsOutLine => ({
  id: crypto.randomUUID(),
  product_id,
  quantity: '',
  lot_id: '',
})

export function egresoOf(
  { client_id, date, recipient, reason, items }: GoodsOutFields,
  unitOf: UnitOf,
): NewRemito {
  const named = withoutEmpty(recipient)
  return {
    client_id,
    type: 'egreso',
    ...(date ? { date } : {}),
    // Of a recipient without a name, the contract says that the name is missing.
    ...(Object.keys(named).length > 0 ? { recipient: named as NewRemito['recipient'] } : {}),
    ...(reason ? { reason } : {}),
    items: items.map(({ product_id, quantity, lot_id }) => ({
      product_id,
      // The contract's rules reject missing or unreadable numbers before anything is sent.
      quantity: numberToSend(quantity, quantityIn(unitOf(product_id))) as number,
      ...(lot_id ? { lot_id } : {}),
    })),
  }
}

/** The lines with a quantity, as the preview takes them. */
export const countedItems = (items: readonly GoodsOutLine[], unitOf: UnitOf): OutgoingGoods['items'] =>
  items
    .map((line) => ({
      product_id: line.product_id,
      quantity: typedQuantity(line, unitOf),
      ...(line.lot_id ? { lot_id: line.lot_id } : {}),
    }))
    .filter(({ quantity }) => quantity > 0)
