// How the model chooses and moves goods.
import {
  firstToExpire,
  type Goods,
  isPickable,
  type Model,
  type ModelLine,
  type ModelLot,
  type ModelProduct,
  quantityOf,
  reservations,
  sum,
  type Told,
} from './state.ts'

export type Want = ModelLine & { lot?: ModelLot | null }
export type Chosen = Goods & { want: Want }

/** Every quantity here is a multiple of this. */
const step = 250

/**
 * Takes step by step, each from the lot that expires first and may give one; null if a request cannot be met. `mustStay`
 * says how much of a product, or of one of its vintages, must be left.
 */
export function choose(
  model: Model,
  wants: readonly Want[],
  mustStay: (want: Want, product: ModelProduct, vintage?: number) => number,
): Chosen[] | null {
  const left = new Map<ModelLot, number>()
  const leftIn = (lot: ModelLot) => left.get(lot) ?? lot.quantity
  const leftOf = (product: ModelProduct, vintage?: number) =>
    sum(
      product.lots.filter(
        (lot) => isPickable(model, lot) && (vintage === undefined || lot.vintage === vintage),
      ),
      leftIn,
    )
  const mayGive = (lot: ModelLot, want: Want) =>
    isPickable(model, lot) &&
    leftIn(lot) >= step &&
    (want.lot ? lot === want.lot : want.vintage === null || lot.vintage === want.vintage) &&
    leftOf(lot.product) - step >= mustStay(want, lot.product) &&
    (lot.vintage === null ||
      leftOf(lot.product, lot.vintage) - step >= mustStay(want, lot.product, lot.vintage))

  const chosen: Chosen[] = []
  for (const want of choosiestFirst(wants)) {
    for (let taken = 0; taken < want.quantity; taken += step) {
      const lot = firstToExpire(want.product).find((one) => mayGive(one, want))
      if (!lot) return null
      left.set(lot, leftIn(lot) - step)
      const before = chosen.find((one) => one.want === want && one.lot === lot)
      if (before) before.quantity += step
      else chosen.push({ want, lot, quantity: step })
    }
  }
  return chosen
}

const choosiestFirst = (wants: readonly Want[]) => [
  ...wants.filter((want) => want.lot),
  ...wants.filter((want) => !want.lot && want.vintage !== null),
  ...wants.filter((want) => !want.lot && want.vintage === null),
]

/** A manual egreso and a transfer leave everything that pending orders have reserved. */
export const onlyWhatIsAvailable = (model: Model) => (_: Want, product: ModelProduct, vintage?: number) =>
  sum(
    reservations(model, product).filter((line) => vintage === undefined || line.vintage === vintage),
    (line) => line.quantity,
  )

export function findLot(
  product: ModelProduct,
  { number, expiry, vintage }: Pick<ModelLot, 'number' | 'expiry' | 'vintage'>,
) {
  return product.lots.find((lot) => lot.number === number && lot.expiry === expiry && lot.vintage === vintage)
}

export type LotName = Pick<ModelLot, 'number' | 'expiry' | 'vintage'>
/** A change of one lot, which is created if it does not exist. */
export type Change = { product: ModelProduct; lot: LotName; delta: number }

/** Applies the changes, and returns the events that they cause. */
export function move(changes: readonly Change[], source: string): { goods: Goods[]; told: Told[] } {
  const products = [...new Set(changes.map((change) => change.product))]
  const before = new Map(products.map((product) => [product, quantityOf(product)]))
  const made: ModelLot[] = []
  const net = new Map<ModelLot, number>()
  const goods = changes.map(({ product, lot: name, delta }) => {
    let lot = findLot(product, name)
    if (!lot) {
      const { number, expiry, vintage } = name
      lot = { product, number, expiry, vintage, quantity: 0, held: false }
      product.lots.push(lot)
      made.push(lot)
    }
    lot.quantity += delta
    net.set(lot, (net.get(lot) ?? 0) + delta)
    return { lot, quantity: Math.abs(delta) }
  })
  const depleted = [...net].filter(([lot, delta]) => delta < 0 && lot.quantity === 0).map(([lot]) => lot)
  return {
    goods,
    told: [
      ...made.map((lot) => ({
        ...lotTold(lot, 'lot.created'),
        quantity: lot.quantity / 1000,
        source_type: source,
      })),
      ...depleted.map((lot) => lotTold(lot, 'lot.depleted')),
      ...products.flatMap((product) => stockTold(product, before.get(product) ?? 0)),
    ],
  }
}

export const lotTold = ({ product, number, expiry, vintage }: ModelLot, type: string) => ({
  client: product.client,
  type,
  product_id: product.id,
  lot_number: number,
  expiry_date: expiry,
  vintage_year: vintage,
})

function stockTold(product: ModelProduct, before: number): Told[] {
  const now = quantityOf(product)
  if (now === before) return []
  return [
    {
      client: product.client,
      type: 'stock.changed',
      product_id: product.id,
      old_quantity: before / 1000,
      new_quantity: now / 1000,
      delta: (now - before) / 1000,
    },
  ]
}
