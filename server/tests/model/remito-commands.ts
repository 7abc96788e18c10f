import {
  at,
  command,
  expectedEgresoNumber,
  inDays,
  lotId,
  quantityFits,
  type Real,
  remitoTold,
} from './command.ts'
import { choose, move, onlyWhatIsAvailable } from './goods.ts'
import { type Model, type ModelRemito, sum } from './state.ts'

const some = (model: Readonly<Model>) => model.products.length > 0

type Received = {
  product: number
  quantity: number
  number: string | null
  days: number | null
  vintage: number | null
}

export const ingreso = (given: { items: Received[]; form: number | null }) =>
  command('ingreso', given, some, (model, { staff, clients }, { items, form }) => {
    const { client } = at(model.products, items[0]?.product ?? 0)
    const mine = model.products.filter((product) => product.client === client)
    const goods = items.map((item) => ({
      product: at(mine, item.product),
      delta: item.quantity,
      lot: { number: item.number ?? 'SIN-LOTE', expiry: inDays(model, item.days), vintage: item.vintage },
    }))
    const numbers = form === null ? [] : [`R 00007-0000000${form}`]
    const taken = model.remitos.some(
      (remito) =>
        remito.client === client &&
        remito.type === 'ingreso' &&
        !remito.voided &&
        remito.numbers.some((number) => numbers.includes(number)),
    )
    const fits = goods.every(({ product, delta }) => quantityFits(product, delta))
    return {
      expected: !fits ? '422 validation/invalid-body' : taken ? '409 remitos/duplicate-number' : '201',
      request: () =>
        staff.post('/remitos', {
          client_id: at(clients, client).id,
          type: 'ingreso',
          remito_number: numbers,
          items: goods.map(({ product, delta, lot }, index) => ({
            product_id: product.id,
            quantity: delta / 1000,
            ...(items[index]?.number ? { lot_number: lot.number } : {}),
            expiry_date: lot.expiry,
            vintage_year: lot.vintage,
          })),
        }),
      done: ({ id }) => {
        const moved = move(goods, 'remito_ingreso')
        const remito: ModelRemito = {
          client,
          id,
          type: 'ingreso',
          voided: false,
          numbers,
          order: null,
          goods: moved.goods,
        }
        model.remitos.push(remito)
        return [remitoTold(remito, 'remito.created'), ...moved.told]
      },
    }
  })

type HandedOut = { product: number; quantity: number; vintage: number | null; lot: number | null }

export const egreso = (items: HandedOut[]) =>
  command('egreso', items, some, (model, real) => {
    const { client } = at(model.products, items[0]?.product ?? 0)
    const mine = model.products.filter((product) => product.client === client)
    const wants = items.map((item) => {
      const product = at(mine, item.product)
      const lot = item.lot !== null && product.lots.length > 0 ? at(product.lots, item.lot) : null
      return { product, quantity: item.quantity, vintage: lot ? null : item.vintage, lot }
    })
    const chosen = choose(model, wants, onlyWhatIsAvailable(model))
    const fits = wants.every(({ product, quantity }) => quantityFits(product, quantity))
    return {
      expected: !fits
        ? '422 validation/invalid-body'
        : wants.some(({ lot }) => lot?.held)
          ? '409 lots/on-hold'
          : chosen
            ? '201'
            : '422 remitos/insufficient-stock',
      request: async () =>
        real.staff.post('/remitos', {
          client_id: at(real.clients, client).id,
          type: 'egreso',
          items: await Promise.all(
            wants.map(async ({ product, quantity, vintage, lot }) => ({
              product_id: product.id,
              quantity: quantity / 1000,
              vintage_year: vintage,
              lot_id: lot && (await lotId(real, product, lot)),
            })),
          ),
        }),
      done: ({ id }) => handOut(model, chosen ?? [], { client, id, order: null }),
    }
  })

/** The goods leave, on an egreso with the next number. */
export function handOut(
  model: Model,
  chosen: NonNullable<ReturnType<typeof choose>>,
  { client, id, order }: Pick<ModelRemito, 'client' | 'id' | 'order'>,
) {
  const numbers = [expectedEgresoNumber(model)]
  model.egresos++
  const goods = chosen.map(({ lot, quantity }) => ({ lot, quantity }))
  const remito: ModelRemito = { client, id, type: 'egreso', voided: false, numbers, order, goods }
  model.remitos.push(remito)
  const { told } = move(
    goods.map(({ lot, quantity }) => ({ product: lot.product, lot, delta: -quantity })),
    'remito_egreso',
  )
  return [remitoTold(remito, 'remito.created'), ...told]
}

/** The goods of an egreso return to their lots, and the goods of an ingreso leave them again. */
export function undo(remito: ModelRemito) {
  remito.voided = true
  const sign = remito.type === 'egreso' ? 1 : -1
  const { told } = move(
    remito.goods.map(({ lot, quantity }) => ({ product: lot.product, lot, delta: sign * quantity })),
    'remito_void',
  )
  return [remitoTold(remito, 'remito.voided'), ...told]
}

export const voidRemitoCommand = (given: { remito: number }) =>
  command(
    'void',
    given,
    (model) => model.remitos.length > 0,
    (model, real) => {
      const remito = at(model.remitos, given.remito)
      const lots = new Set(remito.goods.map(({ lot }) => lot))
      const gone = [...lots].some(
        (lot) =>
          lot.quantity <
          sum(
            remito.goods.filter((one) => one.lot === lot),
            (one) => one.quantity,
          ),
      )
      return {
        expected: remito.order
          ? '409 remitos/belongs-to-order'
          : remito.voided
            ? '409 remitos/already-voided'
            : remito.type === 'ingreso' && gone
              ? '409 remitos/goods-gone'
              : '200',
        request: async () =>
          real.staff.post(`/remitos/${await idOf(real, remito)}/void`, { reason: 'Error' }),
        done: () => undo(remito),
      }
    },
  )

async function idOf({ staff, clients }: Real, remito: ModelRemito): Promise<string> {
  if (remito.id !== null) return remito.id
  const { body } = await staff.get<{ data: { id: string; remito_number: string[] }[] }>(
    `/remitos?client_id=${at(clients, remito.client).id}&type=egreso&limit=100`,
  )
  return at(
    body.data.filter((one) => one.remito_number[0] === remito.numbers[0]),
    0,
  ).id
}
