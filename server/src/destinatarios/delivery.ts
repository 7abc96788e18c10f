import type { Transaction } from '../db/pool.ts'
import { deliveryOf } from './queries.ts'

/** Where an order goes unless it says otherwise: the destinatario's own data at this moment, or undefined. */
export async function deliveryDefaults(tx: Transaction, clientId: string, destinatarioId: string) {
  const found = await tx.maybeOne(deliveryOf(clientId, destinatarioId))
  if (!found) return undefined
  const { name, phone, ...delivery } = found
  return { ...delivery, delivery_contact: phone === null ? name : `${name}, ${phone}` }
}
