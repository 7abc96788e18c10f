import type { EventPayload, EventType, OrderStatus } from '@anden/contract'
import type { Transaction } from '../db/transaction.ts'
import { type NewEvent, publish } from '../events/publish.ts'
import { type OrderDetailRow, orderDetail } from './queries.ts'

/** Publishes the order in its current state and returns it. */
export async function publishOrder(
  tx: Transaction,
  clientId: string,
  orderId: string,
  type: `order.${string}` & EventType,
  previousStatus: OrderStatus | null,
): Promise<OrderDetailRow> {
  const detail = await tx.one(orderDetail(clientId, orderId))
  const object: EventPayload<'order.created'> = { ...detail, previous_status: previousStatus }
  publish(tx, [{ clientId, type, object } as NewEvent])
  return detail
}
