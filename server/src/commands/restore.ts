import { resolve } from 'node:path'
import type { Command } from 'commander'
import { checkNeededKey, neededKey } from '../backup/needed-key.ts'
import { amountsOf, showProgress } from '../backup/progress.ts'
import { checkBackup } from '../backup/read-backup.ts'
import { restoreBackup } from '../backup/restore.ts'
import { configuredSecretKeys } from '../config/secrets.ts'
import { type Config, readConfig } from '../config/settings.ts'
import type { Queryable } from '../db/queryable.ts'
import { type JsonOption, print, say, withJson } from './output.ts'
import { untilInterrupted, withStores } from './with-stores.ts'

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
