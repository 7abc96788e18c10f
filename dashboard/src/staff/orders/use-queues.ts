// The queues of the board with the moves made on it.
import { orderTransitions } from '@anden/contract/values'
import type { QueuedOrder } from '@anden/sdk/backoffice'
import { useQueries } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type OpenStatus, queueOf, stopReadingQueues } from '../queries.ts'
import { type Act, markOrdersOld, type Outcome } from './act-on-orders.ts'
import { isShownByQueues, type Move, type Moves, ordersIn } from './moves.ts'

export const columns: readonly (readonly [OpenStatus, ...OpenStatus[]])[] = [
  ['pending'],
  ['approved'],
  ['in_preparation'],
  ['in_transit', 'failed_delivery'],
]
const statuses = columns.flat()

/**
 * How long the queues are not read after a move. Moves are shown without reading. Otherwise every key press would cost
 * five reads, and a user may send 600 requests a minute.
 */
const holdMs = 1_200

export function useQueues(clientId: string | undefined, act: (asked: Act) => Promise<Outcome[]>) {
  const [isHeld, setHeld] = useState(false)
  const queues = useQueries({
    queries: statuses.map((status) => ({ ...queueOf(status, clientId), enabled: !isHeld })),
  })
  const readAt = Math.min(...queues.map(({ dataUpdatedAt }) => dataUpdatedAt))
  const [moves, setMoves] = useState<Moves>(new Map())
  const pending = useRef(new Map<string, number>())
  const lastReadAt = useRef(readAt)
  lastReadAt.current = readAt
  const holding = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => () => clearTimeout(holding.current ?? undefined), [])

  const answers = queues.map(({ data }) => data)
  const lasting = [...moves.values()].filter((move) => !isShownByQueues(move, readAt))
  const shown = columns.map((statusesOfColumn) =>
    statusesOfColumn.flatMap((status) =>
      ordersIn(status, answers[statuses.indexOf(status)]?.data ?? [], lasting),
    ),
  )

  /** Changes during the hold are marked as stale, and read once at its end. */
  const hold = useCallback(() => {
    if (holding.current) return
    setHeld(true)
    holding.current = setTimeout(async () => {
      // A read in flight may have started before a move, so its response must not count as read afterwards.
      await stopReadingQueues()
      holding.current = null
      const readSince = Date.now()
      setMoves((were) => {
        const lasting = [...were].filter(([, move]) => !isShownByQueues(move, lastReadAt.current))
        return new Map(
          lasting.map(([id, move]) => [id, pending.current.has(id) ? move : { ...move, readSince }]),
        )
      })
      markOrdersOld()
      setHeld(false)
    }, holdMs)
  }, [])

  /** Returns the ids of the orders that the service refused to move. */
  const move = useCallback(
    async (orders: readonly QueuedOrder[], asked: Omit<Act, 'orders'>): Promise<ReadonlySet<string>> => {
      const status = orderTransitions[asked.action].to
      count(pending.current, orders, 1)
      hold()
      setMoves((were) => {
        const made = orders.map((order): [string, Move] => [
          order.id,
          { order: { ...order, status: status as OpenStatus }, status },
        ])
        return new Map([...were, ...made])
      })
      const outcomes = await act({ ...asked, orders })
      count(pending.current, orders, -1)
      const refused = new Set(outcomes.flatMap(({ id, kind }) => (kind === 'done' ? [] : [id])))
      if (refused.size > 0) setMoves((were) => new Map([...were].filter(([id]) => !refused.has(id))))
      hold()
      return refused
    },
    [act, hold],
  )

  return {
    shown,
    isPending: (column: number) =>
      columns[column]?.some((status) => answers[statuses.indexOf(status)] === undefined) ?? false,
    hasMore: (column: number) =>
      columns[column]?.some((status) => answers[statuses.indexOf(status)]?.has_more) ?? false,
    failed: queues.find(({ error }) => error),
    move,
  }
}

function count(pending: Map<string, number>, orders: readonly QueuedOrder[], by: number): void {
  for (const { id } of orders) {
    const left = (pending.get(id) ?? 0) + by
    if (left === 0) pending.delete(id)
    else pending.set(id, left)
  }
}
