import { useSyncExternalStore } from 'react'

/** A value that any component, and code outside React, can read and change. */
export function sharedState<Value>(initial: Value) {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (notify: () => void) => {
    listeners.add(notify)
    return () => listeners.delete(notify)
  }
  return {
    get: () => value,
    set: (next: Value) => {
      value = next
      for (const notify of listeners) notify()
    },
    use: () => useSyncExternalStore(subscribe, () => value),
  }
}
