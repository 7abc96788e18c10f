// A pending order is changed: what it orders, to whom it goes, what is noted. What it has reserved counts as available to it,
// so the goods are reserved anew, or nothing is changed. The order is locked.
import {
  type NewOrder,
  type OrderChange,
  type StaffOrderUpdate,
  type UpdatedOrderField,
  type UpdatedOrderLine,
  updatedFields,
} from '@anden/contract'
import { recordAudit } from '../audit/record.ts'
import { inOrder, type Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { deliveryDefaults } from '../destinatarios/change.ts'
import { publish } from '../events/publish.ts'
import { problem, throwProblem, unreachable } from '../problem.ts'
import { lockProducts } from '../stock/lock.ts'
import { shortagesIn, sumsFor, withoutReserved } from '../stock/reserve.ts'
import { withReasons } from '../stock/shortage-reasons.ts'
import {
  auditedState,
  checkItems,
  deliveryOf,
  newLine,
  noDelivery,
  productIdsOf,
  requestsOf,
  unknownDestinatario,
  withProductIds,
} from './create.ts'
import {
  type LockedOrder,
  type NewLine,
  type OrderDetailRow,
  orderDetail,
  recipientNames,
  replaceLines,
  type UpdatedOrder,
  updateOrder,
} from './queries.ts'

export type GivenUpdate = Omit<OrderChange, 'action' | 'if_revision' | 'reason'>
type Cause = Pick<StaffOrderUpdate, 'by_warehouse' | 'reason'>
type Line = OrderDetailRow['distribution_order_items'][number]

/** An update that leaves everything as it is writes nothing. */
export async function changeOrder(
  tx: Transaction,
  by: Author,
  { id, client_id: clientId }: Pick<LockedOrder, 'id' | 'client_id'>,
  given: GivenUpdate,
  cause: Cause,
  today: string,
): Promise<OrderDetailRow> {
  const before = await tx.one(orderDetail(clientId, id))
  const after = { ...(await fieldsAfter(tx, clientId, before, given)), id, revision: before.revision + 1 }
  const lines = given.items ? await linesAfter(tx, clientId, before, given.items, today) : null
  const fields = await changedFields(tx, clientId, before, after)
  const changedLines = lines ? changesOfLines(before.distribution_order_items, lines) : []
  if (fields.length === 0 && changedLines.length === 0) return before

  tx.pipeline(updateOrder(clientId, after, { ...cause, by: by.actor, fields, lines: changedLines }))
  if (lines) tx.pipeline(replaceLines(clientId, id, lines))
  const changed = await tx.one(orderDetail(clientId, id))
  const latest = changed.changes.at(-1) ?? unreachable('the update of an order is not among its changes')
  publish(tx, [
    {
      clientId,
      type: 'order.updated',
      object: { ...changed, previous_status: 'pending', changes: [shownToClient(latest)] },
    },
  ])
  recordAudit(tx, by, {
    clientId,
    action: 'orders.update',
    subjectId: id,
    before: auditedState(before),
    after: { ...auditedState(changed), reason: cause.reason },
  })
  return changed
}

/** A client does not see who at the warehouse made an update. */
export function shownToClient({ by: _, ...update }: StaffOrderUpdate) {
  return { ...update, by_name: update.by_warehouse ? null : update.by_name }
}

/** With another recipient or way of delivery, the delivery is that of a new order, except for what is given. */
async function fieldsAfter(
  tx: Transaction,
  clientId: string,
  before: OrderDetailRow,
  given: GivenUpdate,
): Promise<Omit<UpdatedOrder, 'id' | 'revision'>> {
  const {
    reference = before.reference,
    notes = before.notes,
    destinatario_id = before.destinatario_id,
    delivery_type = before.delivery_type,
  } = given
  const isElsewhere = destinatario_id !== before.destinatario_id
  const isOtherWay = delivery_type !== before.delivery_type
  const isLookedUp = isElsewhere || (isOtherWay && delivery_type === 'envio')
  const found = isLookedUp ? await deliveryDefaults(tx, clientId, destinatario_id) : noDelivery
  if (!found) throw unknownDestinatario()
  const ofNewOrder = delivery_type === 'retiro' ? noDelivery : found
  const delivery = deliveryOf(given, isElsewhere || isOtherWay ? ofNewOrder : before)
  return { reference, notes, destinatario_id, delivery_type, ...delivery }
}

/** The products of both, of the lines that were and those that will be, stay locked until the commit. */
async function linesAfter(
  tx: Transaction,
  clientId: string,
  { id, distribution_order_items: own }: OrderDetailRow,
  items: NewOrder['items'],
  today: string,
): Promise<NamedLine[]> {
  const given = await withProductIds(tx, clientId, { items })
  const requests = requestsOf(given)
  const [products, sums] = await inOrder([
    lockProducts(tx, [...productIdsOf(given), ...own.map((line) => line.product_id)]),
    sumsFor(tx, clientId, requests, today, id),
  ])
  checkItems(given, products, clientId)
  const lines = keptOrNew(own, given.items.map(newLine)).map((line) => {
    const { name, sku } = products.get(line.product_id) ?? throwProblem('orders/unknown-product')
    return { ...line, products: { name, sku } }
  })
  // Goods that stay as they are have been promised. Should they be gone meanwhile, approval reports it.
  if (goodsOf(lines) === goodsOf(own)) return lines
  const short = shortagesIn(sums, withoutReserved(products, own), requests)
  if (short.length > 0) {
    throw problem('orders/insufficient-stock', { shortages: await withReasons(tx, short, products, today) })
  }
  return lines
}

type NamedLine = NewLine & Pick<Line, 'products'>

const goodsKey = ({ product_id, vintage_year }: NewLine) => `${product_id} ${vintage_year}`
const goodsOf = (lines: readonly NewLine[]) =>
  lines
    .map((line) => `${goodsKey(line)} ${line.quantity}`)
    .sort()
    .join()

/**
 * A line with the product and vintage of an earlier one is that line, and keeps its id. Where several have the same, those that are
 * the same in everything first.
 */
function keptOrNew(own: readonly Line[], lines: readonly NewLine[]): NewLine[] {
  const left = new Set<Line>(own)
  const kept = new Map<NewLine, string>()
  const keep = (isKept: (line: NewLine, one: Line) => boolean) => {
    for (const line of lines) {
      if (kept.has(line)) continue
      const same = [...left].find((one) => goodsKey(one) === goodsKey(line) && isKept(line, one))
      if (!same) continue
      left.delete(same)
      kept.set(line, same.id)
    }
  }
  keep((line, one) => line.quantity === one.quantity && line.notes === one.notes)
  keep(() => true)
  return lines.map((line) => ({ ...line, id: kept.get(line) ?? line.id }))
}

/** Lines in another order alone are no change. */
function changesOfLines(own: readonly Line[], lines: readonly NamedLine[]): UpdatedOrderLine[] {
  const before = new Map(own.map((line) => [line.id, line]))
  const after = new Map(lines.map((line) => [line.id, line]))
  const added = lines.filter(({ id }) => !before.has(id))
  return [...own, ...added].flatMap(({ id, product_id, vintage_year, products }): UpdatedOrderLine[] => {
    const [was, is] = [stateOf(before.get(id)), stateOf(after.get(id))]
    const isSame = was?.quantity === is?.quantity && was?.notes === is?.notes
    return isSame ? [] : [{ id, product_id, vintage_year, products, before: was, after: is }]
  })
}

const stateOf = (line: NewLine | undefined) => (line ? { quantity: line.quantity, notes: line.notes } : null)

async function changedFields(
  tx: Transaction,
  clientId: string,
  before: OrderDetailRow,
  after: UpdatedOrder,
): Promise<UpdatedOrderField[]> {
  const changed = updatedFields.filter((field) => before[field] !== after[field])
  const recipients = [before.destinatario_id, after.destinatario_id]
  const rows = changed.includes('destinatario_id') ? await tx.rows(recipientNames(clientId, recipients)) : []
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return changed.map((field) => {
    const nameOf = (id: string) => (field === 'destinatario_id' ? (names.get(id) ?? null) : null)
    return {
      field,
      before: before[field],
      after: after[field],
      before_name: nameOf(before.destinatario_id),
      after_name: nameOf(after.destinatario_id),
    }
  })
}
