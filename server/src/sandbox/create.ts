// A client's sandbox is made when somebody asks for it: a client of its own, with the products of the live one.
import { recordAudit } from '../audit/record.ts'
import { isLive, newSandboxId } from '../db/environment.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { problem, throwProblem } from '../problem.ts'
import { copyProducts, insertSandbox, insertSandboxClient, lockOwner, sandboxIdOf } from './queries.ts'

/** The id of the client's sandbox, which is created if there is none. */
export async function createSandbox(tx: Transaction, by: Author, ownerId: string): Promise<string> {
  if (!isLive(ownerId)) throw problem('sandbox/live-only')
  const existing = await tx.maybeOne(sandboxIdOf(ownerId))
  if (existing) return existing.id
  if (!(await tx.maybeOne(lockOwner(ownerId)))) throwProblem('clients/not-found')
  const createdMeanwhile = await tx.maybeOne(sandboxIdOf(ownerId))
  if (createdMeanwhile) return createdMeanwhile.id
  const id = newSandboxId()
  await tx.run(insertSandboxClient(id, ownerId))
  await tx.run(insertSandbox(id))
  const products = await tx.run(copyProducts(id, ownerId))
  recordAudit(tx, by, {
    clientId: ownerId,
    action: 'sandbox.create',
    subjectId: ownerId,
    after: { products },
  })
  return id
}
