// A client removes a file from an order that the warehouse has not decided on. Until the commit, nobody can tell whether the file is
// still needed, so it is deleted afterwards; what fails then is left to the sweep.
import { recordAudit } from '../audit/record.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author, Deps } from '../deps.ts'
import { lockOrderStatus } from '../orders/actions.ts'
import { problem, throwProblem } from '../problem.ts'
import { deleteRemovedFile } from './discard.ts'
import { setRemoved } from './queries.ts'
import type { FileStorage } from './storage.ts'

type Needed = Pick<Deps, 'db' | 'log'> & { files: FileStorage }
type Place = { clientId: string; orderId: string; id: string }

export async function removeAttachment(
  tx: Transaction,
  deps: Needed,
  by: Author,
  { clientId, orderId, id }: Place,
): Promise<void> {
  const status = await lockOrderStatus(tx, clientId, orderId)
  if (status === null) throw problem('orders/not-found')
  const removed =
    (await tx.maybeOne(setRemoved(clientId, orderId, id))) ?? throwProblem('attachments/not-found')
  if (status !== 'pending') throw problem('attachments/not-removable', { current_status: status })
  recordAudit(tx, by, {
    clientId,
    action: 'attachments.delete',
    subjectId: id,
    before: { order_id: orderId, ...removed },
  })
  tx.onEnd((end) => {
    if (end !== 'committed') return
    deleteRemovedFile(deps, id).catch((err) =>
      deps.log.warn(
        { err, attachment_id: id },
        'could not delete the file of a removed attachment; the sweep will',
      ),
    )
  })
}
