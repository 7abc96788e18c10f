import { SchemaError, type SchemaState, schemaState } from './migrations/state.ts'
import type { Queryable } from './pool.ts'
import { missingPrivileges } from './privileges.ts'

const shownAtMost = 5

/** What a start of the service asks of the schema and of its role's privileges. Changes nothing. */
export async function checkSchema(db: Queryable): Promise<SchemaState> {
  const state = await schemaState(db)
  const missing = await missingPrivileges(db, state.pending)
  if (missing.length === 0) return state
  const more = missing.length > shownAtMost ? `; and ${missing.length - shownAtMost} more` : ''
  throw new SchemaError(
    `the database role lacks privileges: ${missing.slice(0, shownAtMost).join('; ')}${more}: grant them to it`,
  )
}
