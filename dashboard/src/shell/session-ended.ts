// Whether the session has ended while a page was open. The page stays as it is, and a dialog asks the user to sign in
// again.
import { useSyncExternalStore } from 'react'

let isEnded = false
const listeners = new Set<() => void>()

export const sessionEnded = {
  set(next: boolean): void {
    isEnded = next
    for (const notify of listeners) notify()
  },
}

export function useSessionEnded(): boolean {
  return useSyncExternalStore(subscribe, () => isEnded)
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}
