// Verifies at start that the data was sealed with this secret key, by opening a key that the database keeps sealed
// under it. That key authenticates cursors and does not change when the secret key is rotated. The reasons are in
// docs/decisions/0008-secret-key.md.
import {
  configuredSecretKeys,
  generateSecretKey,
  type KeySettings,
  type SecretKeys,
  type Secrets,
} from '../config/secrets.ts'
import type { Queryable } from '../db/queryable.ts'
import { insertStoredKey, storedKey } from './queries.ts'
import { findSealingKey, keyAt, openStored, sealCursorKey } from './stored-key.ts'

/** Called at start: generates the secret key if there is none, and stores the sealed key of a new database. */
export async function openConfiguredSecrets(db: Queryable, config: KeySettings): Promise<Secrets> {
  const keys = await configuredSecretKeys(config)
  if (keys.keysFor('check').length > 0) return openSecrets(db, keys)
  // A new key must not replace a lost one: data sealed under the lost key would stay unreadable.
  await checkSecretKey(db, keys)
  await generateSecretKey(config.dataDir)
  return openSecrets(db, await configuredSecretKeys(config))
}

export async function openSecrets(db: Queryable, keys: SecretKeys): Promise<Secrets> {
  const { stored, index } = await checkSecretKey(db, keys)
  if (!stored) {
    // The key that cursors have used so far, so that cursors from before an upgrade stay valid. If two processes start
    // for the first time at once, both use the key that was stored first.
    await db.run(insertStoredKey(sealCursorKey(keys, index, keyAt(keys, 'cursor', index))))
  }
  const opened = openStored(keys, (await db.one(storedKey())).sealed)
  if (!opened) throw wrongKey(keys)
  return { ...keys, cursorKey: opened.cursorKey }
}

/** Read-only. Rejects with one line if the data was not sealed with this secret key. */
export async function checkSecretKey(
  db: Queryable,
  keys: SecretKeys,
): Promise<{ stored: boolean; index: number }> {
  const stored = await db.maybeOne(storedKey())
  if (stored) {
    const opened = openStored(keys, stored.sealed)
    if (!opened) throw wrongKey(keys)
    return { stored: true, index: opened.index }
  }
  // A database older than the stored key: the sealed webhook secrets identify the secret key.
  const proof = await findSealingKey(db, keys)
  if (proof === 'unknown') throw wrongKey(keys)
  return { stored: false, index: proof === 'none' ? 0 : proof.index }
}

export function wrongKey({ source }: SecretKeys): Error {
  const advice =
    source === 'SECRET_KEY'
      ? 'set it to that key; if it was replaced, set PREVIOUS_SECRET_KEY to the old one and run anden secret rotate'
      : 'restore that file from a backup'
  return new Error(`${source} is not the key that the data in this database was encrypted with: ${advice}`)
}
