import type { SecretKeys } from '../config/secrets.ts'
import type { Transaction } from '../db/pool.ts'
import { problem } from '../problem.ts'
import { type SecretBox, secretBox } from '../webhooks/secret-box.ts'
import { shareStoredKey } from './queries.ts'
import { keyAt, openStored } from './stored-key.ts'

/**
 * Seals endpoints' secrets under the secret key in force: the one that the database's own key is sealed under. It
 * stays in force until the transaction ends, so a rotation finds whatever was sealed before it began.
 */
export async function boxInForce(tx: Transaction, keys: SecretKeys): Promise<SecretBox> {
  const opened = openStored(keys, (await tx.one(shareStoredKey())).sealed)
  if (!opened) {
    throw problem('server/unavailable', {
      detail: 'This process does not have the current secret key.',
      headers: { 'retry-after': '30' },
    })
  }
  return secretBox(keyAt(keys, 'webhook', opened.index))
}
