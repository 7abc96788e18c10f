// Which order the keys act on, and which orders are selected. The frame does not move by itself: if someone else moves
// the framed order, the frame stays empty and keys do nothing until the user moves on.
import type { QueuedOrder } from '@anden/sdk/backoffice'
import { useState } from 'react'

type Place = {
  /** The framed order; null while the frame waits for the next order. */
  order: QueuedOrder | null
  column: number
  index: number
  /**
   * Where the next order is taken from: only this column, this column as long as more of its orders are to be loaded,
   * or any column.
   */
  waitsIn: 'column' | 'column-with-more' | 'board'
  /** Whether the frame moves to where the order is now, because the service refused to move it. */
  isFollowing?: boolean
}

const nowhere: Place = { order: null, column: 0, index: 0, waitsIn: 'board' }

type Queues = {
  /**
   * The client whose orders are shown; all clients if undefined. A change of client clears the frame and the selection.
   */
  clientId: string | undefined
  shown: readonly (readonly QueuedOrder[])[]
  /** Whether the orders of a column are still to come. */
  isReading: (column: number) => boolean
  /** Whether a column has further orders that are not loaded. */
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
    /** The framed order, if someone else has moved it. */
    gone: current || !place.order ? undefined : { ...place, order: place.order },
    selected,
    /** Selected orders that someone else has moved since. No action applies to them. */
    movedOn: [...marked.values()].filter(({ id }) => selected.every((order) => order.id !== id)),
    isMarked: (order: QueuedOrder) => isAsMarked(order),
    go,
    /** Moves the frame to a column, even if it is empty. */
    goToColumn: (column: number) =>
      setPlace({ order: shown[column]?.[0] ?? null, column, index: 0, waitsIn: 'column' }),
    step: (by: number) => {
      const before = shown.slice(0, place.column).flat().length + Math.min(place.index, own.length)
      // An empty frame is placed before the order that has taken its position.
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
    /** Selects all of them, or none if all are selected. */
    toggleAll: (orders: readonly QueuedOrder[]) => {
      const areAll = orders.every(isAsMarked)
      setMarked((were) => {
        const next = new Map(were)
        for (const order of orders) {
          if (areAll) next.delete(order.id)
          else next.set(order.id, order)
        }
        return next
      })
    },
    unmark: () => setMarked(new Map()),
    /** The service refused to move these orders. They are back in their old place, and the frame follows them. */
    follow: (refused: ReadonlySet<string>) =>
      setPlace((was) => (refused.has(was.order?.id ?? '') ? { ...was, isFollowing: true } : was)),
    /** Frames the next order of the same column, so that the same key can be pressed again. */
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

/** The place of the frame and its order, unless someone else has moved that order. */
function usePlace(queues: Queues) {
  const { shown } = queues
  const [kept, setPlace] = useState(nowhere)
  const place = kept.order ? placeNow(shown, kept) : (nextPlace(queues, kept) ?? kept)
  // Stored while it is known, because the position of an order cannot be found once it is gone.
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

/** The first order is framed as soon as it is shown: the frame makes its ticket higher, which would move those below. */
function nextPlace({ shown, isReading, hasMore }: Queues, { column, waitsIn }: Place): Place | undefined {
  // Evaluated each time, because `hasMore` may be older than the moves that have since emptied the column.
  const isWaiting = waitsIn === 'column' || (waitsIn === 'column-with-more' && hasMore(column))
  const first = shown.find((orders, index) => orders.length > 0 || isReading(index))?.[0]
  const next = shown[column]?.[0] ?? (isWaiting ? undefined : first)
  return next && placeIn(shown, next)
}

function placeIn(shown: Queues['shown'], order: QueuedOrder): Place {
  const column = shown.findIndex((orders) => orders.some(({ id }) => id === order.id))
  const index = shown[column]?.findIndex(({ id }) => id === order.id) ?? 0
  return { order, column, index, waitsIn: 'board' }
}
