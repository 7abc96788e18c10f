import type { Queryable } from '../db/queryable.ts'
import type { Transaction } from '../db/transaction.ts'
import { deliveryOf, destinatarioOf } from './queries.ts'

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
