import type { EventPayload, EventType, OrderStatus } from '@anden/contract'
import type { Transaction } from '../db/transaction.ts'
import { type NewEvent, publish } from '../events/publish.ts'
import type { OrderDetailRow } from './queries.ts'

/** Publishes the order in its state after the change. */
export function publishOrder(
  tx: Transaction,
  clientId: string,
  order: OrderDetailRow,
  type: `order.${string}` & EventType,
  previousStatus: OrderStatus | null,
): void {
  const object: EventPayload<'order.created'> = { ...order, previous_status: previousStatus }
  publish(tx, [{ clientId, type, object } as NewEvent])
}
