// What is done with an order after its creation. The order's row is locked first, so that of two concurrent actions
// the second sees the effect of the first.
import {
  actionsIn,
  cancellableByClientText,
  goodsStatuses,
  type HeldGoods,
  type OrderAction,
  type OrderChange,
  type OrderMove,
  type OrderStatus,
  orderTransitions,
  type StaffOrderChange,
  type StaffOrderUpdate,
  updateMembers,
} from '@anden/contract'
import { fault } from '@anden/contract/values'
import { recordAudit } from '../audit/record.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { problem, refuseBody, refuseMember, unreachable } from '../problem.ts'
import { issueOrderEgreso, type RemitoSettings } from '../remitos/issue.ts'
import { enqueueRemitos } from '../remitos/mail.ts'
import { voidOrderEgreso } from '../remitos/void.ts'
import { lockProducts } from '../stock/lock.ts'
import { releaseOrder } from '../stock/reserve.ts'
import { publishOrder } from './create.ts'
import { requireReleased } from './dispatch.ts'
import { lockForAction, type OpenStopOfOrder, refuseOnDraft, settleStop } from './on-trip.ts'
import {
  changeOrderStatus,
  type LockedOrder,
  lockOrder,
  type OrderDetailRow,
  orderDetail,
  orderLines,
  type StaffOrderDetailRow,
  setPacked,
  updatesSince,
} from './queries.ts'
import { changeOrder, type GivenUpdate, shownToClient } from './update.ts'

/** A client changes its order, or cancels it. */
export async function actAsClient(
  tx: Transaction,
  by: Author,
  clientId: string,
  orderId: string,
  change: OrderChange,
  today: string,
): Promise<OrderDetailRow> {
  const { action, if_revision, reason = null } = change
  const { order, stop } = await lockForAction(tx, action, orderId, clientId)
  if (!order) throw problem('orders/not-found')
  checkMembersOfClient(change)
  if (action === 'update') {
    if (!actionsIn(order.status, 'client').includes(action)) throw notChangeable(order)
    await requireRevision(tx, order, if_revision, shownToClient)
    return changeOrder(tx, by, order, updateOf(change), { by_warehouse: false, reason: null }, today)
  }
  if (order.status === 'cancelled') return tx.one(orderDetail(clientId, orderId))
  if (!actionsIn(order.status, 'client').includes('cancel')) {
    throw problem('orders/not-cancellable', {
      detail: `An order can be cancelled while it is ${cancellableByClientText}; this one is ${order.status}.`,
      current_status: order.status,
    })
  }
  await requireRevision(tx, order, if_revision, shownToClient)
  return applyAction(tx, by, { order, stop }, { action, reason }, null)
}

function checkMembersOfClient(change: OrderChange) {
  const { action, if_revision, reason } = change
  if (action === 'cancel') return refuseUpdate(change)
  if (if_revision === undefined) refuseMember('/if_revision', fault('required_for_action', { action }))
  if (reason !== undefined) refuseMember('/reason', fault('not_for_action', { action }))
}

/** Members of an update would be ignored silently by another action. */
function refuseUpdate({ action, ...given }: GivenUpdate & { action: OrderAction }) {
  refuseBody(
    updateMembers
      .filter((member) => given[member] !== undefined)
      .map((member) => ({ pointer: `/${member}`, ...fault('not_for_action', { action }) })),
  )
}

/** Only what was sent: a member that is left out stays as it is. */
const updateOf = (change: GivenUpdate): GivenUpdate =>
  Object.fromEntries(updateMembers.flatMap((member) => (member in change ? [[member, change[member]]] : [])))

const notChangeable = ({ status }: LockedOrder) =>
  problem('orders/not-changeable', {
    detail: `An order can be changed while it is pending; this one is ${status}.`,
    current_status: status,
  })

/** Nobody acts on what he has not seen. Without a revision, on whatever it is now. */
async function requireRevision(
  tx: Transaction,
  { id, client_id, revision, status }: LockedOrder,
  expected: number | undefined,
  shown: typeof shownToClient | typeof shownToStaff,
): Promise<void> {
  if (expected === undefined || expected === revision) return
  const updates = await tx.rows(updatesSince(client_id, id, expected))
  throw problem('orders/changed-meanwhile', {
    detail: `The order has the revision ${revision}, not ${expected}: it has changed meanwhile, and is ${status}.`,
    revision,
    current_status: status,
    changes: updates.map(({ update }) => shown(update)),
  })
}

