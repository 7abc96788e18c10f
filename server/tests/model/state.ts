// A model of a warehouse: plain lists and sums, written from the documented behaviour, sharing no code with the service;
// slow and obvious. Quantities are thousandths, amounts are cents.
export type ModelLot = {
  product: ModelProduct
  number: string
  expiry: string | null
  vintage: number | null
  quantity: number
  held: boolean
}
export type ModelProduct = { client: number; id: string; unit: 'caja' | 'kg'; lots: ModelLot[] }
export type ModelLine = { product: ModelProduct; quantity: number; vintage: number | null }
export type Goods = { lot: ModelLot; quantity: number }
export type ModelOrder = {
  client: number
  id: string
  number: string
  lines: ModelLine[]
  status: string
  reason: string | null
  revision: number
}
export type ModelRemito = {
  client: number
  /** null for the egreso of an order, whose id no response contains. */
  id: string | null
  type: 'ingreso' | 'egreso'
  voided: boolean
  numbers: string[]
  order: ModelOrder | null
  goods: Goods[]
}
type Entry = {
  client: number
  id: string
  type: string
  number: string | null
  cents: number
  reversed: boolean
  isReversal: boolean
}
/** An event that a client gets, reduced to the fields that matter. */
export type Told = { client: number; type: string } & Record<string, unknown>

export type Model = {
  today: string
  products: ModelProduct[]
  orders: ModelOrder[]
  remitos: ModelRemito[]
  entries: Entry[]
  egresos: number
  /** The events of each request, in order. */
  told: Told[][]
}

export const emptyWarehouse = (today: string, egresos: number): Model => ({
  today,
  products: [],
  orders: [],
  remitos: [],
  entries: [],
  egresos,
  told: [],
})

export const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0)

export function isExpired(model: Model, lot: ModelLot): boolean {
  return lot.expiry !== null && lot.expiry < model.today
}

export function isPickable(model: Model, lot: ModelLot): boolean {
  return !isExpired(model, lot) && !lot.held
}

/** In the order of expiry; lots without an expiry come last; among equals, the older lot comes first. */
export function firstToExpire(product: ModelProduct): ModelLot[] {
  const day = (lot: ModelLot) => lot.expiry ?? '9999-12-31'
  return [...product.lots].sort((a, b) => (day(a) < day(b) ? -1 : day(a) > day(b) ? 1 : 0))
}

export const quantityOf = (product: ModelProduct) => sum(product.lots, (lot) => lot.quantity)

/** What pending orders have reserved of a product: lines, each with its vintage or none. */
export function reservations(
  model: Model,
  product: ModelProduct,
  except: ModelOrder | null = null,
): ModelLine[] {
  return model.orders
    .filter((order) => order.status === 'pending' && order !== except)
    .flatMap((order) => order.lines.filter((line) => line.product === product))
}

export function availableOf(model: Model, product: ModelProduct): number {
  const pickable = sum(
    product.lots.filter((lot) => isPickable(model, lot)),
    (lot) => lot.quantity,
  )
  return Math.max(0, pickable - sum(reservations(model, product), (line) => line.quantity))
}
