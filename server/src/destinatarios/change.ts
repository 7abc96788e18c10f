import { cuitOrDni, type Destinatario, type DestinatarioChange, type NewDestinatario } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../audit/record.ts'
import type { Queryable } from '../db/queryable.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { throwProblem } from '../problem.ts'
import {
  deleteDestinatario,
  deliveryOf,
  destinatarioOf,
  insertDestinatario,
  lockDestinatario,
  updateDestinatario,
} from './queries.ts'

export async function createDestinatario(
  tx: Transaction,
  by: Author,
  clientId: string,
  given: NewDestinatario,
) {
  const added = await tx.one(insertDestinatario(clientId, { ...normalizeCuit(given), id: uuidv7() }))
  recordAudit(tx, by, { clientId, action: 'destinatarios.create', subjectId: added.id, after: added })
  return added
}

/** null clears a field; an omitted field stays. An empty change writes nothing. */
export async function changeDestinatario(
  tx: Transaction,
  by: Author,
  clientId: string,
  id: string,
  change: DestinatarioChange,
): Promise<Destinatario> {
  const before =
    (await tx.maybeOne(lockDestinatario(clientId, id))) ?? throwProblem('destinatarios/not-found')
  if (Object.keys(change).length === 0) return before
  const after = await tx.one(updateDestinatario(clientId, { ...before, ...normalizeCuit(change) }))
  recordAudit(tx, by, { clientId, action: 'destinatarios.update', subjectId: id, before, after })
  return after
}

/** A soft delete: it disappears from lists and new orders, but existing orders keep it. */
export async function removeDestinatario(tx: Transaction, by: Author, clientId: string, id: string) {
  const before =
    (await tx.maybeOne(lockDestinatario(clientId, id))) ?? throwProblem('destinatarios/not-found')
  await tx.run(deleteDestinatario(clientId, id))
  recordAudit(tx, by, { clientId, action: 'destinatarios.delete', subjectId: id, before })
}

function normalizeCuit<Given extends { cuit_dni?: string | null }>(given: Given): Given {
  return given.cuit_dni ? { ...given, cuit_dni: cuitOrDni(given.cuit_dni) } : given
}

/** Delivery fields of an order that does not set them: a copy of the destinatario's data; undefined: not found. */
export async function deliveryDefaults(tx: Transaction, clientId: string, destinatarioId: string) {
  const found = await tx.maybeOne(deliveryOf(clientId, destinatarioId))
  if (!found) return undefined
  const { name, phone, ...delivery } = found
  return { ...delivery, delivery_contact: phone === null ? name : `${name}, ${phone}` }
}

/** For a reader: whether a client can send goods there now. */
export async function isDestinatario(
  at: Queryable,
  clientId: string,
  destinatarioId: string,
): Promise<boolean> {
  return (await at.maybeOne(destinatarioOf(clientId, destinatarioId))) !== undefined
}
