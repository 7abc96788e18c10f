// Rotates the secret key while the service runs. The first step makes the new key current: from then on everything is
// sealed under it. Then everything sealed before is resealed, in batches. An interrupted rotation can be run again and
// continues where it stopped.
import { chown, readFile, rename, rm, stat } from 'node:fs/promises'
import { recordAudit } from '../audit/record.ts'
import { writeDraft } from '../config/data-dir.ts'
import {
  configuredSecretKeys,
  type KeySettings,
  newSecretKey,
  previousKeyFile,
  type SecretKeys,
  secretKeyFile,
} from '../config/secrets.ts'
import type { Db } from '../db/database.ts'
import type { Transaction } from '../db/transaction.ts'
import {
  lockSealedSecrets,
  lockStoredKey,
  replaceSealedSecrets,
  replaceStoredKey,
  type SealedSecrets,
} from './queries.ts'
import { endpointBoxes, headersRow, openWithAny, type SecretBox } from './secret-box.ts'
import { openSecrets, openStored, sealCursorKey, wrongKey } from './stored-key.ts'

// An arbitrary constant, the same in every process.
const lockId = 7_263_548_112
const by = { actor: 'anden secret rotate', requestId: 'cli' }

export async function rotateSecretKey(db: Db, config: KeySettings): Promise<Resealed> {
  if (config.secretKey !== null && config.previousSecretKey === null) {
    throw new Error(
      'there is no new key: in every process, set SECRET_KEY to a new one (openssl rand -hex 32) and PREVIOUS_SECRET_KEY to the current one; then run this again with the same two settings',
    )
  }
  return oneAtATime(db, async () => {
    // Rejects a wrong key before anything is replaced.
    await openSecrets(db, await configuredSecretKeys(config))
    if (config.secretKey === null) await replaceGeneratedKey(config.dataDir)
    const resealed = await resealAll(db, await configuredSecretKeys(config))
    if (config.secretKey === null) await rm(previousKeyFile(config.dataDir), { force: true })
    return resealed
  })
}

/** Reseals everything under the first of the keys. */
export async function resealAll(db: Db, keys: SecretKeys): Promise<Resealed> {
  await db.transaction(async (tx) => {
    const opened = openStored(keys, (await tx.one(lockStoredKey())).sealed)
    if (!opened) throw wrongKey(keys)
    if (opened.index === 0) return
    await tx.run(replaceStoredKey(sealCursorKey(keys, 0, opened.cursorKey)))
    recordAudit(tx, by, { clientId: null, action: 'secret.rotate', subjectId: null })
  })
  return resealEndpoints(db, keys)
}

/** On a dedicated connection: the lock is released with it, even if this process dies. */
async function oneAtATime<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  const connection = await db.connect()
  try {
    const { rows } = await connection.query('select pg_try_advisory_lock($1) as locked', [lockId])
    if (!rows[0].locked)
      throw new Error('another rotation is running on this database: wait until it is done')
    return await work()
  } finally {
    await connection.end()
  }
}

/**
 * Replaces the generated key with a new one, and keeps the old one in a second file. If an interrupted rotation has
 * left both, there is nothing to do.
 */
async function replaceGeneratedKey(dataDir: string): Promise<void> {
  const [file, previous] = [secretKeyFile(dataDir), previousKeyFile(dataDir)]
  const current = await readFile(file, 'utf8')
  const before = await readFile(previous, 'utf8').catch(() => current)
  if (before !== current) return
  await replaceFile(previous, current, file)
  await replaceFile(file, newSecretKey(), file)
}

/** Atomically, and with the same owner: the service may run as a different user than this command. */
async function replaceFile(file: string, content: string, like: string) {
  const { uid, gid } = await stat(like)
  const draft = await writeDraft(file, content)
  await chown(draft, uid, gid)
  await rename(draft, file)
}

const batchSize = 200
const lowestId = '00000000-0000-0000-0000-000000000000'

/** `unreadable`: endpoints with a secret or headers that none of the keys opens; these are left unchanged. */
export type Resealed = { resealed: number; unreadable: number }

/** Re-encrypts every endpoint's secrets under the first key, those of deleted endpoints included. */
async function resealEndpoints(db: Db, keys: SecretKeys): Promise<Resealed> {
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
    const results = [
      reseal(boxes, row.secret, row.id),
      reseal(boxes, row.previous_secret, row.id),
      reseal(boxes, row.own_headers, headersRow(row.id)),
    ]
    if (results.includes('unreadable')) unreadable += 1
    const [secret, previous, headers] = results.map((result) => (result instanceof Buffer ? result : null))
    if (secret || previous || headers) {
      changed.push({
        id: row.id,
        secret: secret ?? row.secret,
        previous_secret: previous ?? row.previous_secret,
        own_headers: headers ?? row.own_headers,
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
  rowId: string,
): Buffer | 'unreadable' | null {
  if (!sealed) return null
  const opened = openWithAny(boxes, sealed, rowId)
  if (!opened) return 'unreadable'
  return opened.index === 0 ? null : (boxes[0]?.seal(opened.secret, rowId) ?? null)
}
