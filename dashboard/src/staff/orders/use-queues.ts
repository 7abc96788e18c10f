// The queues of the board. A move is shown at once: as long as its mutation is pending, by the variables of the mutation,
// and then by the queues in the cache, into which it is written.
import { orderTransitions } from '@anden/contract/values'
import type { QueuedOrder } from '@anden/sdk/backoffice'
import { type Mutation, useMutationState, useQueries } from '@tanstack/react-query'
import { queryClient } from '../../shared/api.ts'
import { type OpenStatus, pauseReadingQueues, queueOf, stopReadingQueues } from '../queries.ts'
import type { Act, Outcome } from './act-on-orders.ts'
import { movesOnBoard, useOrderActions } from './use-order-actions.ts'

export const columns: readonly (readonly [OpenStatus, ...OpenStatus[]])[] = [
  ['pending'],
  ['approved'],
  ['in_preparation'],
  ['in_transit', 'failed_delivery'],
]
const statuses = columns.flat()

type Move = Act<QueuedOrder>

export function useQueues(clientId: string | undefined) {
  const queues = useQueries({ queries: statuses.map((status) => queueOf(status, clientId)) })
  const moved = useMutationState({
    filters: { mutationKey: movesOnBoard(clientId), status: 'pending' },
    select: ({ state: { variables } }: Mutation<Outcome[], Error, Move>) =>
      variables ? movedBy(variables) : [],
  }).flat()
  const { act } = useOrderActions<QueuedOrder>({
    board: { clientId },
    keep: (outcomes, asked) => keepInQueues(clientId, outcomes, asked),
  })
  const answers = new Map(statuses.map((status, index) => [status, queues[index]?.data]))
  const some = (column: number, is: (answer: (typeof queues)[number]['data']) => boolean) =>
    columns[column]?.some((status) => is(answers.get(status))) ?? false
  const isReading = (column: number) =>
    columns[column]?.some((status) => queues[statuses.indexOf(status)]?.isPending) ?? false
  return {
    /** A column is empty until all of its queues are read, because orders of a later one would move the others. */
    shown: columns.map((inColumn, column) =>
      isReading(column)
        ? []
        : inColumn.flatMap((status) => ordersIn(status, answers.get(status)?.data ?? [], moved)),
    ),
    /** Whether the first answer is still to come; not after an error. */
    isReading,
    /** Whether an answer is missing. */
    isPending: (column: number) => some(column, (answer) => answer === undefined),
    hasMore: (column: number) => some(column, (answer) => answer?.has_more === true),
    failed: queues.find(({ error }) => error),
    /** How many moves have no answer yet. */
    running: moved.length,
    /** Returns the ids of the orders that the service refused to move. */
    move: async (asked: Move): Promise<ReadonlySet<string>> => {
      pauseReadingQueues()
      const outcomes = (await act(asked)) ?? []
      return new Set(outcomes.flatMap(({ id, kind }) => (kind === 'done' ? [] : [id])))
    },
  }
}

/** A refused order is not written, so it is shown in its old place again. */
async function keepInQueues(
  clientId: string | undefined,
  outcomes: readonly Outcome[],
  asked: Move,
): Promise<void> {
  const done = new Map(
    outcomes.flatMap((outcome) => (outcome.kind === 'done' ? [[outcome.id, outcome]] : [])),
  )
  const moved = movedBy(asked).flatMap((order) => {
    const revision = done.get(order.id)?.revision
    return revision === undefined ? [] : [{ ...order, revision }]
  })
  // A read in flight may have left before the move was executed, and would undo what is written here.
  await stopReadingQueues()
  for (const status of statuses)
    queryClient.setQueryData(
      queueOf(status, clientId).queryKey,
      (page) => page && { ...page, data: ordersIn(status, page.data, moved) },
    )
  pauseReadingQueues()
}

/** The orders with the status that they were moved to, which need not be one that the board shows. */
const movedBy = ({ orders, action }: Move): QueuedOrder[] =>
  orders.map((order) => ({ ...order, status: orderTransitions[action].to }))

/** The orders of one status, oldest first. Of several moves of an order, the last one counts. */
function ordersIn(
  status: OpenStatus,
  queued: readonly QueuedOrder[],
  moved: readonly QueuedOrder[],
): QueuedOrder[] {
  const last = new Map(moved.map((order) => [order.id, order]))
  const staying = queued.filter(({ id }) => !last.has(id))
  const arrived = [...last.values()].filter((order) => order.status === status)
  if (arrived.length === 0) return staying
  const known = new Map(queued.map((order) => [order.id, order]))
  return [...staying, ...arrived.map((order) => known.get(order.id) ?? order)].sort((one, other) =>
    ageOf(one) < ageOf(other) ? -1 : 1,
  )
}

const ageOf = ({ created_at, id }: QueuedOrder) => `${created_at} ${id}`
