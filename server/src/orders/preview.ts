import type { NewOrder, OrderPicks, OrderPreview } from '@anden/contract'
import type { Queryable } from '../db/queryable.ts'
import { isDestinatario } from '../destinatarios/change.ts'
import { throwProblem } from '../problem.ts'
import { takenForOrder } from '../remitos/issue.ts'
import { thousandths } from '../stock/availability.ts'
import { readProducts } from '../stock/lock.ts'
import type { PickedLot, PickRequest } from '../stock/pick.ts'
import { describePicks, planPicks } from '../stock/plan-picks.ts'
import { shortagesIn, sumsFor } from '../stock/reserve.ts'
import { withReasons } from '../stock/shortage-reasons.ts'
import { checkItems, productIdsOf, requestsOf, unknownDestinatario, withProductIds } from './create.ts'
import { orderLines, orderToShow } from './queries.ts'

/** What creation would check and approval would pick, on one snapshot. */
export async function previewOrder(
  at: Queryable,
  clientId: string,
  given: NewOrder,
  today: string,
): Promise<OrderPreview> {
  if (!(await isDestinatario(at, clientId, given.destinatario_id))) throw unknownDestinatario()
  const order = await withProductIds(at, clientId, given)
  const products = await readProducts(at, productIdsOf(order))
  checkItems(order, products, clientId)
  const requests = requestsOf(order)
  const shortfalls = shortagesIn(await sumsFor(at, clientId, requests, today), products, requests)
  const shortages = await withReasons(at, shortfalls, products, today)
  const { picks } = await planPicks(at, products, requests, today)
  return { items: await describePicks(at, requests, picks), shortages }
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
