// Which of the configured secret keys is the current one: the one that opens the sealed key in the database.
import type { SecretKeys } from '../config/secrets.ts'
import type { Queryable } from '../db/queryable.ts'
import type { Transaction } from '../db/transaction.ts'
import { problem } from '../problem.ts'
import { shareStoredKey, someSealedSecrets } from './queries.ts'
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

export function keyAt(keys: SecretKeys, use: 'check' | 'cursor' | 'webhook', index: number): Buffer {
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
