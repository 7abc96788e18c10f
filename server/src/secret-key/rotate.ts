// Changes the secret key under a running service. First the key in force: from then on, everything is sealed under
// the new one. Then what was sealed before, in batches. Cut short, it goes on where it stopped when it is run again.
import { rm } from 'node:fs/promises'
import { recordAudit } from '../audit/record.ts'
import { configuredSecretKeys, previousKeyFile, type SecretKeys } from '../config/secrets.ts'
import type { Config } from '../config/settings.ts'
import type { Db } from '../db/pool.ts'
import { type Resealed, resealEndpoints } from '../webhooks/reseal.ts'
import { openSecrets, wrongKey } from './open-secrets.ts'
import { lockStoredKey, replaceStoredKey } from './queries.ts'
import { replaceGeneratedKey } from './replace-generated-key.ts'
import { openStored, sealCursorKey } from './stored-key.ts'

// Any constant will do, as long as every process uses the same one.
const lockId = 7_263_548_112
const by = { actor: 'anden secret rotate', requestId: 'cli' }

type SettingsOfKeys = Pick<Config, 'secretKey' | 'previousSecretKey' | 'dataDir'>

export async function rotateSecretKey(db: Db, config: SettingsOfKeys): Promise<Resealed> {
  if (config.secretKey !== null && config.previousSecretKey === null) {
    throw new Error(
      'there is no new key to seal with: in every process, set SECRET_KEY to a new one (openssl rand -hex 32) and PREVIOUS_SECRET_KEY to the present one; then run this again with the same two',
    )
  }
  return oneAtATime(db, async () => {
    // A wrong key is refused before anything is replaced.
    await openSecrets(db, await configuredSecretKeys(config))
    if (config.secretKey === null) await replaceGeneratedKey(config.dataDir)
    const resealed = await resealAll(db, await configuredSecretKeys(config))
    if (config.secretKey === null) await rm(previousKeyFile(config.dataDir), { force: true })
    return resealed
  })
}

/** Under the first of the keys. */
export async function resealAll(db: Db, keys: SecretKeys): Promise<Resealed> {
  await db.transaction(async (tx) => {
    const opened = openStored(keys, (await tx.one(lockStoredKey())).sealed)
    if (!opened) throw wrongKey(keys)
    if (opened.index === 0) return
    await tx.run(replaceStoredKey(sealCursorKey(keys, 0, opened.cursorKey)))
    await recordAudit(tx, by, { clientId: null, action: 'secret.rotate', subjectId: null })
  })
  return resealEndpoints(db, keys)
}

/** On a connection of its own: the lock ends with it, whatever happens to this process. */
async function oneAtATime<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  const connection = await db.connect()
  try {
    const { rows } = await connection.query('select pg_try_advisory_lock($1) as locked', [lockId])
    if (!rows[0].locked) throw new Error('another rotation is running on this database: wait for its end')
    return await work()
  } finally {
    await connection.end()
  }
}
