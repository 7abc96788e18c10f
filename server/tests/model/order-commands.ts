import { uuidv7 } from 'uuidv7'
import { at, command, quantityFits } from './command.ts'
import { choose } from './goods.ts'
import { handOut, undo } from './remito-commands.ts'
import {
  isPickable,
  type Model,
  type ModelLine,
  type ModelOrder,
  type ModelProduct,
  reservations,
  sum,
  type Told,
} from './state.ts'

type Item = { product: number; quantity: number; vintage: number | null }

/** Orders the client's own products or, if `astray`, anyone's. */
export const placeOrder = (given: { client: number; items: Item[]; astray: boolean }) =>
  command(
    'order',
    given,
    (model) => model.products.length > 0,
    (model, { clients }, { client, items, astray }) => {
      const { portal, destinatarioId } = at(clients, client)
      const products = model.products.filter((product) => astray || product.client === client)
      const lines = items.map((item) => ({ ...item, product: at(products, item.product) }))
      return {
        expected: lines.some(({ product }) => product.client !== client)
          ? '422 orders/unknown-product'
          : lines.some(({ product, quantity }) => !quantityFits(product, quantity))
            ? '422 validation/invalid-body'
            : isThere(model, lines)
              ? '201'
              : '422 orders/insufficient-stock',
        request: () =>
          portal.post(
            '/orders',
            {
              destinatario_id: destinatarioId,
              items: lines.map(({ product, quantity, vintage }) => ({
                product_id: product.id,
                quantity: quantity / 1000,
                vintage_year: vintage,
              })),
            },
            { 'idempotency-key': uuidv7() },
          ),
        done: ({ id, order_number }) => {
          const order: ModelOrder = {
            client,
            id,
            number: order_number,
            lines,
            status: 'pending',
            reason: null,
            revision: 1,
          }
          model.orders.push(order)
          return [orderTold(order, 'order.created', null)]
        },
      }
    },
  )

/** For each product and each requested vintage: reserved + requested ≤ pickable. */
function isThere(model: Model, lines: readonly ModelLine[], changed: ModelOrder | null = null): boolean {
  const enough = (product: ModelProduct, within: (of: { vintage: number | null }) => boolean) => {
    const wanted = [
      ...lines.filter((line) => line.product === product),
      ...reservations(model, product, changed),
    ]
    const lots = product.lots.filter((lot) => isPickable(model, lot) && within(lot))
    return sum(wanted.filter(within), (line) => line.quantity) <= sum(lots, (lot) => lot.quantity)
  }
  return lines.every(
    ({ product, vintage }) =>
      enough(product, () => true) && (vintage === null || enough(product, (of) => of.vintage === vintage)),
  )
}

const orderTold = (order: ModelOrder, type: string, previous: string | null): Told => ({
  client: order.client,
  type,
  id: order.id,
  order_number: order.number,
  status: order.status,
  status_reason: order.reason,
  revision: order.revision,
  previous_status: previous,
})

/** From status, action, to status. */
const steps: [from: string, action: string, to: string][] = [
  ['pending', 'approve', 'approved'],
  ['pending', 'reject', 'rejected'],
  ['pending', 'cancel', 'cancelled'],
  ['approved', 'prepare', 'in_preparation'],
  ['approved', 'cancel', 'cancelled'],
  ['in_preparation', 'dispatch', 'in_transit'],
  ['in_preparation', 'pack', 'in_preparation'],
  ['in_transit', 'deliver', 'delivered'],
  ['in_transit', 'fail', 'failed_delivery'],
  ['failed_delivery', 'dispatch', 'in_transit'],
  ['in_preparation', 'cancel', 'cancelled'],
  ['failed_delivery', 'cancel', 'cancelled'],
]

/** Picks for an order: each requested vintage from its own lots, and the rest without what others reserved by vintage. */
const pickFor = (model: Model, order: ModelOrder) =>
  choose(model, order.lines, (want, product, vintage) =>
    vintage === undefined || want.vintage !== null
      ? 0
      : sum(
          reservations(model, product, order).filter((line) => line.vintage === vintage),
          (line) => line.quantity,
        ),
  )

function advance(model: Model, order: ModelOrder, to: string, reason: string | null): Told[] {
  const previous = order.status
  const picked = to === 'approved' ? pickFor(model, order) : null
  const inForce = model.remitos.find((remito) => remito.order === order && !remito.voided)
  order.status = to
  order.revision += 1
  if (['rejected', 'cancelled', 'failed_delivery'].includes(to)) order.reason = reason
  return [
    ...(picked ? handOut(model, picked, { client: order.client, id: null, order }) : []),
    ...(to === 'cancelled' && inForce ? undo(inForce) : []),
    orderTold(order, `order.${to}`, previous),
  ]
}

