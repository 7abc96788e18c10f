// Goods of a delivered order that are expected back: from an acceptance with damaged or refused goods, or by hand. Whoever makes a
// return has locked the order, so that together no more comes back than the recipient got.
import {
  type FieldFault,
  fault,
  type NewReturn,
  type ReturnDetail,
  type ReturnReason,
  type StaffReturnDetail,
} from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../audit/record.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { publish } from '../events/publish.ts'
import { lockOneOrder } from '../orders/actions.ts'
import { problem, refuseBody, shownFaults, throwProblem, unreachable } from '../problem.ts'
import { fromThousandths, thousandths } from '../stock/availability.ts'
import { wholeUnitsFault } from '../stock/lock.ts'
import {
  type EgresoLine,
  egresoLines,
  insertReturn,
  type NewReturnLine,
  nextReturnNumber,
  returnDetail,
} from './queries.ts'

type ExpectedGoods = {
  remitoItemId: string
  quantity: number
  reason: ReturnReason
  note?: string | null
}
type ExpectedReturn = {
  clientId: string
  orderId: string
  remitoId: string
  items: readonly ExpectedGoods[]
}

/**
 * For an acceptance, which has locked the order and is written before, so that what it says is missing counts. Goods that a
 * return by hand expects already are not expected twice: null if nothing is left.
 */
export async function expectReturn(
  tx: Transaction,
  by: Author,
  { clientId, orderId, remitoId, items }: ExpectedReturn,
): Promise<ReturnDetail | null> {
  const lines = await tx.rows(egresoLines(orderId))
  const left = new Map(lines.map((line) => [line.remito_item_id, thousandths(line.returnable)]))
  const goods = items.flatMap(({ remitoItemId, quantity, reason, note = null }) => {
    const free = Math.max(0, left.get(remitoItemId) ?? 0)
    const taken = Math.min(free, thousandths(quantity))
    left.set(remitoItemId, free - taken)
    return taken === 0
      ? []
      : [{ remito_item_id: remitoItemId, quantity: fromThousandths(taken), reason, note }]
  })
  if (goods.length === 0) return null
  return writeReturn(tx, by, { clientId, orderId, remitoId, notes: null }, goods, lines)
}

/** By hand. */
export async function makeReturn(tx: Transaction, by: Author, given: NewReturn): Promise<StaffReturnDetail> {
  const order = (await lockOneOrder(tx, given.order_id)) ?? throwProblem('orders/not-found')
  const { client_id, client_name, status } = order
  if (status !== 'delivered') {
    throw problem('returns/order-not-delivered', {
      detail: `Only goods of a delivered order come back; this one is ${status}.`,
      current_status: status,
    })
  }
  const lines = await tx.rows(egresoLines(order.id))
  refuseBody(shownFaults(faultsOf(given.items, lines)))
  const remitoId = lines[0]?.remito_id ?? unreachable('a delivered order without an egreso')
  const head = { clientId: client_id, orderId: order.id, remitoId, notes: given.notes ?? null }
  return { ...(await writeReturn(tx, by, head, given.items, lines)), client_id, client_name }
}

function faultsOf(items: NewReturn['items'], lines: readonly EgresoLine[]): FieldFault[] {
  const left = new Map(lines.map((line) => [line.remito_item_id, thousandths(line.returnable)]))
  const firstWith = new Map<string, number>()
  return items.flatMap(({ remito_item_id, quantity, reason }, index): FieldFault[] => {
    const pointer = `/items/${index}`
    const line = lines.find((one) => one.remito_item_id === remito_item_id)
    if (!line) return [{ pointer: `${pointer}/remito_item_id`, ...fault('not_a_line_of_egreso') }]
    const first = firstWith.get(`${remito_item_id} ${reason}`)
    if (first !== undefined) return [{ pointer, ...fault('line_repeated', { first: `/items/${first}` }) }]
    firstWith.set(`${remito_item_id} ${reason}`, index)
    const fraction = wholeUnitsFault(line.unit_type, quantity)
    if (fraction) return [{ pointer: `${pointer}/quantity`, ...fraction }]
    const free = left.get(remito_item_id) ?? 0
    left.set(remito_item_id, free - thousandths(quantity))
    if (thousandths(quantity) <= free) return []
    const returnable = Math.max(0, fromThousandths(free))
    return [{ pointer: `${pointer}/quantity`, ...fault('more_than_returnable', { returnable }) }]
  })
}

type Head = { clientId: string; orderId: string; remitoId: string; notes: string | null }

async function writeReturn(
  tx: Transaction,
  by: Author,
  { clientId, orderId, remitoId, notes }: Head,
  goods: NewReturn['items'],
  lines: readonly EgresoLine[],
): Promise<ReturnDetail> {
  const lineById = new Map(lines.map((line) => [line.remito_item_id, line]))
  const rows = goods.map(({ remito_item_id, quantity, reason, note = null }): NewReturnLine => {
    const line = lineById.get(remito_item_id) ?? unreachable('a line that is not of the egreso')
    const { product_id, lot_id } = line
    return { id: uuidv7(), remito_item_id, product_id, lot_id, quantity, reason, note }
  })
  const { number } = await tx.one(nextReturnNumber(clientId))
  const id = uuidv7()
  tx.pipeline(insertReturn(clientId, { id, number, order_id: orderId, remito_id: remitoId, notes }, rows))
  const made = await tx.one(returnDetail(clientId, id))
  publish(tx, [{ clientId, type: 'return.expected', object: made }])
  recordAudit(tx, by, { clientId, action: 'returns.expect', subjectId: id, after: made })
  return made
}