const shownToStaff = ({ by: _, ...update }: StaffOrderUpdate) => update

/** `settings`: for the egreso of an approval, and the day of an update; null: whoever acts does neither. */
export async function actOnOrder(
  tx: Transaction,
  by: Author,
  orderId: string,
  change: StaffOrderChange,
  settings: RemitoSettings | null,
): Promise<StaffOrderDetailRow> {
  const { action } = change
  const { order, stop } = await lockForAction(tx, action, orderId, null)
  if (!order) throw problem('orders/not-found')
  checkMembers(change)
  const { client_id, client_name } = order
  if (action === 'cancel' && order.status === 'cancelled') {
    return { ...(await tx.one(orderDetail(client_id, orderId))), client_id, client_name }
  }
  const allowed = actionsIn(order.status, 'staff')
  if (!allowed.includes(action)) {
    throw action === 'update' ? notChangeable(order) : invalidTransition(order.status, action, allowed)
  }
  await requireRevision(tx, order, change.if_revision, shownToStaff)
  if (action === 'dispatch') refuseOnDraft(order, stop)
  const detail = await carryOut(tx, by, { order, stop }, { ...change, action }, settings)
  return { ...detail, client_id, client_name }
}

function carryOut(
  tx: Transaction,
  by: Author,
  locked: LockedForAction,
  { action, ...change }: StaffOrderChange,
  settings: RemitoSettings | null,
): Promise<OrderDetailRow> {
  const { order } = locked
  if (action === 'pack') return packOrder(tx, by, order, { action, ...change })
  if (action !== 'update') return applyAction(tx, by, locked, { action, ...change }, settings)
  const { today } = settings ?? unreachable('an update without the day')
  const cause = { by_warehouse: true, reason: change.reason ?? null }
  return changeOrder(tx, by, order, updateOf(change), cause, today)
}

/** Each member is for some actions alone. */
function checkMembers(change: StaffOrderChange) {
  const { action, reason = null, override_hold = false, packages, checked } = change
  if (action !== 'update') refuseUpdate(change)
  if (override_hold && action !== 'dispatch') refuseMember('/override_hold', fault('only_for_dispatch'))
  if (action === 'pack' && packages === undefined) refuseMember('/packages', fault('packages_required'))
  if (action !== 'pack' && packages !== undefined) refuseMember('/packages', fault('only_for_pack'))
  if (action !== 'pack' && checked !== undefined) refuseMember('/checked', fault('only_for_pack'))
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

/** The status stays, and so the order has no event and no step of its timeline by this. */
async function packOrder(
  tx: Transaction,
  by: Author,
  order: LockedOrder,
  { packages = 1, checked = false, reason = null }: StaffOrderChange,
): Promise<OrderDetailRow> {
  const { id, client_id: clientId } = order
  tx.pipeline(setPacked(order, packages, checked))
  recordAudit(tx, by, {
    clientId,
    action: 'orders.pack',
    subjectId: id,
    before: { packages: order.packages, checked: order.checked },
    after: { packages, checked, reason },
  })
  return tx.one(orderDetail(clientId, id))
}

type LockedForAction = { order: LockedOrder; stop: OpenStopOfOrder | undefined }
type Move = Pick<StaffOrderChange, 'reason' | 'override_hold'> & { action: OrderMove }

async function applyAction(
  tx: Transaction,
  by: Author,
  { order, stop }: LockedForAction,
  { action, reason = null, override_hold = false }: Move,
  settings: RemitoSettings | null,
): Promise<OrderDetailRow> {
  const { id, client_id: clientId, status: before } = order
  const { to, event, needsReason } = orderTransitions[action]
  if (action === 'approve')
    await ship(tx, by, order, settings ?? unreachable('an approval without an egreso'))
  const overridden = action === 'dispatch' ? await requireReleased(tx, id, override_hold) : []
  if (action === 'reject' || (action === 'cancel' && !hasEgreso(before))) await unreserve(tx, id)
  if (action === 'cancel' && hasEgreso(before)) await voidOrderEgreso(tx, by, clientId, id, reason)
  settleStop(tx, action, id, stop, reason)
  tx.pipeline(changeOrderStatus(order, by, { to, reason, setsStatusReason: needsReason === true }))
  if (to === 'in_transit') tx.pipeline(enqueueRemitos([id]))
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

/** For rules of other rooms that depend on its status. */
export const lockOneOrder = (tx: Transaction, orderId: string): Promise<LockedOrder | undefined> =>
  tx.maybeOne(lockOrder(orderId, null))