const hasHeldGoods = (model: Model, order: ModelOrder) =>
  model.remitos.some(
    (remito) => remito.order === order && !remito.voided && remito.goods.some(({ lot }) => lot.held),
  )

const nth = (ways: typeof steps, index: number) => ways[index % ways.length]?.[1] ?? 'approve'

/** An action by its name, or the n-th action that the order allows, if it allows any. */
export const act = (given: { order: number; action: string | number; overrides: boolean }) =>
  command(
    'act',
    given,
    (model) => model.orders.length > 0,
    (model, { staff }) => {
      const onward = (order: ModelOrder) => steps.filter(([from]) => from === order.status)
      const alive = model.orders.filter((order) => onward(order).length > 0)
      const order = at(
        typeof given.action === 'number' && alive.length > 0 ? alive : model.orders,
        given.order,
      )
      const action = typeof given.action === 'string' ? given.action : nth(onward(order), given.action)
      const to = steps.find(([from, by]) => from === order.status && by === action)?.[2]
      const again = action === 'cancel' && order.status === 'cancelled'
      const short = to === 'approved' && pickFor(model, order) === null
      const held = to === 'in_transit' && hasHeldGoods(model, order)
      return {
        expected: again
          ? '200'
          : !to
            ? '409 orders/invalid-transition'
            : short
              ? '409 orders/insufficient-stock'
              : held && !given.overrides
                ? '409 orders/lot-on-hold'
                : '200',
        request: () =>
          staff.patch(`/orders/${order.id}`, {
            action,
            reason: `Por ${action}`,
            ...(given.overrides && action === 'dispatch' ? { override_hold: true } : {}),
            ...(action === 'pack' ? { packages: 3 } : {}),
          }),
        done: () => {
          if (!to) return []
          if (action !== 'pack') return advance(model, order, to, `Por ${action}`)
          // Packing changes no status, and so tells nothing.
          order.revision += 1
          return []
        },
      }
    },
  )

export const cancelAsClient = (given: { order: number; reason: string | null }) =>
  command(
    'cancel as client',
    given,
    (model) => model.orders.length > 0,
    (model, { clients }, { reason }) => {
      const order = at(model.orders, given.order)
      const may = ['pending', 'approved'].includes(order.status)
      return {
        expected: may || order.status === 'cancelled' ? '200' : '409 orders/not-cancellable',
        request: () =>
          at(clients, order.client).portal.patch(`/orders/${order.id}`, { action: 'cancel', reason }),
        done: () => (may ? advance(model, order, 'cancelled', reason) : []),
      }
    },
  )

const goodsOf = (lines: readonly ModelLine[]) =>
  lines
    .map(({ product, quantity, vintage }) => [product.id, quantity, vintage].join(' '))
    .sort()
    .join()

/** By the client or the staff, who may have seen an older revision. */
export const updateOrder = (given: { order: number; items: Item[]; byStaff: boolean; isLate: boolean }) =>
  command(
    'update',
    given,
    (model) => model.orders.length > 0,
    (model, { clients, staff }, { items, byStaff, isLate }) => {
      const pending = model.orders.filter(({ status }) => status === 'pending')
      const order = at(pending.length > 0 ? pending : model.orders, given.order)
      const products = model.products.filter((product) => product.client === order.client)
      const lines = items.map((item) => ({ ...item, product: at(products, item.product) }))
      const isSame = goodsOf(lines) === goodsOf(order.lines)
      const change = {
        action: 'update',
        if_revision: isLate ? order.revision + 1 : order.revision,
        items: lines.map(({ product, quantity, vintage }) => ({
          product_id: product.id,
          quantity: quantity / 1000,
          vintage_year: vintage,
        })),
      }
      const path = `/orders/${order.id}`
      return {
        expected:
          order.status !== 'pending'
            ? '409 orders/not-changeable'
            : isLate
              ? '409 orders/changed-meanwhile'
              : lines.some(({ product, quantity }) => !quantityFits(product, quantity))
                ? '422 validation/invalid-body'
                : isSame || isThere(model, lines, order)
                  ? '200'
                  : '422 orders/insufficient-stock',
        request: () =>
          byStaff
            ? staff.patch(path, { ...change, reason: 'Por prueba' })
            : at(clients, order.client).portal.patch(path, change),
        done: () => {
          if (isSame) return []
          order.lines = lines
          order.revision += 1
          return [orderTold(order, 'order.updated', 'pending')]
        },
      }
    },
  )
