// What a command needs to work: the database (its own, or the one that DATABASE_URL names), migrated.
import type { Config } from './config.ts'
import { joinCluster } from './db/embedded/cluster.ts'
import { migrate } from './db/migrate.ts'
import { createDb, type Db } from './db/pool.ts'
import { sql } from './db/sql.ts'

export type Database = { db: Db; close(): Promise<void> }

type Options = {
  say?: (line: string) => void
  onError?: (error: Error) => void
  migrated?: boolean
}

export async function openDatabase(config: Config, options: Options = {}): Promise<Database> {
  const cluster = config.databaseUrl ? null : await joinCluster({ dataDir: config.dataDir, say: options.say })
  const db = createDb({ url: config.databaseUrl ?? cluster?.url ?? '', onError: options.onError })
  const close = async () => {
    await db.close()
    await cluster?.leave()
  }
  try {
    await checkServer(db, config)
    if (options.migrated ?? true) await migrate(db)
    return { db, close }
  } catch (error) {
    await close()
    throw error
  }
}

const oldestVersion = 15

async function checkServer(db: Db, config: Config) {
  const where = config.databaseUrl
    ? `the database of DATABASE_URL (${hostOf(config.databaseUrl)})`
    : 'the database'
  const { version, encoding } = await db
    .one(
      sql<{ version: number; encoding: string }>`
        select current_setting('server_version_num')::int as version,
          current_setting('server_encoding') as encoding`,
    )
    .catch((error: Error & { errors?: Error[] }) => {
      const reason = error.message || error.errors?.[0]?.message
      const advice = config.databaseUrl ? '; check that it runs and that DATABASE_URL is right' : ''
      throw new Error(`cannot reach ${where}: ${reason}${advice}`, { cause: error })
    })
  if (version < oldestVersion * 10_000) {
    throw new Error(
      `${where} is PostgreSQL ${Math.floor(version / 10_000)}: ${oldestVersion} or newer is needed`,
    )
  }
  if (encoding !== 'UTF8') throw new Error(`${where} has the encoding ${encoding}: create it with UTF8`)
}

function hostOf(url: string): string {
  const { host, pathname } = new URL(url)
  return host + pathname
}
