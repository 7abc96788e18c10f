import type { SecretKeys } from '../config/secrets.ts'
import type { Transaction } from '../db/transaction.ts'
import { problem } from '../problem.ts'
import { shareStoredKey } from './queries.ts'
import { type SecretBox, secretBox } from './secret-box.ts'
import { keyAt, openStored } from './stored-key.ts'

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
