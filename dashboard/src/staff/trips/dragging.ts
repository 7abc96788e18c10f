// Dragging with the mouse: orders onto the trip, stops to another place or back to the orders. Everything that it does is also
// possible with keys and with buttons, which is what a phone has.
import { type DragEvent, useState } from 'react'

export type Dragged = { kind: 'order' | 'stop'; id: string }
export type Dragging = ReturnType<typeof useDragging>

type Drops = {
  /** `position` is where it will stand, counted from 1 and with itself out of the way. */
  put: (dragged: Dragged, position: number) => void
  takeOff: (stopId: string) => void
}

export function useDragging(stopIds: readonly string[], { put, takeOff }: Drops) {
  const [dragged, setDragged] = useState<Dragged | null>(null)
  /** Before which stop it would be put; the number of stops: at the end. */
  const [gap, setGap] = useState<number | null>(null)
  const end = () => {
    setDragged(null)
    setGap(null)
  }
  const over = (event: DragEvent, index: number | null) => {
    if (!dragged) return
    event.preventDefault()
    event.stopPropagation()
    event.dataTransfer.dropEffect = 'move'
    setGap(index)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (dragged && gap !== null) {
      const from = stopIds.indexOf(dragged.id)
      const position = from >= 0 && from < gap ? gap : gap + 1
      if (position !== from + 1) put(dragged, position)
    }
    end()
  }
  return {
    isDragging: dragged !== null,
    gap,
    end,
    start: (what: Dragged, text: string) => (event: DragEvent) => {
      event.dataTransfer.setData('text/plain', text)
      event.dataTransfer.effectAllowed = 'move'
      setDragged(what)
    },
    /** Above or below the middle of this stop. */
    ontoStop: (index: number) => ({
      onDragOver: (event: DragEvent) => {
        const { top, height } = event.currentTarget.getBoundingClientRect()
        over(event, event.clientY < top + height / 2 ? index : index + 1)
      },
      onDrop: drop,
    }),
    ontoEnd: {
      onDragOver: (event: DragEvent) => over(event, stopIds.length),
      onDrop: drop,
    },
    backToOrders: {
      onDragOver: (event: DragEvent) => {
        if (dragged?.kind === 'stop') over(event, null)
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        if (dragged?.kind === 'stop') takeOff(dragged.id)
        end()
      },
    },
  }
}
