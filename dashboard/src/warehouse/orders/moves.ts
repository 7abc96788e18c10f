// Where orders are on the board: in the queue that the service reported, or already where they were just moved to. A move
// shows at once, and lasts until every queue has been read after the service carried it out.
import type { OrderStatus } from '@anden/contract'
import type { QueuedOrder } from '@anden/sdk/backoffice'

export type Move = {
  /** As it will be: with the status that it is moved to, if it stays on the board. */
  order: QueuedOrder
  status: OrderStatus
  /** When the queues were asked for after it was carried out. */
  readSince?: number
}
export type Moves = ReadonlyMap<string, Move>

/** `readAt`: when the queue that was read longest ago came in. */
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
