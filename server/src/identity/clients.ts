import { type ClientChange, cuitOrDni, type NewClient } from '@anden/contract'
import { recordAudit } from '../audit/record.ts'
import type { Author } from '../author.ts'
import type { Transaction } from '../db/transaction.ts'
import { problem, throwProblem } from '../problem.ts'
import { createClient, requireFreeCuit } from './create-client.ts'
import { type ClientRow, lockClient, updateClient } from './queries.ts'

export async function addClient(tx: Transaction, by: Author, given: NewClient): Promise<ClientRow> {
  const client = await createClient(tx, given)
  recordAudit(tx, by, {
    clientId: client.id,
    action: 'clients.create',
    subjectId: client.id,
    after: client,
  })
  return client
}

/** A suspension takes effect at the next request of any of the client's keys. */
export async function changeClient(tx: Transaction, by: Author, id: string, change: ClientChange) {
  const before = (await tx.maybeOne(lockClient(id))) ?? throwProblem('clients/not-found')
  if (Object.keys(change).length === 0) return before
  const given = change.cuit_dni ? cuitOrDni(change.cuit_dni) : change.cuit_dni
  const cuit_dni = given === undefined ? before.cuit_dni : given
  if (cuit_dni !== null && cuit_dni !== before.cuit_dni) await requireFreeCuit(tx, cuit_dni)
  const after = await tx
    .one(updateClient({ ...before, ...change, cuit_dni }))
    .catch((error: { code?: string }) => {
      throw error.code === '23505' ? problem('clients/duplicate-cuit') : error
    })
  recordAudit(tx, by, { clientId: id, action: 'clients.update', subjectId: id, before, after })
  return after
}
