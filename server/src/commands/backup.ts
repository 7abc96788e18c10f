import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { Summary } from '../backup/format.ts'
import { neededKey } from '../backup/needed-key.ts'
import { amountsOf } from '../backup/progress.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { configuredSecretKeys } from '../config/secrets.ts'
import { type Config, readConfig } from '../config/settings.ts'
import { version } from '../config/version.ts'
import type { Db } from '../db/pool.ts'
import { untilInterrupted } from './interrupted.ts'
import { type JsonOption, print, say, withJson } from './output.ts'
import { withStores } from './with-stores.ts'

export function backupCommand(program: Command) {
  withJson(
    program
      .command('backup')
      .description('save everything into one file: database and attachments; the service may run meanwhile')
      .argument('<file>', 'a file that does not exist yet; .tar.gz says what it is'),
  ).action(async (name: string, options: JsonOption) => {
    const file = resolve(name)
    if (await exists(file)) throw new Error(`${file} exists already: name another file, or remove it`)
    const summary = await untilInterrupted((signal) => backUp(file, readConfig(), signal))
    if (options.json) print({ file, ...summary }, options)
    else say(`${file}: ${amountsOf(summary)} of files`)
  })
}

/** On whatever schema is there: the backup before an upgrade is taken from one that is older than the code. */
async function backUp(file: string, config: Config, signal: AbortSignal): Promise<Summary> {
  return withStores(config, 'backup', async ({ db, files, progress }) => {
    const secretKeyFingerprint = await findNeededKey(db, config)
    return writeBackup(file, { db, files, version, secretKeyFingerprint, progress, signal })
  })
}

/** Whoever has lost the key needs a backup all the more. */
async function findNeededKey(db: Db, config: Config): Promise<string | null> {
  return neededKey(db, await configuredSecretKeys(config)).catch((error: Error) => {
    say(`WARNING: ${error.message}; this backup will not say which key it needs`)
    return null
  })
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )
