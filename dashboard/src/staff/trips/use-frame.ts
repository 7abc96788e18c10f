// Which order or stop the keys act on. As on the board, the frame does not move by itself: if somebody else takes away what is
// framed, no key acts until the person has moved on.
import { useState } from 'react'

export type Side = 'orders' | 'stops'

/** `id` is null until the person has framed something: then it is the first. */
type Place = { side: Side; id: string | null; index: number }
type Lists = Record<Side, readonly string[]>

/** `isReading`: the orders are still to come, so that the frame waits for the first of them. */
export function useFrame(lists: Lists, isReading: boolean) {
  const [kept, setPlace] = useState<Place>({ side: 'orders', id: null, index: 0 })
  const isEmpty = kept.id === null && !isReading && lists[kept.side].length === 0
  const place = isEmpty ? { ...kept, side: other(kept.side) } : kept
  const list = lists[place.side]
  const found = place.id === null ? 0 : list.indexOf(place.id)
  const currentId = found < 0 ? undefined : list[found]
  // Kept while it is known: the place of what is gone cannot be found.
  if (found >= 0 && place.id !== null && found !== kept.index) setPlace({ ...place, index: found })

  const goTo = (side: Side, index: number) => {
    const near = Math.min(Math.max(0, index), lists[side].length - 1)
    const id = lists[side][near]
    if (id !== undefined) setPlace({ side, id, index: near })
  }
  return {
    side: place.side,
    currentId,
    go: (side: Side, id: string) => setPlace({ side, id, index: lists[side].indexOf(id) }),
    step: (by: 1 | -1) => {
      const index = found < 0 ? place.index - (by > 0 ? 1 : 0) : found
      goTo(place.side, index + by)
    },
    /** Frames the other list, even if there is nothing in it. */
    choose: (side: Side) => {
      if (side === place.side) return
      const id = lists[side][0]
      setPlace({ side, id: id ?? '', index: 0 })
    },
    /** What is framed goes to the other list: the one after it is framed, so that the same key can be pressed again. */
    leave: (id: string) => {
      if (id !== currentId) return
      const next = list[found + 1] ?? list[found - 1]
      setPlace({ side: place.side, id: next ?? '', index: Math.min(found, Math.max(0, list.length - 2)) })
    },
  }
}

const other = (side: Side): Side => (side === 'orders' ? 'stops' : 'orders')
