// A backup does not contain the secret key, but the fingerprint of the key that it needs. The fingerprint is a hash
// of a derived key, so the file does not reveal the key.
import { createHash } from 'node:crypto'
import type { SecretKeys } from '../config/secrets.ts'
import type { Queryable } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import { checkSecretKey, findSealingKey } from '../secret-key/stored-key.ts'

const fingerprintLength = 12

/** The fingerprint; null: nothing is sealed yet. Rejects if the data was sealed with none of these keys. */
export async function neededKey(db: Queryable, keys: SecretKeys): Promise<string | null> {
  const { index } = (await exists(db, 'sealed_key'))
    ? await checkSecretKey(db, keys)
    : await keyBefore(db, keys)
  return fingerprintsOf(keys)[index] ?? null
}

/** Called before anything is changed. */
export function checkNeededKey(fingerprint: string | null, keys: SecretKeys): void {
  if (fingerprint === null || fingerprintsOf(keys).includes(fingerprint)) return
  const present = fingerprintsOf(keys)
  const found = present.length > 0 ? `is a different one (${present.join(', ')})` : 'is missing'
  const advice = keys.source === 'SECRET_KEY' ? 'set it to that key' : 'copy that file, or set SECRET_KEY'
  throw new Error(
    `this backup needs the secret key with the fingerprint ${fingerprint}, and ${keys.source} ${found}: ${advice}`,
  )
}

const fingerprintsOf = (keys: SecretKeys) =>
  keys
    .keysFor('check')
    .map((key) => createHash('sha256').update(key).digest('hex').slice(0, fingerprintLength))

/** For a schema older than the sealed key: the sealed webhook secrets identify the key. */
async function keyBefore(db: Queryable, keys: SecretKeys): Promise<{ index: number }> {
  const proof = (await exists(db, 'webhook_endpoints')) ? await findSealingKey(db, keys) : 'none'
  return typeof proof === 'string' ? { index: 0 } : proof
}

async function exists(db: Queryable, table: string): Promise<boolean> {
  const { found } = await db.one(
    sql<{ found: boolean }>`select to_regclass('public.' || ${table}::text) is not null as found`,
  )
  return found
}
