// What lies over the page: the search, or the list of keys. Opened from anywhere.
import { useSyncExternalStore } from 'react'

type Overlay = 'search' | 'keys' | null

let shown: Overlay = null
const listeners = new Set<() => void>()

export function showOverlay(next: Overlay): void {
  shown = next
  for (const notify of listeners) notify()
}

export function useOverlay(): Overlay {
  return useSyncExternalStore(subscribe, () => shown)
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}
