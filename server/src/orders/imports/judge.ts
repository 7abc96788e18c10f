// Which orders of a sheet can be placed: what sheets have placed already, and what is left in stock if those above are placed first.
import { createHash } from 'node:crypto'
import type { SheetOrder, Shortage } from '@anden/contract'
import { fault } from '@anden/contract/values'
import canonicalize from 'canonicalize'
import type { Queryable } from '../../db/queryable.ts'
import type { Findings } from '../../imports/findings.ts'
import type { ByVintage, Shortfall } from '../../stock/availability.ts'
import type { Locked } from '../../stock/lock.ts'
import { sumsFor } from '../../stock/reserve.ts'
import { type RunningStock, runningStock } from '../../stock/running.ts'
import { withReasons } from '../../stock/shortage-reasons.ts'
import { type OrderOfProducts, requestsOf } from '../create.ts'
import { type ImportedOrder, importedOrders } from '../several-queries.ts'
import { keyOf } from './read-orders.ts'
import { completeOrder, type UnderstoodOrder } from './understand.ts'

/** How long a reference that a sheet has placed stands for that order. */
const placedWithinDays = 30

export type Judged = {
  understood: UnderstoodOrder
  outcome: SheetOrder['outcome']
  /** With `ready`. */
  order: OrderOfProducts | null
  contentHash: Buffer | null
  existing: ImportedOrder | null
  shortages: Shortage[]
}

export async function judgeOrders(
  at: Queryable,
  clientId: string,
  { orders, products }: { orders: readonly UnderstoodOrder[]; products: Locked },
  findings: Findings,
  today: string,
): Promise<{ judged: Judged[]; stock: RunningStock }> {
  const complete = orders.map(completeOrder)
  const sums = await sumsFor(at, clientId, orders.flatMap(goodsNamed), today)
  const placed = await at.rows(
    importedOrders(
      clientId,
      orders.map(({ reference }) => keyOf(reference)),
      placedWithinDays,
    ),
  )
  const placedOf = new Map(placed.map((row) => [row.reference, row]))
  const stock = runningStock(sums, products)
  const shortfalls = new Map<Judged, Shortfall[]>()
  const judged = orders.map((understood, index) => {
    const order = complete[index] ?? null
    const contentHash = order && hashOf(order)
    const existing = placedOf.get(keyOf(understood.reference)) ?? null
    const one: Judged = { understood, outcome: 'faulty', order, contentHash, existing, shortages: [] }
    if (existing && contentHash?.equals(existing.content_hash)) return { ...one, outcome: 'exists' as const }
    if (existing) refuseReference(understood, existing, findings)
    if (!order || understood.lines.some(({ line }) => findings.isFaulty(line))) return one
    const short = stock.shortagesOf(requestsOf(order))
    if (short.length > 0) {
      one.outcome = 'short'
      shortfalls.set(one, short)
    } else {
      one.outcome = 'ready'
      stock.take(requestsOf(order))
    }
    return one
  })
  await explainShortages(at, shortfalls, products, today)
  return { judged, stock }
}

/** Also of an order that cannot be placed yet: the totals show what is available of each product that is named. */
const goodsNamed = ({ lines }: UnderstoodOrder): ByVintage[] =>
  lines.flatMap(({ product, quantity, vintage_year }) =>
    product ? [{ product_id: product.product_id, quantity: quantity ?? 0, vintage_year }] : [],
  )

function refuseReference(
  { reference, lines }: UnderstoodOrder,
  { order_number }: ImportedOrder,
  { report }: Findings,
) {
  report({
    line: lines[0]?.line ?? 1,
    column: 'reference',
    value: reference,
    candidates: [],
    ...fault('reference_taken', { order_number }),
  })
}

async function explainShortages(
  at: Queryable,
  shortfalls: ReadonlyMap<Judged, Shortfall[]>,
  products: Locked,
  today: string,
): Promise<void> {
  const all = await withReasons(at, [...shortfalls.values()].flat(), products, today)
  for (const [one, { length }] of shortfalls) one.shortages = all.splice(0, length)
}

/** Equal for the same order, in whatever way the sheet names its recipient and its products, and in whatever order its lines are. */
function hashOf({ items, ...order }: OrderOfProducts): Buffer {
  const sorted = items
    .map(({ product_id, quantity, vintage_year = null }) => ({ product_id, quantity, vintage_year }))
    .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  const { reference, ...content } = order
  return createHash('sha256')
    .update(canonicalize({ ...content, reference: keyOf(reference ?? ''), items: sorted }) ?? '')
    .digest()
}
