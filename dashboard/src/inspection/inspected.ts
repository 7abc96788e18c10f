// Which client this tab shows to somebody of the staff, as the client sees it. It is decided when the page is loaded: to
// begin and to end is to load the page anew, so nothing that was read of one side is ever shown on the other.
import { useSyncExternalStore } from 'react'

const storageKey = 'anden.inspected'

type Inspected = { id: string; name: string }

/** Kept by the tab. Other tabs show the warehouse, or another client. */
export const inspected = read()

/** For every request to the portal. */
export const inspectionHeaders: Record<string, string> = inspected ? { 'anden-client': inspected.id } : {}

export function showAsClient({ id, name }: Inspected): void {
  sessionStorage.setItem(storageKey, JSON.stringify({ id, name }))
  location.assign('/')
}

export function backToWarehouse(): void {
  sessionStorage.removeItem(storageKey)
  location.assign(inspected ? `/warehouse/clients/${inspected.id}` : '/')
}

function read(): Inspected | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null')
  } catch {
    return null
  }
}

let isEnded = false
const listeners = new Set<() => void>()

/** Whether the service no longer allows it: after an hour, or in another session. */
export const inspectionEnded = {
  set(next: boolean): void {
    isEnded = next
    for (const notify of listeners) notify()
  },
}

export function useInspectionEnded(): boolean {
  return useSyncExternalStore(subscribe, () => isEnded)
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}
