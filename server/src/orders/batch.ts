// Several orders of one client in one request: each is accepted or refused by the rules of one order, as if they were placed one after
// the other. They are read, locked and written together.
import type { CreatedOrder, NewOrder, OrderMode } from '@anden/contract'
import type { Transaction } from '../db/transaction.ts'
import { deliveryDefaultsOf } from '../destinatarios/find.ts'
import type { Outcome } from '../http/writes/batch-handler.ts'
import { ProblemError, problem } from '../problem.ts'
import type { Shortfall } from '../stock/availability.ts'
import { type Locked, lockProducts } from '../stock/lock.ts'
import { sumsFor } from '../stock/reserve.ts'
import { runningStock } from '../stock/running.ts'
import { withReasons } from '../stock/shortage-reasons.ts'
import {
  checkItems,
  namedById,
  type OrderAuthor,
  type OrderOfProducts,
  productIdsBySku,
  productIdsOf,
  requestsOf,
  unknownDestinatario,
} from './create.ts'
import { placeSeveral } from './place-several.ts'
import { duplicateWithinDays, type OrderDetailRow } from './queries.ts'
import { ordersWithReferences } from './several-queries.ts'

type PlacedOrder = OrderDetailRow & Pick<CreatedOrder, 'duplicate_of'>
type Judged = { order: OrderOfProducts } | { problem: ProblemError }

/** `isRefused`: none is placed, whatever becomes of these. With the mode `all` neither if one of them is refused. */
export async function placeBatch(
  tx: Transaction,
  by: OrderAuthor,
  clientId: string,
  given: readonly NewOrder[],
  { mode, isRefused, today }: { mode: OrderMode; isRefused: boolean; today: string },
): Promise<Outcome<PlacedOrder | null>[]> {
  await tx.allowSlowStatements(statementLimitMs)
  const { judged, products } = await judgeBatch(tx, clientId, given, today)
  const isNone = isRefused || (mode === 'all' && judged.some((one) => 'problem' in one))
  const accepted = isNone ? [] : judged.flatMap((one) => ('order' in one ? one.order : []))
  const duplicateOf = await duplicates(tx, clientId, accepted)
  const placed = await placeSeveral(tx, by, clientId, accepted, products)
  return judged.map((one) => {
    if ('problem' in one) return one
    const order = isNone ? undefined : placed.shift()
    return { value: order ? { ...order, duplicate_of: duplicateOf(order) } : null }
  })
}

const statementLimitMs = 30_000

async function judgeBatch(tx: Transaction, clientId: string, given: readonly NewOrder[], today: string) {
  const idOf = await productIdsBySku(tx, clientId, given)
  const named = given.map((order) => judgedBy(() => namedById(order, idOf)))
  const orders = named.flatMap((one) => ('order' in one ? one.order : []))
  const destinatarios = await deliveryDefaultsOf(
    tx,
    clientId,
    orders.map(({ destinatario_id }) => destinatario_id),
  )
  const products = await lockProducts(tx, orders.flatMap(productIdsOf))
  const sums = await sumsFor(tx, clientId, orders.flatMap(requestsOf), today)
  const stock = runningStock(sums, products)
  const shortfalls: (Shortfall[] | null)[] = []
  const checked = named.map((one): Judged => {
    const judged =
      'problem' in one
        ? one
        : judgedBy(() => {
            if (!destinatarios.has(one.order.destinatario_id)) throw unknownDestinatario()
            checkItems(one.order, products, clientId)
            return one.order
          })
    const short = 'order' in judged ? stock.shortagesOf(requestsOf(judged.order)) : []
    if ('order' in judged && short.length === 0) stock.take(requestsOf(judged.order))
    shortfalls.push(short.length > 0 ? short : null)
    return judged
  })
  return { judged: await withShortages(tx, checked, shortfalls, products, today), products }
}

/** The rules of one order throw what is wrong with it. */
function judgedBy(rule: () => OrderOfProducts): Judged {
  try {
    return { order: rule() }
  } catch (error) {
    if (error instanceof ProblemError) return { problem: error }
    throw error
  }
}

async function withShortages(
  tx: Transaction,
  judged: readonly Judged[],
  shortfalls: readonly (Shortfall[] | null)[],
  products: Locked,
  today: string,
): Promise<Judged[]> {
  const all = await withReasons(
    tx,
    shortfalls.flatMap((short) => short ?? []),
    products,
    today,
  )
  return judged.map((one, index) => {
    const short = shortfalls[index]
    if (!short) return one
    return { problem: problem('orders/insufficient-stock', { shortages: all.splice(0, short.length) }) }
  })
}

/** As if the orders had been placed one after the other: an order of the batch is a duplicate of one above it. */
async function duplicates(tx: Transaction, clientId: string, orders: readonly OrderOfProducts[]) {
  const references = [...new Set(orders.flatMap(({ reference }) => reference?.toLowerCase() ?? []))]
  const before =
    references.length > 0
      ? await tx.rows(
          ordersWithReferences(clientId, references, { withinDays: duplicateWithinDays, others: false }),
        )
      : []
  const newest = new Map(before.map(({ sought, ...order }) => [sought, order]))
  return ({ id, order_number, created_at, reference }: OrderDetailRow) => {
    if (reference === null) return null
    const duplicate = newest.get(reference.toLowerCase()) ?? null
    newest.set(reference.toLowerCase(), { id, order_number, created_at })
    return duplicate
  }
}
