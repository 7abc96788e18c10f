import type { OrderStatus } from '@anden/contract'
import type { Transaction } from '../db/transaction.ts'
import { lockOrder } from './queries.ts'

/** Locks an order until the commit and returns its status; null: the client has no such order. */
export async function lockOrderStatus(
  tx: Transaction,
  clientId: string,
  orderId: string,
): Promise<OrderStatus | null> {
  const order = await tx.maybeOne(lockOrder(orderId, clientId))
  return order?.status ?? null
}
