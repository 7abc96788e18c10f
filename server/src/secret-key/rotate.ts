// Rotates the secret key while the service runs. The first step makes the new key current: from then on everything is
// sealed under it. Then everything sealed before is resealed, in batches. An interrupted rotation can be run again and
// continues where it stopped.
import { chown, readFile, rename, rm, stat } from 'node:fs/promises'
import { recordAudit } from '../audit/record.ts'
import {
  configuredSecretKeys,
  type KeySettings,
  newSecretKey,
  previousKeyFile,
  type SecretKeys,
  secretKeyFile,
} from '../config/secrets.ts'
import { writeDraft } from '../config/write-once.ts'
import type { Db } from '../db/database.ts'
import { openSecrets, wrongKey } from './open-secrets.ts'
import { lockStoredKey, replaceStoredKey } from './queries.ts'
import { type Resealed, resealEndpoints } from './reseal.ts'
import { openStored, sealCursorKey } from './stored-key.ts'

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
