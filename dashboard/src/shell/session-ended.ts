// Whether the session has ended under an open page. The page stays as it is; a dialog asks to sign in again.
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
