// The client whose pages a staff member is viewing in this tab. It is read once, when the page loads. Starting and
// ending an inspection reload the page, so data of one side is never shown on the other.
import type { Environment } from '@anden/contract'
import { sharedState } from '../ui/shared-state.ts'
import { addressIn } from './environment.ts'

const storageKey = 'anden.inspected'

type Inspected = { id: string; name: string }

/** Stored per tab, so other tabs can show the warehouse or another client. */
export const inspected = read()

/** Sent with every request to the portal. */
export const inspectionHeaders: Record<string, string> = inspected ? { 'anden-client': inspected.id } : {}

export function showAsClient({ id, name }: Inspected, side: Environment): void {
  sessionStorage.setItem(storageKey, JSON.stringify({ id, name }))
  location.assign(addressIn(side, '/'))
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

/** Whether the service has ended the inspection: an hour has passed, or the session is a different one. */
export const inspectionEnded = sharedState(false)
