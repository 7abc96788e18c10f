// Proves at start that this is the secret key that the data was sealed with, by opening a key that the database
// keeps sealed under it. That key authenticates cursors: it stays the same when the secret key is rotated.
// docs/decisions/0008-secret-key.md has the reasons.
import { configuredSecretKeys, generateSecretKey, type SecretKeys, type Secrets } from '../config/secrets.ts'
import type { Queryable } from '../db/pool.ts'
import { findSealingKey } from '../webhooks/sealing-key.ts'
import { insertStoredKey, storedKey } from './queries.ts'
import { keyAt, openStored, sealCursorKey } from './stored-key.ts'

type SettingsOfKeys = Parameters<typeof configuredSecretKeys>[0]

/** For a start: generates the secret key if there is none, and seals the first key of a new database. */
export async function openConfiguredSecrets(db: Queryable, config: SettingsOfKeys): Promise<Secrets> {
  const keys = await configuredSecretKeys(config)
  if (keys.keysFor('check').length > 0) return openSecrets(db, keys)
  // A new key must not take the place of one that was lost: what that one sealed is still there.
  await checkSecretKey(db, keys)
  await generateSecretKey(config.dataDir)
  return openSecrets(db, await configuredSecretKeys(config))
}

export async function openSecrets(db: Queryable, keys: SecretKeys): Promise<Secrets> {
  const { stored, index } = await checkSecretKey(db, keys)
  if (!stored) {
    // The key that cursors have had so far, so that those handed out before an upgrade stay valid. Of two first
    // starts, both go on with the one that was stored first.
    await db.run(insertStoredKey(sealCursorKey(keys, index, keyAt(keys, 'cursor', index))))
  }
  const opened = openStored(keys, (await db.one(storedKey())).sealed)
  if (!opened) throw wrongKey(keys)
  return { ...keys, cursorKey: opened.cursorKey }
}

/** Changes nothing. Rejects with one line where this is not the secret key that the data was sealed with. */
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
  // A database from before there was such a key: the webhook secrets tell.
  const proof = await findSealingKey(db, keys)
  if (proof === 'unknown') throw wrongKey(keys)
  return { stored: false, index: proof === 'none' ? 0 : proof.index }
}

export function wrongKey({ source }: SecretKeys): Error {
  const advice =
    source === 'SECRET_KEY'
      ? 'set it to that key; if it was replaced, set PREVIOUS_SECRET_KEY to the old one and run anden secret rotate'
      : 'restore that file from a backup'
  return new Error(`${source} is not the key that the data in this database was sealed with: ${advice}`)
}
