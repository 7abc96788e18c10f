// The transitions of an order after its creation. The order's row is locked first, so that of two concurrent actions
// the second sees the effect of the first.
import {
  actionsIn,
  cancellableByClientText,
  goodsStatuses,
  type HeldGoods,
  type OrderAction,
  type OrderStatus,
  orderTransitions,
  type StaffOrderChange,
} from '@anden/contract'
import { fault } from '@anden/contract/values'
import { recordAudit } from '../audit/record.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { problem, refuseMember } from '../problem.ts'
import { issueOrderEgreso, type RemitoSettings, takenForOrder } from '../remitos/issue.ts'
import { voidOrderEgreso } from '../remitos/void.ts'
import { heldAmong } from '../stock/hold.ts'
import { lockProducts } from '../stock/lock.ts'
import { releaseOrder } from '../stock/reserve.ts'
import { publishOrder } from './create.ts'
import {
  changeOrderStatus,
  type LockedOrder,
  lockOrder,
  type OrderDetailRow,
  orderDetail,
  orderLines,
  type StaffOrderDetailRow,
} from './queries.ts'

export async function cancelByClient(
  tx: Transaction,
  by: Author,
  clientId: string,
  orderId: string,
  reason: string | null,
): Promise<OrderDetailRow> {
  const order = await tx.maybeOne(lockOrder(orderId, clientId))
  if (!order) throw problem('orders/not-found')
  if (order.status === 'cancelled') return tx.one(orderDetail(clientId, orderId))
  if (!actionsIn(order.status, 'client').includes('cancel')) {
    throw problem('orders/not-cancellable', {
      detail: `An order can be cancelled while it is ${cancellableByClientText}; this one is ${order.status}.`,
      current_status: order.status,
    })
  }
  return applyAction(tx, by, order, { action: 'cancel', reason }, null)
}

export async function actOnOrder(
  tx: Transaction,
  by: Author,
  orderId: string,
  change: StaffOrderChange,
  settings: RemitoSettings,
): Promise<StaffOrderDetailRow> {
  const { action } = change
  const order = await tx.maybeOne(lockOrder(orderId, null))
  if (!order) throw problem('orders/not-found')
  requireReason(change)
  const { client_id, client_name } = order
  if (action === 'cancel' && order.status === 'cancelled') {
    return { ...(await tx.one(orderDetail(client_id, orderId))), client_id, client_name }
  }
  const allowed = actionsIn(order.status, 'staff')
  if (!allowed.includes(action)) throw invalidTransition(order.status, action, allowed)
  return { ...(await applyAction(tx, by, order, change, settings)), client_id, client_name }
}

function requireReason({ action, reason = null, override_hold = false }: StaffOrderChange) {
  if (override_hold && action !== 'dispatch') refuseMember('/override_hold', fault('only_for_dispatch'))
  if (reason !== null) return
  if (orderTransitions[action].needsReason) refuseMember('/reason', fault('reason_required', { action }))
  if (override_hold) refuseMember('/reason', fault('reason_required_to_override'))
}

function invalidTransition(status: OrderStatus, action: OrderAction, allowed: readonly OrderAction[]) {
  return problem('orders/invalid-transition', {
    detail: `An order that is ${status} does not allow ${action}. It allows ${allowed.join(', ') || 'no further action'}.`,
    current_status: status,
    allowed_actions: allowed,
  })
}

async function applyAction(
  tx: Transaction,
  by: Author,
  order: LockedOrder,
  { action, reason = null, override_hold = false }: StaffOrderChange,
  settings: RemitoSettings | null,
): Promise<OrderDetailRow> {
  const { id, client_id: clientId, status: before } = order
  const { to, event, needsReason } = orderTransitions[action]
  if (action === 'approve' && settings) await ship(tx, by, order, settings)
  const overridden = action === 'dispatch' ? await requireReleased(tx, id, override_hold) : []
  if (action === 'reject' || (action === 'cancel' && !hasEgreso(before))) await unreserve(tx, id)
  if (action === 'cancel' && hasEgreso(before)) await voidOrderEgreso(tx, by, clientId, id, reason)
  tx.pipeline(changeOrderStatus(order, by, { to, reason, setsStatusReason: needsReason === true }))
  const detail = await tx.one(orderDetail(clientId, id))
  publishOrder(tx, clientId, detail, event, before)
  recordAudit(tx, by, {
    clientId,
    action: `orders.${action}`,
    subjectId: id,
    before: { status: before },
    after: { status: to, reason, ...overriddenHolds(overridden) },
  })
  return detail
}

/** From approval until cancellation, the goods of an order are out of stock. */
const hasEgreso = (status: OrderStatus) => Object.hasOwn(goodsStatuses, status)

/** For the audit log: which lots were on hold, and why. */
function overriddenHolds(goods: readonly HeldGoods[]) {
  if (goods.length === 0) return {}
  const holds = goods.map(({ lot_id, lot_number, quantity, reason }) => ({
    lot_id,
    lot_number,
    quantity,
    reason,
  }))
  return { overridden_holds: holds }
}

/** Replaces the reservation by an egreso: the goods are picked and leave the stock. */
async function ship(tx: Transaction, by: Author, order: LockedOrder, settings: RemitoSettings) {
  const lines = await tx.rows(orderLines(order.id))
  const locked = await lockProducts(
    tx,
    lines.map((line) => line.product_id),
  )
  releaseOrder(tx, order.id)
  const shortages = await issueOrderEgreso(tx, by, order, lines, locked, settings)
  if (shortages.length > 0) {
    throw problem('orders/insufficient-stock', {
      status: 409,
      detail: 'The stock that this order reserved is no longer available. The order stays pending.',
      shortages,
    })
  }
}

async function unreserve(tx: Transaction, orderId: string) {
  const lines = await tx.rows(orderLines(orderId))
  await lockProducts(
    tx,
    lines.map((line) => line.product_id),
  )
  releaseOrder(tx, orderId)
}

/** Locks an order until the commit and returns its status; null: the client has no such order. */
export async function lockOrderStatus(
  tx: Transaction,
  clientId: string,
  orderId: string,
): Promise<OrderStatus | null> {
  const order = await tx.maybeOne(lockOrder(orderId, clientId))
  return order?.status ?? null
}

// Goods of a lot on hold do not leave the warehouse, unless the staff overrides the hold with a reason. A hold and a dispatch
// both lock the product, so that the second sees what the first did.

/** Returns the goods whose hold is overridden: none, if no lot of the order is on hold. */
async function requireReleased(
  tx: Transaction,
  orderId: string,
  isOverridden: boolean,
): Promise<HeldGoods[]> {
  const goods = await takenForOrder(tx, orderId)
  await lockProducts(
    tx,
    goods.map(({ product_id }) => product_id),
  )
  const held = await heldAmong(tx, goods)
  if (held.length > 0 && !isOverridden) throw lotOnHold(held)
  return held
}

function lotOnHold(lots: HeldGoods[]) {
  const reasons = lots.map(({ lot_number, reason }) => `${lot_number} (${reason})`).join(', ')
  return problem('orders/lot-on-hold', {
    detail: `The order contains goods of lots on hold: ${reasons}. It stays where it is.`,
    lots,
  })
}
