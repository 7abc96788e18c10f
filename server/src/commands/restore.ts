import { resolve } from 'node:path'
import type { Command } from 'commander'
import { openFileStorage } from '../attachments/storage.ts'
import { checkNeededKey, neededKey } from '../backup/needed-key.ts'
import { amounts, showProgress } from '../backup/progress.ts'
import { checkBackup } from '../backup/read-backup.ts'
import { restoreBackup } from '../backup/restore.ts'
import { configuredSecretKeys } from '../config/secrets.ts'
import { type Config, readConfig } from '../config/settings.ts'
import { openDatabase } from '../db/open.ts'
import type { Queryable } from '../db/pool.ts'
import { untilInterrupted } from './interrupted.ts'
import { type JsonOption, print, say, withJson } from './output.ts'

export function restoreCommand(program: Command) {
  withJson(
    program
      .command('restore')
      .description('bring a backup back, into an empty place only: all of it or nothing')
      .argument('<file>', 'what anden backup has written'),
  ).action(async (name: string, options: JsonOption) => {
    const file = resolve(name)
    const restored = await untilInterrupted((signal) => restore(file, readConfig(), signal))
    if (options.json) return print({ file, ...restored }, options)
    const rows = Object.values(restored.rows).reduce((sum, count) => sum + count, 0)
    say(`restored ${amounts({ rows, files: restored.files, bytes: restored.file_bytes })} of files`)
  })
}

async function restore(file: string, config: Config, signal: AbortSignal) {
  const checking = showProgress('checking the file', process.stderr)
  const backup = await checkBackup(file, checking, signal).finally(checking.end)
  const keys = await configuredSecretKeys(config)
  checkNeededKey(backup.manifest.secret_key_fingerprint, keys)
  const files = await openFileStorage(config)
  const progress = showProgress('restore', process.stderr)
  try {
    const { db, close } = await openDatabase(config, { say, schema: 'asIs' })
    try {
      const check = (restored: Queryable) => neededKey(restored, keys)
      const { migrations_applied } = await restoreBackup(file, backup, { db, files, progress, signal, check })
      const { created_at } = backup.manifest
      const { sha256: _, ...amounts } = backup.summary
      return { taken_at: created_at, ...amounts, migrations_applied }
    } finally {
      await close()
    }
  } finally {
    progress.end()
    files.close()
  }
}
