// Whether something is live or in a sandbox follows from the id of its client: the ids of sandboxes are in a range of their own
// (`0400_sandboxes.sql`). Whatever reads rows of all clients says that it wants the live ones (`live`); the indexes of such
// lists have only those, so a list that does not say so has no index either.
import { randomUUID } from 'node:crypto'
import type { Environment } from '@anden/contract'
import { raw, type Statement, sql } from './sql.ts'

const firstSandboxId = 'ffffffff-0000-0000-0000-000000000000'

export const environmentOf = (clientId: string): Environment =>
  clientId.toLowerCase() >= firstSandboxId ? 'sandbox' : 'live'

export const isLive = (clientId: string) => environmentOf(clientId) === 'live'

/** A UUID of version 8, whose other bits are random. */
export function newSandboxId(): string {
  const random = randomUUID()
  return `ffffffff-${random.slice(9, 14)}8${random.slice(15)}`
}

/** The condition that a row is live. `column` is the id of its client. */
export const live = (column = 'client_id'): Statement => raw(`${column} < '${firstSandboxId}'`)

export const inEnvironment = (environment: Environment, column = 'client_id'): Statement =>
  environment === 'live' ? live(column) : raw(`${column} >= '${firstSandboxId}'`)

/** `live` where a row can be without a client: it is about the warehouse. */
export const liveOrOfWarehouse = (column = 'client_id'): Statement => sql`(${live(column)}) is not false`

/** Somebody of the staff has named a row of a sandbox: for the staff there is none. */
export class RowOfSandbox extends Error {}
