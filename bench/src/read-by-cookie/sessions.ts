// Seeds signed-in users: several administrators per client. A user may make 600 requests per minute, which one user per
// client would exceed.
import { randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { secretKeys } from '../../../server/src/config/secrets.ts'
import type { Db } from '../../../server/src/db/database.ts'
import { sql } from '../../../server/src/db/sql.ts'
import { librarySecret, signedValue } from '../../../server/src/identity/sessions/cookie.ts'
import { hashOf } from '../../../server/src/identity/tokens.ts'
import { openSecrets } from '../../../server/src/secret-key/stored-key.ts'
import { secretKey } from '../anden.ts'

/** Returns the values of the session cookies, grouped by client. */
export async function seedSessions(
  db: Db,
  clientIds: readonly string[],
  peopleEach: number,
): Promise<string[]> {
  const clients = clientIds.flatMap((id) => Array.from({ length: peopleEach }, () => id))
  const people = clients.map(() => uuidv7())
  await db.run(sql`
    insert into users (id, client_id, role, email, name)
    select id, client_id, 'administrator', id || '@bench.example', 'Ana'
    from unnest(${people}::uuid[], ${clients}::uuid[]) as new (id, client_id)`)
  const tokens = people.map(() => randomBytes(24).toString('base64url'))
  await db.run(sql`
    insert into sessions (id, user_id, token_hash, expires_at)
    select uuidv7(), user_id, token_hash, now() + interval '1 day'
    from unnest(${people}::uuid[], ${tokens.map(hashOf)}::bytea[]) as new (user_id, token_hash)`)
  for (const table of [sql`users`, sql`sessions`]) await db.run(sql`vacuum (analyze) ${table}`)
  const secret = librarySecret(await openSecrets(db, secretKeys([secretKey])))
  return tokens.map((token) => signedValue(secret, token))
}
