// Acts on one or several orders. Each order has its own request and its own result, so that a failure does not affect
// the others. People press keys faster than the service responds, so requests for the same order are queued.
import type { OrderStatus } from '@anden/contract'
import { type OrderMove, orderTransitions } from '@anden/contract/values'
import { AndenError } from '@anden/sdk'
import type { HeldGoods, OrderUpdate, Shortage, StaffOrderDetail } from '@anden/sdk/backoffice'
import { backoffice } from '../../shared/backoffice.ts'

/** `revision`: that which is shown, so that nobody acts on what he has not seen. */
export type ActedOn = { id: string; order_number: string; revision: number }
export type Act<Order extends ActedOn = ActedOn> = {
  orders: readonly Order[]
  action: OrderMove
  reason?: string
  /** Dispatches the goods even though their lot is on hold. */
  overridesHold?: true
}

/** A shortage with the product's name, which the problem does not include. */
export type NamedShortage = Shortage & { name: string }

export type Outcome = { id: string; number: string } & (
  | { kind: 'done'; status: OrderStatus; revision: number }
  /** Someone else acted first: the present status, and who set it. */
  | { kind: 'moved-on'; status: string; by: string | null; error: unknown }
  /** Its client or a colleague has changed what it says. */
  | { kind: 'changed'; changes: readonly OrderUpdate[]; error: unknown }
  | { kind: 'short'; shortages: NamedShortage[]; error: unknown }
  | { kind: 'held'; lots: HeldGoods[]; revision: number; error: unknown }
  | { kind: 'failed'; error: unknown }
)

const atOnce = 4
const maxWaits = 3
let running = 0
const waiting: (() => void)[] = []
/**
 * The last request for each order, with the revision that the order got by it. If it resolves to null, it has failed, and later
 * requests are not sent.
 */
const lastOf = new Map<string, Promise<number | null>>()

export const actOnOrders = ({ orders, ...asked }: Act): Promise<Outcome[]> =>
  Promise.all(orders.map((order) => inTurn(order, (seen) => actOn(seen, asked)))).then((outcomes) =>
    outcomes.filter((outcome) => outcome !== null),
  )

async function inTurn(order: ActedOn, send: (seen: ActedOn) => Promise<Outcome>): Promise<Outcome | null> {
  const { id } = order
  const before = lastOf.get(id)
  const sent = (async () => {
    const revision = await before
    if (revision === null) return null
    // What one's own action before this has made of the order counts as seen.
    return await amongFew(() => send({ ...order, revision: Math.max(order.revision, revision ?? 0) }))
  })()
  const last = sent.then((outcome) => (outcome?.kind === 'done' ? outcome.revision : null))
  lastOf.set(id, last)
  await last
  if (lastOf.get(id) === last) lastOf.delete(id)
  return await sent
}

async function amongFew<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}

async function actOn(
  { id, order_number: number, revision }: ActedOn,
  { action, reason, overridesHold }: Omit<Act, 'orders'>,
): Promise<Outcome> {
  const change = {
    action,
    if_revision: revision,
    ...(reason ? { reason } : {}),
    ...(overridesHold ? { override_hold: true } : {}),
  }
  try {
    const after = await withinLimits(() => backoffice.orders.update(id, change))
    return { id, number, kind: 'done', status: orderTransitions[action].to, revision: after.revision }
  } catch (error) {
    if (!(error instanceof AndenError)) return { id, number, kind: 'failed', error }
    if (error.code === 'orders/invalid-transition') {
      return await movedOn({ id, order_number: number }, error.problem.current_status, error)
    }
    if (error.code === 'orders/changed-meanwhile') {
      return { id, number, kind: 'changed', changes: error.problem.changes, error }
    }
    if (error.code === 'orders/insufficient-stock') {
      const { shortages } = error.problem
      return { id, number, kind: 'short', shortages: withNames(shortages, await read(id)), error }
    }
    if (error.code === 'orders/lot-on-hold') {
      return { id, number, kind: 'held', lots: error.problem.lots, revision, error }
    }
    return { id, number, kind: 'failed', error }
  }
}

/** The outcome for an order that someone else has moved. `status` is used if the order cannot be read. */
export async function movedOn(
  acted: Omit<ActedOn, 'revision'>,
  status: string,
  error?: unknown,
): Promise<Outcome> {
  const order = await read(acted.id)
  return {
    id: acted.id,
    number: acted.order_number,
    kind: 'moved-on',
    status: order?.status ?? status,
    by: order?.timeline.at(-1)?.by_name ?? null,
    error,
  }
}

/** Waits if the rate limit is exceeded, so that no key press is lost. */
async function withinLimits<Result>(send: () => PromiseLike<Result>): Promise<Result> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await send()
    } catch (error) {
      const isTooMany = error instanceof AndenError && error.code === 'rate-limit/exceeded'
      if (!isTooMany || waits === maxWaits) throw error
      const ms = error.retryAfterMs ?? 1_000
      await new Promise((resolve) => setTimeout(resolve, ms))
    }
  }
}

/** Reads details that a problem does not include. If that fails, the outcome is less specific. */
const read = (id: string): Promise<StaffOrderDetail | null> =>
  Promise.resolve(backoffice.orders.get(id)).catch(() => null)

export function withNames(
  shortages: readonly Shortage[],
  order: StaffOrderDetail | null | undefined,
): NamedShortage[] {
  const products = new Map(
    order?.distribution_order_items.map(({ product_id, products }) => [product_id, products.name]),
  )
  return shortages.map((shortage) => ({ ...shortage, name: products.get(shortage.product_id) ?? '' }))
}
