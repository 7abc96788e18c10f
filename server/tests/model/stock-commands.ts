import { uuidv7 } from 'uuidv7'
import { at, command, inDays, lotId, quantityFits } from './command.ts'
import { choose, findLot, type LotName, lotTold, move, onlyWhatIsAvailable } from './goods.ts'
import { firstToExpire, isExpired, type Model, type ModelProduct, sum } from './state.ts'

const some = (model: Readonly<Model>) => model.products.length > 0

export const addProductCommand = (given: { client: number; unit: 'caja' | 'kg' }) =>
  command(
    'add product',
    given,
    (model) => model.products.length < 5,
    (model, { staff, clients }, { client, unit }) => ({
      expected: '201',
      request: () =>
        staff.post(`/clients/${at(clients, client).id}/products`, {
          name: 'Producto',
          sku: uuidv7(),
          unit_type: unit,
        }),
      done: ({ id }) => {
        model.products.push({ client, id, unit, lots: [] })
        return []
      },
    }),
  )

/** Advances the clock of the warehouse, so that lots expire. */
export const passDays = (days: number) =>
  command(
    'pass days',
    { days },
    () => true,
    (model, { staff, setDay }) => {
      const next = inDays(model, days) ?? model.today
      return {
        expected: '200',
        request: () => {
          setDay(next)
          return staff.get('/orders?limit=1')
        },
        done: () => {
          model.today = next
          return []
        },
      }
    },
  )

type Adjustment = {
  product: number
  delta: number
  /** Adjusts the product's n-th lot, the lot with this name, or no specific lot. */
  lot: number | null
  named: { number: string; days: number | null; vintage: number | null } | null
}

export const adjust = (given: Adjustment) =>
  command('adjust', given, some, (model, real, { product: index, delta, lot: lotIndex, named }) => {
    const product = at(model.products, index)
    const chosen =
      lotIndex !== null && product.lots.length > 0
        ? firstToExpire(product)[lotIndex % product.lots.length]
        : null
    const name: LotName | null =
      chosen ??
      (named && {
        number: named.number,
        expiry: inDays(model, named.days),
        vintage: named.vintage,
      })
    const changes = adjustment(model, product, delta, name)
    return {
      expected: !quantityFits(product, delta)
        ? '422 validation/invalid-body'
        : changes
          ? '201'
          : '422 stock/insufficient-stock',
      request: async () =>
        real.staff.post('/stock/adjustments', {
          product_id: product.id,
          delta: delta / 1000,
          reason: 'Conteo',
          ...(chosen ? { lot_id: await lotId(real, product, chosen) } : {}),
          ...(!chosen && name
            ? { lot_number: name.number, expiry_date: name.expiry, vintage_year: name.vintage }
            : {}),
        }),
      done: () => move(changes ?? [], 'adjustment').told,
    }
  })

/** A loss without a lot is taken from expired lots first, then from the lots that expire next. */
function adjustment(model: Model, product: ModelProduct, delta: number, name: LotName | null) {
  if (delta > 0) return [{ product, lot: name ?? { number: 'SIN-LOTE', expiry: null, vintage: null }, delta }]
  if (name) {
    const lot = findLot(product, name)
    return lot && lot.quantity + delta >= 0 ? [{ product, lot, delta }] : null
  }
  if (sum(product.lots, (lot) => lot.quantity) + delta < 0) return null
  const order = firstToExpire(product)
  const lots = [
    ...order.filter((lot) => isExpired(model, lot)),
    ...order.filter((lot) => !isExpired(model, lot)),
  ]
  let missing = -delta
  return lots.flatMap((lot) => {
    const taken = Math.min(missing, lot.quantity)
    missing -= taken
    return taken > 0 ? [{ product, lot, delta: -taken }] : []
  })
}

/** A count of one lot: the n-th of the product, or the one with this name. */
type Count = {
  product: number
  quantity: number
  lot: number | null
  named: NonNullable<Adjustment['named']>
}

export const count = (given: Count) =>
  command('count', given, some, (model, { staff, clients }, { product: index, quantity, lot, named }) => {
    const product = at(model.products, index)
    const name: LotName =
      lot !== null && product.lots.length > 0
        ? at(product.lots, lot)
        : { number: named.number, expiry: inDays(model, named.days), vintage: named.vintage }
    const delta = quantity - (findLot(product, name)?.quantity ?? 0)
    return {
      expected: quantityFits(product, quantity) ? '201' : '422 imports/invalid-file',
      request: async () => {
        const { body } = await staff.get(`/products/${product.id}`)
        const line = [body.sku, quantity / 1000, name.number, name.expiry, name.vintage].join(',')
        return staff.post(
          `/stock/imports?client_id=${at(clients, product.client).id}`,
          `sku,quantity,lot_number,expiry_date,vintage_year\n${line}\n`,
          { 'content-type': 'text/csv' },
        )
      },
      done: () => (delta === 0 ? [] : move([{ product, lot: name, delta }], 'csv_import').told),
    }
  })

/** Puts the n-th lot of a product on hold, or releases it. */
export const changeHoldCommand = (given: { product: number; lot: number; hold: boolean }) =>
  command(
    'hold',
    given,
    (model) => some(model) && at(model.products, given.product).lots.length > 0,
    (model, real, { product: index, lot: lotIndex, hold }) => {
      const product = at(model.products, index)
      const lot = at(product.lots, lotIndex)
      return {
        expected: '200',
        request: async () =>
          real.staff.patch(`/lots/${await lotId(real, product, lot)}`, {
            hold,
            ...(hold ? { reason: 'Cuarentena' } : {}),
          }),
        done: () => {
          const isChange = lot.held !== hold
          lot.held = hold
          return isChange ? [lotTold(lot, hold ? 'lot.held' : 'lot.released')] : []
        },
      }
    },
  )

/** To another client's product with the same unit; or, with 0, to the next product, whatever it is. */
type Transfer = { from: number; to: number; quantity: number; lot: number | null }

export const transfer = (given: Transfer) =>
  command('transfer', given, some, (model, real, { from: a, to: b, quantity, lot: lotIndex }) => {
    const from = at(model.products, a)
    const others = model.products.filter(
      (product) => product.unit === from.unit && product.client !== from.client,
    )
    const to = b === 0 || others.length === 0 ? at(model.products, a + 1) : at(others, b)
    const lot = lotIndex !== null && from.lots.length > 0 ? at(from.lots, lotIndex) : null
    const fits = from.client !== to.client && from.unit === to.unit && quantityFits(from, quantity)
    const goods = choose(model, [{ product: from, quantity, vintage: null, lot }], onlyWhatIsAvailable(model))
    return {
      expected: !fits
        ? '422 validation/invalid-body'
        : lot?.held
          ? '409 lots/on-hold'
          : goods
            ? '201'
            : '422 stock/insufficient-stock',
      request: async () =>
        real.staff.post('/stock/transfers', {
          from_product_id: from.id,
          to_product_id: to.id,
          quantity: quantity / 1000,
          reason: 'Venta',
          ...(lot ? { lot_id: await lotId(real, from, lot) } : {}),
        }),
      done: () =>
        move(
          (goods ?? []).flatMap((one) => [
            { product: from, lot: one.lot, delta: -one.quantity },
            { product: to, lot: one.lot, delta: one.quantity },
          ]),
          'transfer',
        ).told,
    }
  })
