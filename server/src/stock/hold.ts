// A lot on hold stays in stock, but is neither pickable nor available. Only the stock row of its product orders a hold
// and the movements: whoever locks it second sees what the first did. Availability changes and no quantity, so that no
// event is published; the versions of the client's pages change as after any write of a lot.
import type { Lot, LotChange } from '@anden/contract'
import { recordAudit } from '../audit/record.ts'
import type { Author } from '../author.ts'
import type { Transaction } from '../db/transaction.ts'
import { refuseMember, throwProblem } from '../problem.ts'
import { lockProducts } from './lock.ts'
import { lotsByIds } from './lot-queries.ts'
import { type LotLine, lotLine, setHold } from './queries.ts'

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
  await tx.run(setHold(lotId, reason))
  const after = await tx.one(lotLine(lotId))
  recordAudit(tx, by, {
    clientId: lot.client_id,
    action: change.hold ? 'lots.hold' : 'lots.release',
    subjectId: lotId,
    before: { hold: holdOf(before) },
    after: { hold: holdOf(after) },
  })
  return after
}

/** null: no hold. */
function reasonOf({ hold, reason }: LotChange): string | null {
  if (hold) return reason ?? refuseMember('/reason', 'is required to put a lot on hold')
  if (reason !== undefined) refuseMember('/reason', 'is only for a hold: leave it out to release the lot')
  return null
}

export const holdOf = ({
  hold_reason,
  held_since,
}: Pick<LotLine, 'hold_reason' | 'held_since'>): Lot['hold'] =>
  hold_reason !== null && held_since !== null ? { reason: hold_reason, since: held_since } : null
