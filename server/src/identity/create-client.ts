import type { NewClient } from '@anden/contract'
import { cuitOrDni } from '@anden/contract/values'
import { uuidv7 } from 'uuidv7'
import type { Queryable } from '../db/queryable.ts'
import { problem, throwProblem } from '../problem.ts'
import { checkedName } from './names.ts'
import { type ClientRow, clientByCuit, insertClient } from './queries.ts'

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
export async function requireFreeCuit(db: Queryable, cuit: string): Promise<void> {
  const holder = await db.maybeOne(clientByCuit(cuit))
  if (!holder) return
  throw problem('clients/duplicate-cuit', {
    detail: `The client ${holder.name} (${holder.id}) already has the CUIT or DNI ${cuit}.`,
  })
}
