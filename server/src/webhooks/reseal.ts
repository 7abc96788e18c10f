import type { SecretKeys } from '../config/secrets.ts'
import type { Db, Transaction } from '../db/pool.ts'
import { lockSealedSecrets, replaceSealedSecrets, type SealedSecrets } from './queries.ts'
import { endpointBoxes, openWithAny, type SecretBox } from './secret-box.ts'

const batchSize = 200
const beforeAll = '00000000-0000-0000-0000-000000000000'

/** `unreadable` are sealed under none of the keys, and stay as they are. */
export type Resealed = { resealed: number; unreadable: number }

/** Every endpoint's secrets under the first of the keys, those of deleted ones too. */
export async function resealEndpoints(db: Db, keys: SecretKeys): Promise<Resealed> {
  const boxes = endpointBoxes(keys)
  const total = { resealed: 0, unreadable: 0 }
  for (let after: string | undefined = beforeAll; after !== undefined; ) {
    const batch: Batch = await db.transaction((tx) => resealBatch(tx, boxes, after ?? beforeAll))
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
    const secrets = [row.secret, row.previous_secret].map((sealed) => resealed(boxes, sealed, row.id))
    if (secrets.includes('unreadable')) unreadable += 1
    const [secret, previous] = secrets.map((one) => (one instanceof Buffer ? one : null))
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

/** null: there is nothing to do. */
function resealed(
  boxes: readonly SecretBox[],
  sealed: Buffer | null,
  endpointId: string,
): Buffer | 'unreadable' | null {
  if (!sealed) return null
  const opened = openWithAny(boxes, sealed, endpointId)
  if (!opened) return 'unreadable'
  return opened.index === 0 ? null : (boxes[0]?.seal(opened.secret, endpointId) ?? null)
}
