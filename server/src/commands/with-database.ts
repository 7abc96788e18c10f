import { type Config, readConfig } from '../config/settings.ts'
import type { Db } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import { say } from './output.ts'

/** Runs a command on an up-to-date database, whether or not a server is using it. */
export async function withDatabase<Result>(
  work: (db: Db, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = readConfig()
  const database = await openDatabase(config, { schema: 'require', say })
  try {
    return await work(database.db, config)
  } finally {
    await database.close()
  }
}
