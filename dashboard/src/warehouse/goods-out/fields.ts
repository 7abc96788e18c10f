// What the form of goods out holds, and the body that it sends. Lines have the same place in both, so that a fault of
// `/items/2/quantity` finds its line.
import type { NewRemito, OutgoingGoods } from '@anden/sdk/backoffice'
import { today } from '../../ui/format.ts'

export type GoodsOutLine = { id: string; product_id: string; quantity: number | ''; lot_id: string }
export type GoodsOutFields = { client_id: string; date: string; items: GoodsOutLine[] }

export const noGoods = (client_id = ''): GoodsOutFields => ({ client_id, date: today(), items: [] })

export const newGoodsLine = (product_id: string): GoodsOutLine => ({
  id: crypto.randomUUID(),
  product_id,
  quantity: '',
  lot_id: '',
})

export function egresoOf({ client_id, date, items }: GoodsOutFields): NewRemito {
  return {
    client_id,
    type: 'egreso',
    ...(date ? { date } : {}),
    items: items.map(({ product_id, quantity, lot_id }) => ({
      product_id,
      // The contract's rules say what is missing before anything is sent.
      quantity: quantity as number,
      ...(lot_id ? { lot_id } : {}),
    })),
  }
}

export const isCounted = ({ quantity }: GoodsOutLine) => Number(quantity) > 0

/** The lines that have a quantity, as the preview is asked for them. */
export const countedItems = (items: readonly GoodsOutLine[]): OutgoingGoods['items'] =>
  items.filter(isCounted).map(({ product_id, quantity, lot_id }) => ({
    product_id,
    quantity: Number(quantity),
    ...(lot_id ? { lot_id } : {}),
  }))
