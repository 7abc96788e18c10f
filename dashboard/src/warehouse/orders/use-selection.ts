// Which order the keys act on, and which are selected. The frame stays where it is: an order that somebody else has moved
// leaves it empty, and keys act on nothing, until the person at the board moves on.
import type { QueuedOrder } from '@anden/sdk/backoffice'
import { useState } from 'react'

type Place = {
  /** null: the next one that comes. */
  order: QueuedOrder | null
  column: number
  index: number
  /** Where the next one comes from: this column whatever comes, this column while it has orders to show, or any. */
  waitsIn: 'column' | 'column-with-more' | 'board'
  /** Whether the frame goes where the order is now: it was moved here, and the service refused it. */
  isFollowing?: boolean
}

const nowhere: Place = { order: null, column: 0, index: 0, waitsIn: 'board' }

type Queues = {
  /** Whose orders are shown, if not everybody's. Nothing of another client's stays framed or selected. */
  clientId: string | undefined
  shown: readonly (readonly QueuedOrder[])[]
  /** Whether every queue has been read. */
  areRead: boolean
  /** Whether a column has orders that are not shown yet. */
  hasMore: (column: number) => boolean
}

export type MovedByOthers = { order: QueuedOrder; column: number; index: number }

export function useSelection(queues: Queues) {
  const { clientId, shown } = queues
  const { place, setPlace, current } = usePlace(queues)
  const [marked, setMarked] = useState<ReadonlyMap<string, QueuedOrder>>(new Map())
  const [shownClient, setShownClient] = useState(clientId)
  if (shownClient !== clientId) {
    setShownClient(clientId)
    setPlace(nowhere)
    setMarked(new Map())
  }
  const all = shown.flat()
  const own = shown[place.column] ?? []
  const isAsMarked = ({ id, status }: QueuedOrder) => marked.get(id)?.status === status
  const selected = all.filter(isAsMarked)
  const go = (order: QueuedOrder | undefined) => order && setPlace(placeIn(shown, order))

  return {
    current,
    column: place.column,
    /** What was framed, where somebody else has moved it. */
    gone: current || !place.order ? undefined : { ...place, order: place.order },
    selected,
    /** Selected ones that somebody else has moved since: nothing acts on them. */
    movedOn: [...marked.values()].filter(({ id }) => selected.every((order) => order.id !== id)),
    isMarked: (order: QueuedOrder) => isAsMarked(order),
    go,
    /** To the column, whether or not there is anything in it. */
    goToColumn: (column: number) =>
      setPlace({ order: shown[column]?.[0] ?? null, column, index: 0, waitsIn: 'column' }),
    step: (by: number) => {
      const before = shown.slice(0, place.column).flat().length + Math.min(place.index, own.length)
      // An empty frame stands before the order that has taken its place.
      const next = current || by < 0 ? before + by : before + by - 1
      go(all[Math.min(all.length - 1, Math.max(0, next))])
    },
    stepColumn: (by: number) => {
      for (let index = place.column + by; index >= 0 && index < shown.length; index += by) {
        const [first] = shown[index] ?? []
        if (first) return go(first)
      }
    },
    toggle: (order: QueuedOrder) =>
      setMarked((were) => {
        const next = new Map(were)
        if (!next.delete(order.id)) next.set(order.id, order)
        return next
      }),
    unmark: () => setMarked(new Map()),
    /** The service refused to move these orders, so they are back where they were, and the frame with them. */
    follow: (refused: ReadonlySet<string>) =>
      setPlace((was) => (refused.has(was.order?.id ?? '') ? { ...was, isFollowing: true } : was)),
    /** The next of the same column takes over, so that the same key can be pressed again. */
    leave: (orders: readonly QueuedOrder[]) => {
      const gone = new Set(orders.map(({ id }) => id))
      setMarked(new Map())
      if (!current || !gone.has(current.id)) return
      const next = [...own.slice(place.index + 1), ...own.slice(0, place.index).reverse()].find(
        ({ id }) => !gone.has(id),
      )
      if (next) go(next)
      else setPlace({ order: null, column: place.column, index: 0, waitsIn: 'column-with-more' })
    },
  }
}

/** The place of the frame, and the order that is there: the one that was framed, as long as nobody else has moved it. */
function usePlace(queues: Queues) {
  const { shown, areRead } = queues
  const [kept, setPlace] = useState(nowhere)
  const place = kept.order ? placeNow(shown, kept) : (areRead && nextPlace(queues, kept)) || kept
  // Kept while it is known: once the order is gone, nothing tells where it was.
  if (place !== kept) setPlace(place)
  const current = shown[place.column]?.find(({ id }) => id === place.order?.id)
  return { place, setPlace, current }
}

function placeNow(shown: Queues['shown'], place: Place): Place {
  if (place.isFollowing) {
    const now = shown.flat().find(({ id }) => id === place.order?.id)
    return now ? placeIn(shown, now) : { ...place, isFollowing: false }
  }
  const index = shown[place.column]?.findIndex(({ id }) => id === place.order?.id) ?? -1
  return index < 0 || index === place.index ? place : { ...place, index }
}

function nextPlace({ shown, hasMore }: Queues, { column, waitsIn }: Place): Place | undefined {
  // Asked each time: an answer that says "more" may be older than the moves that have emptied the column since.
  const isWaiting = waitsIn === 'column' || (waitsIn === 'column-with-more' && hasMore(column))
  const next = shown[column]?.[0] ?? (isWaiting ? undefined : shown.flat()[0])
  return next && placeIn(shown, next)
}

function placeIn(shown: Queues['shown'], order: QueuedOrder): Place {
  const column = shown.findIndex((orders) => orders.some(({ id }) => id === order.id))
  const index = shown[column]?.findIndex(({ id }) => id === order.id) ?? 0
  return { order, column, index, waitsIn: 'board' }
}
