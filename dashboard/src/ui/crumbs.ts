import { useSyncExternalStore } from 'react'

export type Crumbs = { above: { to: string; label: string }[]; title: string }

let crumbs: Crumbs = { above: [], title: '' }
const listeners = new Set<() => void>()

export function setCrumbs(next: Crumbs): void {
  crumbs = next
  for (const notify of listeners) notify()
}

export function useCrumbs(): Crumbs {
  return useSyncExternalStore(subscribe, () => crumbs)
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}
