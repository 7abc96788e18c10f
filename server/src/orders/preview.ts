import type { OrderPicks, OrderPreview, OrderToPreview } from '@anden/contract'
import type { Queryable } from '../db/queryable.ts'
import { isDestinatario } from '../destinatarios/change.ts'
import { problem, throwProblem } from '../problem.ts'
import { takenForOrder } from '../remitos/issue.ts'
import { thousandths } from '../stock/availability.ts'
import { readProducts } from '../stock/lock.ts'
import type { PickedLot, PickRequest } from '../stock/pick.ts'
import { describePicks, planPicks } from '../stock/plan-picks.ts'
import { shortagesIn, sumsFor, withoutReserved } from '../stock/reserve.ts'
import { withReasons } from '../stock/shortage-reasons.ts'
import { checkItems, productIdsOf, requestsOf, unknownDestinatario, withProductIds } from './create.ts'
import { orderLines, orderToShow } from './queries.ts'

/** What creation would check and approval would pick, on one snapshot. */
export async function previewOrder(
  at: Queryable,
  clientId: string,
  { order_id, ...given }: OrderToPreview,
  today: string,
): Promise<OrderPreview> {
  const changed = order_id ?? null
  const own = changed ? await reservedLines(at, clientId, changed) : []
  if (!(await isDestinatario(at, clientId, given.destinatario_id))) throw unknownDestinatario()
  const order = await withProductIds(at, clientId, given)
  const products = await readProducts(at, productIdsOf(order))
  checkItems(order, products, clientId)
  const requests = requestsOf(order)
  const sums = await sumsFor(at, clientId, requests, today, changed)
  const shortfalls = shortagesIn(sums, withoutReserved(products, own), requests)
  const shortages = await withReasons(at, shortfalls, products, today)
  const { picks } = await planPicks(at, products, requests, today, changed)
  return { items: await describePicks(at, requests, picks), shortages }
}

/** Of an order that is not pending, nothing. */
async function reservedLines(at: Queryable, clientId: string, orderId: string) {
  const { status, client_id } = (await at.maybeOne(orderToShow(orderId))) ?? throwProblem('orders/not-found')
  if (client_id !== clientId) throw problem('orders/not-found')
  return status === 'pending' ? at.rows(orderLines(orderId)) : []
}

/** For a pending order, what approval would take now. After approval, what it took. */
export async function picksOfOrder(at: Queryable, orderId: string, today: string): Promise<OrderPicks> {
  const { status } = (await at.maybeOne(orderToShow(orderId))) ?? throwProblem('orders/not-found')
  const lines = await at.rows(orderLines(orderId))
  if (status === 'pending') {
    const products = await readProducts(
      at,
      lines.map((line) => line.product_id),
    )
    const { picks, shortages } = await planPicks(at, products, lines, today, orderId)
    return { status, taken: false, items: await describePicks(at, lines, picks), shortages }
  }
  const taken = byLine(lines, await takenForOrder(at, orderId))
  return { status, taken: taken.length > 0, items: await describePicks(at, lines, taken), shortages: [] }
}

type TakenLot = Omit<PickedLot, 'request'>

/** The egreso lists its lots in the order of the lines, and each line got all that it asked for. */
function byLine(lines: readonly PickRequest[], taken: readonly TakenLot[]): PickedLot[] {
  const left = lines.map((line) => thousandths(line.quantity))
  return taken.map((lot) => {
    const request = left.findIndex(
      (quantity, index) => quantity > 0 && lines[index]?.product_id === lot.product_id,
    )
    left[request] = (left[request] ?? 0) - thousandths(lot.quantity)
    return { ...lot, request }
  })
}
