import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { type FileStorage, openFileStorage } from '../attachments/storage.ts'
import type { Summary } from '../backup/format.ts'
import { checkNeededKey, neededKey } from '../backup/needed-key.ts'
import { amountsOf, type Progress, showProgress } from '../backup/progress.ts'
import { checkBackup } from '../backup/read-backup.ts'
import { restoreBackup } from '../backup/restore.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { configuredSecretKeys } from '../config/secrets.ts'
import { type Config, readConfig } from '../config/settings.ts'
import { version } from '../config/version.ts'
import type { Db } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import type { Queryable } from '../db/queryable.ts'
import { type JsonOption, print, say, withJson } from './output.ts'

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

export function restoreCommand(program: Command) {
  withJson(
    program
      .command('restore')
      .description('restore a backup into an empty database, all or nothing')
      .argument('<file>', 'a file written by anden backup'),
  ).action(async (name: string, options: JsonOption) => {
    const file = resolve(name)
    const restored = await untilInterrupted((signal) => restore(file, readConfig(), signal))
    if (options.json) return print({ file, ...restored }, options)
    say(`restored ${amountsOf(restored)} of files`)
  })
}

async function restore(file: string, config: Config, signal: AbortSignal) {
  const checking = showProgress('checking the file', process.stderr)
  const backup = await checkBackup(file, checking, signal).finally(checking.end)
  const keys = await configuredSecretKeys(config)
  checkNeededKey(backup.manifest.secret_key_fingerprint, keys)
  return withStores(config, 'restore', async ({ db, files, progress }) => {
    const check = (restored: Queryable) => neededKey(restored, keys)
    const { migrations_applied } = await restoreBackup(file, backup, { db, files, progress, signal, check })
    const { created_at } = backup.manifest
    const { sha256: _, ...amounts } = backup.summary
    return { taken_at: created_at, ...amounts, migrations_applied }
  })
}

type Stores = { db: Db; files: FileStorage; progress: Progress }

/** Opens everything that a backup contains: the files, and the database with any schema version. */
export async function withStores<Result>(
  config: Config,
  label: string,
  work: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  const files = await openFileStorage(config)
  const progress = showProgress(label, process.stderr)
  try {
    const { db, close } = await openDatabase(config, { say, schema: 'asIs' })
    try {
      return await work({ db, files, progress })
    } finally {
      await close()
    }
  } finally {
    progress.end()
    files.close()
  }
}

/** Runs long work so that Ctrl-C or a SIGTERM aborts it with a cleanup instead of killing it midway. */
export async function untilInterrupted<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const interrupted = new AbortController()
  const stop = (name: string) => interrupted.abort(new Error(`stopped by ${name}: nothing was changed`))
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  try {
    return await work(interrupted.signal)
  } catch (error) {
    // Streams reject with an AbortError whose cause is the reason.
    throw interrupted.signal.aborted ? interrupted.signal.reason : error
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
}
