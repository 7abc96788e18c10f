import type { SecretKeys } from '../config/secrets.ts'
import type { Db } from '../db/database.ts'
import type { Transaction } from '../db/transaction.ts'
import { lockSealedSecrets, replaceSealedSecrets, type SealedSecrets } from './queries.ts'
import { endpointBoxes, openWithAny, type SecretBox } from './secret-box.ts'

const batchSize = 200
const lowestId = '00000000-0000-0000-0000-000000000000'

/** `unreadable`: endpoints with a secret that none of the keys opens; that secret is left unchanged. */
export type Resealed = { resealed: number; unreadable: number }

/** Re-encrypts every endpoint's secrets under the first key, those of deleted endpoints included. */
export async function resealEndpoints(db: Db, keys: SecretKeys): Promise<Resealed> {
  const boxes = endpointBoxes(keys)
  const total = { resealed: 0, unreadable: 0 }
  for (let after: string | undefined = lowestId; after !== undefined; ) {
    const batch: Batch = await db.transaction((tx) => resealBatch(tx, boxes, after ?? lowestId))
    total.resealed += batch.resealed
    total.unreadable += batch.unreadable
    after = batch.last
  }
  return total
}

type Batch = Resealed & { last: string | undefined }

async function resealBatch(tx: Transaction, boxes: readonly SecretBox[], after: string): Promise<Batch> {
  const rows = await tx.rows(lockSealedSecrets(after, batchSize))
  const changed: SealedSecrets[] = []
  let unreadable = 0
  for (const row of rows) {
    const secrets = [row.secret, row.previous_secret].map((sealed) => reseal(boxes, sealed, row.id))
    if (secrets.includes('unreadable')) unreadable += 1
    const [secret, previous] = secrets.map((result) => (result instanceof Buffer ? result : null))
    if (secret || previous) {
      changed.push({
        id: row.id,
        secret: secret ?? row.secret,
        previous_secret: previous ?? row.previous_secret,
      })
    }
  }
  if (changed.length > 0) await tx.run(replaceSealedSecrets(changed))
  return { resealed: changed.length, unreadable, last: rows.at(-1)?.id }
}

/** null: nothing to do. */
function reseal(
  boxes: readonly SecretBox[],
  sealed: Buffer | null,
  endpointId: string,
): Buffer | 'unreadable' | null {
  if (!sealed) return null
  const opened = openWithAny(boxes, sealed, endpointId)
  if (!opened) return 'unreadable'
  return opened.index === 0 ? null : (boxes[0]?.seal(opened.secret, endpointId) ?? null)
}
