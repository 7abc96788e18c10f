// Saved views, inserted by SQL.
import { uuidv7 } from 'uuidv7'
import type { Queryable } from '../../src/db/queryable.ts'
import { sql } from '../../src/db/sql.ts'
import { insertRows } from './insert-rows.ts'
import { addUserRow } from './people.ts'

export const aNewView = () => ({ page: '/orders', name: `Vista ${uuidv7()}`, search: 'status=pending' })

/** A shared view of a user of the client, or of the staff. Returns the values of the path's parameters. */
export async function aSharedView(db: Queryable, clientId: string | null) {
  const place = {
    client_id: clientId && (await ownerOf(db, clientId)),
    role: clientId === null ? 'staff' : 'administrator',
    scopes: [],
  } as const
  const user_id = await addUserRow(db, { ...place, scopes: [...place.scopes] })
  const id = uuidv7()
  await insertRows(db, 'saved_views', [{ ...aNewView(), id, client_id: clientId, user_id, shared: true }])
  return { id }
}

/** A sandbox has no users of its own. */
async function ownerOf(db: Queryable, clientId: string): Promise<string> {
  const { id } = await db.one(
    sql<{ id: string }>`select coalesce(sandbox_of, id) as id from clients where id = ${clientId}`,
  )
  return id
}
