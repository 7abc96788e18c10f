// The lines of a notice: of which products they are, and which of them goods that come in count for.
import {
  type FieldFault,
  fault,
  type NewInboundNotice,
  normalLine,
  type StaffInboundChange,
} from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import type { Transaction } from '../db/transaction.ts'
import { problem, refuseBody, shownFaults } from '../problem.ts'
import { wholeUnitsFault } from '../stock/lock.ts'
import { type NewNoticeLine, type NoticeLine, productsNamed } from './queries.ts'

type Given = NewInboundNotice['items']

/** The announced lines with the ids of their products, which are the client's own. */
export async function announcedLines(
  tx: Transaction,
  clientId: string,
  items: Given,
): Promise<NewNoticeLine[]> {
  refuseBody(
    items.flatMap((item, index): FieldFault[] =>
      (item.product_id === undefined) === (item.sku === undefined)
        ? [{ pointer: `/items/${index}`, ...fault('name_product_once') }]
        : [],
    ),
  )
  const ids = [...new Set(items.flatMap(({ product_id }) => product_id ?? []))]
  const skus = [...new Set(items.flatMap(({ sku }) => sku ?? []))]
  const products = await tx.rows(productsNamed(clientId, ids, skus))
  const byId = new Map(products.map((product) => [product.id, product]))
  const bySku = new Map(products.map((product) => [product.sku, product]))
  const unknown: FieldFault[] = []
  const fractions: FieldFault[] = []
  const lines = items.map((item, index) => {
    const [name, product] =
      item.product_id === undefined
        ? (['sku', bySku.get(item.sku ?? '')] as const)
        : (['product_id', byId.get(item.product_id)] as const)
    const pointer = `/items/${index}/${name}`
    if (!product) unknown.push({ pointer, ...fault('not_your_product') })
    else if (product.archived) unknown.push({ pointer, ...fault('archived') })
    else {
      const fraction = wholeUnitsFault(product.unit_type, item.quantity)
      if (fraction) fractions.push({ pointer: `/items/${index}/quantity`, ...fraction })
    }
    return lineOf(product?.id ?? '', item)
  })
  if (unknown.length > 0) throw problem('inbound/unknown-product', { errors: shownFaults(unknown) })
  refuseBody(fractions)
  return lines
}

type Lot = Pick<Given[number], 'lot_number' | 'expiry_date' | 'vintage_year'>

const lineOf = (product_id: string, { quantity, ...lot }: Lot & { quantity: number }): NewNoticeLine => ({
  id: uuidv7(),
  product_id,
  quantity,
  lot_number: lot.lot_number ?? null,
  expiry_date: lot.expiry_date ?? null,
  vintage_year: lot.vintage_year ?? null,
})

export type ReceivedItem = NonNullable<StaffInboundChange['items']>[number]

/** Goods that come in, each with its lot and the line that it counts for. */
export type ReceivedGoods = Lot & { product_id: string; quantity: number; line: NewNoticeLine }

/** Goods that were not announced make a line of their own: its id is not one of `lines`. */
export function matchedGoods(items: readonly ReceivedItem[], lines: readonly NoticeLine[]): ReceivedGoods[] {
  refuseBody(
    items.flatMap(({ item_id, product_id }, index): FieldFault[] => {
      const pointer = `/items/${index}`
      if ((item_id === undefined) === (product_id === undefined))
        return [{ pointer, ...fault('name_line_once') }]
      const isLine = item_id === undefined || lines.some(({ id }) => id === item_id)
      return isLine ? [] : [{ pointer: `${pointer}/item_id`, ...fault('not_a_line_of_notice') }]
    }),
  )
  const known: NewNoticeLine[] = [...lines]
  return items.map(({ item_id, product_id = '', quantity, ...lot }) => {
    const named = known.find(({ id }) => id === item_id)
    if (named) return { ...asAnnounced(named, lot), product_id: named.product_id, quantity, line: named }
    const line = lineFor(product_id, lot, known) ?? lineOf(product_id, { ...lot, quantity: 0 })
    if (!known.includes(line)) known.push(line)
    return { ...lot, product_id, quantity, line }
  })
}

/** What is not said of the lot is as the line says. Whoever names another lot says all of it. */
function asAnnounced(line: NewNoticeLine, lot: Lot): Lot {
  if (lot.lot_number !== undefined && lot.lot_number !== line.lot_number) return lot
  const { lot_number, expiry_date, vintage_year } = line
  return { lot_number, expiry_date, vintage_year, ...definedOf(lot) }
}

const definedOf = (lot: Lot): Lot =>
  Object.fromEntries(Object.entries(lot).filter(([, value]) => value !== undefined))

/** A line with the same lot, or one whose lot was not announced. */
function lineFor(productId: string, lot: Lot, lines: readonly NewNoticeLine[]): NewNoticeLine | undefined {
  const ofProduct = lines.filter(({ product_id }) => product_id === productId)
  const given = lot.lot_number ? normalLine(lot.lot_number) : null
  return (
    ofProduct.find(({ lot_number }) => lot_number === given) ??
    ofProduct.find(({ lot_number, quantity }) => lot_number === null && quantity > 0)
  )
}
