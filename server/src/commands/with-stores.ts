import { type FileStorage, openFileStorage } from '../attachments/storage.ts'
import { type Progress, showProgress } from '../backup/progress.ts'
import type { Config } from '../config/settings.ts'
import type { Db } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import { say } from './output.ts'

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
