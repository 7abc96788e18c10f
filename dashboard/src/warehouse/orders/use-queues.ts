// The queues of the board with the moves made on it.
import type { QueuedOrder } from '@anden/sdk/backoffice'
import { useQueries } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { type OpenStatus, queueOf } from '../queries.ts'
import type { Act, Outcome } from './act-on-orders.ts'
import { isShownByQueues, type Move, type Moves, ordersIn } from './moves.ts'
import { statusAfter } from './order-actions.ts'
import { markOrdersOld } from './use-order-actions.ts'

export const columns: readonly (readonly [OpenStatus, ...OpenStatus[]])[] = [
  ['pending'],
  ['approved'],
  ['in_preparation'],
  ['in_transit', 'failed_delivery'],
]
const statuses = columns.flat()

/** Without a pause between the keys, the queues are read again after so many orders. */
const movesPerRead = 25

export function useQueues(clientId: string | undefined, act: (asked: Act) => Promise<Outcome[]>) {
  const queues = useQueries({ queries: statuses.map((status) => queueOf(status, clientId)) })
  const readAt = Math.min(...queues.map(({ dataUpdatedAt }) => dataUpdatedAt))
  const [moves, setMoves] = useState<Moves>(new Map())
  const pending = useRef(new Map<string, number>())
  const carriedOut = useRef(0)

  const answers = queues.map(({ data }) => data)
  const lasting = [...moves.values()].filter((move) => !isShownByQueues(move, readAt))
  const shown = columns.map((statusesOfColumn) =>
    statusesOfColumn.flatMap((status) =>
      ordersIn(status, answers[statuses.indexOf(status)]?.data ?? [], lasting),
    ),
  )

  const readAgain = useCallback(() => {
    carriedOut.current = 0
    const readSince = Date.now()
    setMoves((were) =>
      mapped(were, (move) => (pending.current.has(move.order.id) ? move : { ...move, readSince })),
    )
    markOrdersOld()
  }, [])

  const move = useCallback(
    async (orders: readonly QueuedOrder[], { action, reason }: Omit<Act, 'orders'>) => {
      const status = statusAfter[action]
      count(pending.current, orders, 1)
      setMoves((were) => {
        const made = orders.map((order): [string, Move] => [
          order.id,
          { order: { ...order, status: status as OpenStatus }, status },
        ])
        return new Map([...were, ...made])
      })
      const outcomes = await act({ orders, action, ...(reason ? { reason } : {}) })
      count(pending.current, orders, -1)
      const refused = new Set(outcomes.flatMap(({ id, kind }) => (kind === 'done' ? [] : [id])))
      if (refused.size > 0) setMoves((were) => new Map([...were].filter(([id]) => !refused.has(id))))
      carriedOut.current += orders.length
      if (pending.current.size === 0 || carriedOut.current >= movesPerRead) readAgain()
    },
    [act, readAgain],
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

const mapped = (moves: Moves, change: (move: Move) => Move): Moves =>
  new Map([...moves].map(([id, move]) => [id, change(move)]))

function count(pending: Map<string, number>, orders: readonly QueuedOrder[], by: number): void {
  for (const { id } of orders) {
    const left = (pending.get(id) ?? 0) + by
    if (left === 0) pending.delete(id)
    else pending.set(id, left)
  }
}
