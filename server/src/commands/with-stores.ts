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
