import type { SecretKeys } from '../config/secrets.ts'
import type { Queryable } from '../db/queryable.ts'
import { someSealedSecrets } from './queries.ts'
import { endpointBoxes, openWithAny } from './secret-box.ts'

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
