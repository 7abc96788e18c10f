// Which of the configured secret keys is the current one: the one that opens the sealed key in the database.
import {
  configuredSecretKeys,
  generateSecretKey,
  type KeySettings,
  type SecretKeys,
  type Secrets,
} from '../config/secrets.ts'
import type { Queryable } from '../db/queryable.ts'
import type { Transaction } from '../db/transaction.ts'
import { problem } from '../problem.ts'
import { insertStoredKey, shareStoredKey, someSealedSecrets, storedKey } from './queries.ts'
import { endpointBoxes, openWithAny, type SecretBox, secretBox } from './secret-box.ts'

const rowId = 'cursor'

export type OpenedKey = { cursorKey: Buffer; index: number }

/** null: sealed under none of these secret keys. `index` is that of the current one. */
export function openStored(keys: SecretKeys, sealed: Buffer): OpenedKey | null {
  const open = () => openWithAny(keys.keysFor('check').map(secretBox), sealed, rowId)
  const opened = open() ?? (keys.reload() ? open() : null)
  return opened && { cursorKey: Buffer.from(opened.secret, 'hex'), index: opened.index }
}

export function sealCursorKey(keys: SecretKeys, index: number, cursorKey: Buffer): Buffer {
  return secretBox(keyAt(keys, 'check', index)).seal(cursorKey.toString('hex'), rowId)
}

function keyAt(keys: SecretKeys, use: 'check' | 'cursor' | 'webhook', index: number): Buffer {
  const key = keys.keysFor(use)[index]
  if (!key) throw new Error(`there is no secret key with the index ${index}`)
  return key
}

/**
 * Seals endpoint secrets under the current secret key: the one that the key in the database is sealed under. It stays
 * current until the transaction ends, so a rotation finds everything that was sealed before it began.
 */
export async function currentBox(tx: Transaction, keys: SecretKeys): Promise<SecretBox> {
  const opened = openStored(keys, (await tx.one(shareStoredKey())).sealed)
  if (!opened) {
    throw problem('server/unavailable', {
      detail: 'This process does not have the current secret key.',
      headers: { 'retry-after': '30' },
    })
  }
  return secretBox(keyAt(keys, 'webhook', opened.index))
}

/**
 * Which of the secret keys sealed the endpoints' secrets. 'none': there is no endpoint; 'unknown': no secret opens.
 * One secret that opens is proof enough: others may be damaged.
 */
export async function findSealingKey(
  db: Queryable,
  keys: SecretKeys,
): Promise<{ index: number } | 'none' | 'unknown'> {
  const endpoints = await db.rows(someSealedSecrets())
  if (endpoints.length === 0) return 'none'
  const boxes = endpointBoxes(keys)
  for (const { id, secret } of endpoints) {
    const opened = openWithAny(boxes, secret, id)
    if (opened) return { index: opened.index }
  }
  return 'unknown'
}

// Verifies at start that the data was sealed with this secret key, by opening a key that the database keeps sealed
// under it. That key authenticates cursors and does not change when the secret key is rotated. The reasons are in
// docs/decisions/0008-secret-key.md.

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
