import { SchemaError, type SchemaState, schemaState } from './migrations/state.ts'
import { missingPrivileges } from './privileges.ts'
import type { Queryable } from './queryable.ts'

const maxShown = 5

/** What the service requires of the schema and of its role's privileges in order to start. Read-only. */
export async function checkSchema(db: Queryable): Promise<SchemaState> {
  const state = await schemaState(db)
  const missing = await missingPrivileges(db, state.pending)
  if (missing.length === 0) return state
  const more = missing.length > maxShown ? `; and ${missing.length - maxShown} more` : ''
  throw new SchemaError(
    `the database role lacks privileges: ${missing.slice(0, maxShown).join('; ')}${more}: grant them to the role`,
  )
}
