// A lot on hold stays in stock, but is neither pickable nor available. A hold, like every movement, locks the stock row of
// the product: the second sees what the first did. A dispatch locks it, too, so that an order with goods of the lot either
// leaves before the hold or is stopped by it. Events tell the client when a hold begins and ends.
import type { HeldGoods, Lot, LotChange } from '@anden/contract'
import { fault } from '@anden/contract/values'
import { recordAudit } from '../audit/record.ts'
import type { Queryable } from '../db/queryable.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { publish } from '../events/publish.ts'
import { refuseMember, throwProblem } from '../problem.ts'
import { fromThousandths, thousandths } from './availability.ts'
import { lotsOnHold, setHold } from './hold-queries.ts'
import { lockProducts } from './lock.ts'
import { lotsByIds } from './lot-queries.ts'
import { lotFields } from './move.ts'
import { type LotLine, lotLine } from './queries.ts'

export async function changeHold(
  tx: Transaction,
  by: Author,
  lotId: string,
  change: LotChange,
): Promise<LotLine> {
  const reason = reasonOf(change)
  const [lot] = await tx.rows(lotsByIds([lotId]))
  if (!lot) return throwProblem('lots/not-found')
  await lockProducts(tx, [lot.product_id])
  const before = await tx.one(lotLine(lotId))
  if (before.hold_reason === reason) return before
  const { changed_at } = await tx.one(setHold(lotId, reason))
  const after = await tx.one(lotLine(lotId))
  publishChange(tx, lot.client_id, before, after, changed_at)
  recordAudit(tx, by, {
    clientId: lot.client_id,
    action: change.hold ? 'lots.hold' : 'lots.release',
    subjectId: lotId,
    before: { hold: holdOf(before) },
    after: { hold: holdOf(after) },
  })
  return after
}

/** A new reason for the same hold is no event. */
function publishChange(tx: Transaction, clientId: string, before: LotLine, after: LotLine, at: string) {
  const lot = { ...lotFields(after), quantity: after.quantity }
  const was = holdOf(before)
  const is = holdOf(after)
  if (is && !was) {
    publish(tx, [{ clientId, type: 'lot.held', object: { ...lot, reason: is.reason, held_at: is.since } }])
  }
  if (was && !is) {
    publish(tx, [{ clientId, type: 'lot.released', object: { ...lot, reason: was.reason, released_at: at } }])
  }
}

type TakenGoods = { lot_id: string; quantity: number }

/** The goods among these that are in a lot on hold, by lot. A writer must have locked their products. */
export async function heldAmong(at: Queryable, goods: readonly TakenGoods[]): Promise<HeldGoods[]> {
  const lots = await at.rows(lotsOnHold([...new Set(goods.map(({ lot_id }) => lot_id))]))
  return lots.map(({ name, sku, ...lot }) => ({
    ...lot,
    products: { name, sku },
    quantity: fromThousandths(
      goods.reduce((sum, one) => sum + (one.lot_id === lot.lot_id ? thousandths(one.quantity) : 0), 0),
    ),
  }))
}

/** null: no hold. */
function reasonOf({ hold, reason }: LotChange): string | null {
  if (hold) return reason ?? refuseMember('/reason', fault('reason_required_for_hold'))
  if (reason !== undefined) refuseMember('/reason', fault('reason_only_for_hold'))
  return null
}

export const holdOf = ({
  hold_reason,
  held_since,
}: Pick<LotLine, 'hold_reason' | 'held_since'>): Lot['hold'] =>
  hold_reason !== null && held_since !== null ? { reason: hold_reason, since: held_since } : null
