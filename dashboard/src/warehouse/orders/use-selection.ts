// Which order the keys act on, and which are selected.
import type { QueuedOrder } from '@anden/sdk/backoffice'
import { useState } from 'react'

type Place = { id: string | null; column: number; index: number }

export function useSelection(shown: readonly (readonly QueuedOrder[])[]) {
  const [place, setPlace] = useState<Place>({ id: null, column: 0, index: 0 })
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const all = shown.flat()
  const own = shown[place.column] ?? []
  // An order that left the board leaves its place to the one that stands there now.
  const current =
    all.find(({ id }) => id === place.id) ?? own[Math.min(place.index, own.length - 1)] ?? all[0]
  const placeOf = (id: string): Place => {
    const column = shown.findIndex((one) => one.some((order) => order.id === id))
    return { id, column, index: shown[column]?.findIndex((order) => order.id === id) ?? 0 }
  }
  const go = (order: QueuedOrder | undefined) => order && setPlace(placeOf(order.id))
  const here = current ? placeOf(current.id) : place

  return {
    current,
    column: here.column,
    selected: all.filter(({ id }) => marked.has(id)),
    isMarked: (id: string) => marked.has(id),
    go,
    /** To the column, whether or not there is anything in it. */
    goToColumn: (column: number) => setPlace({ id: shown[column]?.[0]?.id ?? null, column, index: 0 }),
    step: (by: number) => {
      const at = all.findIndex(({ id }) => id === current?.id)
      go(all[Math.min(all.length - 1, Math.max(0, at + by))])
    },
    stepColumn: (by: number) => {
      for (let index = here.column + by; index >= 0 && index < shown.length; index += by) {
        const [first] = shown[index] ?? []
        if (first) return go(first)
      }
    },
    toggle: (id: string) =>
      setMarked((were) =>
        were.has(id) ? new Set([...were].filter((one) => one !== id)) : new Set([...were, id]),
      ),
    unmark: () => setMarked(new Set()),
    /** The next of the same column takes over, so that the same key can be pressed again. */
    leave: (orders: readonly QueuedOrder[]) => {
      const gone = new Set(orders.map(({ id }) => id))
      setMarked(new Set())
      if (!current || !gone.has(current.id)) return
      const column = shown[here.column] ?? []
      const next = [...column.slice(here.index + 1), ...column.slice(0, here.index).reverse()].find(
        ({ id }) => !gone.has(id),
      )
      setPlace({ id: next?.id ?? null, column: here.column, index: 0 })
    },
  }
}
