// Seeds people who are signed in: an administrator per client, with several sessions each. A session may make 600 requests
// per minute, which one session per client would exceed.
import { randomBytes } from 'node:crypto'
import { secretKeys } from '../../../server/src/config/secrets.ts'
import type { Db } from '../../../server/src/db/pool.ts'
import { sql } from '../../../server/src/db/sql.ts'
import { librarySecret, signedValue } from '../../../server/src/identity/sessions/cookie.ts'
import { hashOf } from '../../../server/src/identity/tokens.ts'
import { openSecrets } from '../../../server/src/secret-key/open-secrets.ts'
import { secretKey } from '../anden.ts'

/** Returns the values of the session cookies, those of the first client first. */
export async function seedSessions(
  db: Db,
  clientIds: readonly string[],
  sessionsEach: number,
): Promise<string[]> {
  const users = await db.rows(sql<{ id: string; client_id: string }>`
    insert into users (id, client_id, role, email, name)
    select uuidv7(), client_id, 'administrator', client_id || '@bench.example', 'Ana'
    from unnest(${[...clientIds]}::uuid[]) as client_id
    returning id, client_id`)
  const userOf = new Map(users.map(({ id, client_id }) => [client_id, id]))
  const owners = clientIds.flatMap((id) => Array.from({ length: sessionsEach }, () => userOf.get(id) ?? ''))
  const tokens = owners.map(() => randomBytes(24).toString('base64url'))
  await db.run(sql`
    insert into sessions (id, user_id, token_hash, expires_at)
    select uuidv7(), user_id, token_hash, now() + interval '1 day'
    from unnest(${owners}::uuid[], ${tokens.map(hashOf)}::bytea[]) as new (user_id, token_hash)`)
  for (const table of [sql`users`, sql`sessions`]) await db.run(sql`vacuum (analyze) ${table}`)
  const secret = librarySecret(await openSecrets(db, secretKeys([secretKey])))
  return tokens.map((token) => signedValue(secret, token))
}
