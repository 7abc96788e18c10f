// Where orders are on the board: in the queue that the service reported, or already where they were just moved to. A
// move is shown at once, until every queue has been read after the service executed it.
import type { OrderStatus } from '@anden/contract'
import type { QueuedOrder } from '@anden/sdk/backoffice'

export type Move = {
  /** The order with its new status, if it stays on the board. */
  order: QueuedOrder
  status: OrderStatus
  /** When the queues were requested after the move was executed. */
  readSince?: number
}
export type Moves = ReadonlyMap<string, Move>

/** `readAt` is when the oldest of the shown queues was read. */
export const isShownByQueues = ({ readSince }: Move, readAt: number) =>
  readSince !== undefined && readSince < readAt

/** The orders of one status, oldest first. */
export function ordersIn(
  status: QueuedOrder['status'],
  queued: readonly QueuedOrder[],
  moves: readonly Move[],
): QueuedOrder[] {
  const moved = new Set(moves.map(({ order }) => order.id))
  const staying = queued.filter(({ id }) => !moved.has(id))
  const here = moves.filter((move) => move.status === status)
  if (here.length === 0) return staying
  const arrived = here.map(({ order }) => queued.find(({ id }) => id === order.id) ?? order)
  return [...staying, ...arrived].sort((one, other) => (ageOf(one) < ageOf(other) ? -1 : 1))
}

const ageOf = ({ created_at, id }: QueuedOrder) => `${created_at} ${id}`
