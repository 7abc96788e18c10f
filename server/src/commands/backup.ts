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
import type { Db } from '../db/database.ts'
import { type JsonOption, print, say, withJson } from './output.ts'
import { untilInterrupted, withStores } from './with-stores.ts'

export function backupCommand(program: Command) {
  withJson(
    program
      .command('backup')
      .description('save the database and the attachments into one file, while the service runs')
      .argument('<file>', 'the file to create, for example backup.tar.gz'),
  ).action(async (name: string, options: JsonOption) => {
    const file = resolve(name)
    if (await exists(file)) throw new Error(`${file} already exists: choose another name, or delete it`)
    const summary = await untilInterrupted((signal) => backUp(file, readConfig(), signal))
    if (options.json) print({ file, ...summary }, options)
    else say(`${file}: ${amountsOf(summary)} of files`)
  })
}

/** Works with any schema version: the backup before an upgrade is taken from one that is older than the code. */
async function backUp(file: string, config: Config, signal: AbortSignal): Promise<Summary> {
  return withStores(config, 'backup', async ({ db, files, progress }) => {
    const secretKeyFingerprint = await findNeededKey(db, config)
    return writeBackup(file, { db, files, version, secretKeyFingerprint, progress, signal })
  })
}

/** A missing key is only a warning: an operator who has lost it needs the backup even more. */
async function findNeededKey(db: Db, config: Config): Promise<string | null> {
  return neededKey(db, await configuredSecretKeys(config)).catch((error: Error) => {
    say(`WARNING: ${error.message}; this backup does not record which key it needs`)
    return null
  })
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )
