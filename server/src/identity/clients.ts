// The clients of the warehouse: adding, changing and finding them.
import type { ClientChange, NewClient } from '@anden/contract'
import { cuitOrDni, normalLine } from '@anden/contract/values'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../audit/record.ts'
import type { Queryable } from '../db/queryable.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { problem, throwProblem } from '../problem.ts'
import {
  type ClientRow,
  clientByCuit,
  clientById,
  insertClient,
  lockClient,
  updateClient,
} from './queries.ts'

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

export async function createClient(
  db: Queryable,
  { name, email, cuit_dni = null, address = null, iva_condition = null }: NewClient,
): Promise<ClientRow> {
  const digits = cuit_dni === null ? null : cuitOrDni(cuit_dni)
  if (cuit_dni !== null && digits === null)
    throw new Error('the CUIT must have 11 digits with a valid check digit (or be a DNI of 7 or 8 digits)')
  if (!/^\S+@\S+\.\S+$/.test(email)) throw new Error(`"${email}" is not an e-mail address`)
  const line = checkedName(name)
  if (digits !== null) await requireFreeCuit(db, digits)
  const client = await db.maybeOne(
    insertClient({ id: uuidv7(), name: line, email, cuit_dni: digits, address, iva_condition }),
  )
  return client ?? throwProblem('clients/duplicate-cuit')
}

/** A concurrent write may take it after this check; the unique index then decides. */
async function requireFreeCuit(db: Queryable, cuit: string): Promise<void> {
  const holder = await db.maybeOne(clientByCuit(cuit))
  if (!holder) return
  throw problem('clients/duplicate-cuit', {
    detail: `The client ${holder.name} (${holder.id}) already has the CUIT or DNI ${cuit}.`,
  })
}

export async function requireClient(db: Queryable, clientId: string): Promise<ClientRow> {
  return (await db.maybeOne(clientById(clientId))) ?? throwProblem('clients/not-found')
}

const maxNameLength = 200

/** For names of clients and keys that do not come from a request, whose input is checked before. */
export function checkedName(given: string): string {
  const name = normalLine(given)
  if (name === '' || [...name].length > maxNameLength)
    throw new Error(`the name must have 1 to ${maxNameLength} characters`)
  return name
}
