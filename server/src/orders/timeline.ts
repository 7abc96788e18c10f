import type { Author } from '../author.ts'
import type { OrderDetailRow } from './queries.ts'

/** The order as read before its latest step was recorded, with that step. Both carry the time of the transaction. */
export function withStep(order: OrderDetailRow, { actor }: Author, reason: string | null): OrderDetailRow {
  const step = { status: order.status, at: order.updated_at, reason, by: actor }
  return { ...order, timeline: [...order.timeline, step] }
}
