import type { RemitoDetail } from '@anden/contract'
import type { Transaction } from '../db/transaction.ts'
import { publish } from '../events/publish.ts'
import { remitoDetail } from './queries.ts'

/** Publishes the remito in its current state and returns it. */
export async function publishRemito(
  tx: Transaction,
  clientId: string,
  id: string,
  type: 'remito.created' | 'remito.voided',
): Promise<RemitoDetail> {
  const object = await tx.one(remitoDetail(clientId, id))
  publish(tx, [{ clientId, type, object }])
  return object
}
