// Whether something is live or in a sandbox follows from the id of its client: the ids of sandboxes are in a range of their own
// (`0400_sandboxes.sql`). Whatever reads rows of all clients says that it wants the live ones (`live`); the indexes of such
// lists have only those, so a list that does not say so has no index either.
import { randomUUID } from 'node:crypto'
import type { Environment } from '@anden/contract'
import { raw, type Statement } from './sql.ts'

const firstSandboxId = 'ffffffff-0000-0000-0000-000000000000'

export const environmentOf = (clientId: string): Environment =>
  clientId.toLowerCase() >= firstSandboxId ? 'sandbox' : 'live'

export const isLive = (clientId: string) => environmentOf(clientId) === 'live'

/** A UUID of version 8, whose other bits are random. */
export function newSandboxId(): string {
  const random = randomUUID()
  return `ffffffff-${random.slice(9, 14)}8${random.slice(15)}`
}

/** The condition that a row is live. `column` is the id of its client; a row without a client is nobody's sandbox. */
export const live = (column = 'client_id'): Statement => raw(`${column} < '${firstSandboxId}'`)

/** Somebody of the staff has named a row of a sandbox: for the staff there is none. */
export class RowOfSandbox extends Error {}
