// The sealed key in the database. Only the current secret key can open it.
import type { SecretKeys } from '../config/secrets.ts'
import { openWithAny, secretBox } from './secret-box.ts'

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
