import type { OrderStatus } from '@anden/contract'
import type { Transaction } from '../db/pool.ts'
import { lockOrder } from './queries.ts'

/** Keeps an order's state as it is until the commit, and tells it; null where the client has no such order. */
export async function lockOrderStatus(
  tx: Transaction,
  clientId: string,
  orderId: string,
): Promise<OrderStatus | null> {
  const order = await tx.maybeOne(lockOrder(orderId, clientId))
  return order?.status ?? null
}
