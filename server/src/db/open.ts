// Opens the database, the embedded one or that of DATABASE_URL, in the state that a command needs.

import { shownServers } from '../config/server-urls.ts'
import { checkSchema } from './check-schema.ts'
import { createDb, type Db, type DbOptions } from './database.ts'
import { ownSetting } from './driver/connection-config.ts'
import { checkPooler, poolerSettingsFault } from './driver/pooler.ts'
import { joinCluster } from './embedded/cluster.ts'
import { hasCluster } from './embedded/home.ts'
import { requireUpToDate, SchemaError } from './migrations.ts'
import { sql } from './sql.ts'

type DatabaseSettings = { databaseUrl: string | null; databaseDirectUrl: string | null; dataDir: string }

export type Database = { db: Db; close(): Promise<void> }

type Options = {
  /** migrate: apply pending migrations. require: reject a schema that is not up to date. asIs: accept any. */
  schema: 'migrate' | 'require' | 'asIs'
  /** Whether the role gets the settings for the sessions of a pooler, as it does with `migrate`. */
  preparesPooler?: boolean
  /** The size of the pool. */
  maxConnections?: number
  onConnect?: DbOptions['onConnect']
  say?: (line: string) => void
  onError?: (error: Error) => void
}

export async function openDatabase(config: DatabaseSettings, options: Options): Promise<Database> {
  const cluster = config.databaseUrl ? null : await openCluster(config, options)
  const url = config.databaseUrl ?? cluster?.url ?? ''
  const directUrl = config.databaseDirectUrl
  const db = createDb({
    url,
    directUrl,
    maxConnections: options.maxConnections,
    onConnect: options.onConnect,
    onError: options.onError,
  })
  const close = async () => {
    await db.close()
    await cluster?.leave()
  }
  try {
    const { preparesPooler: adopt = options.schema === 'migrate' } = options
    if (directUrl) await checkPooler(db, { url, directUrl, adopt })
    await checkServer(db, config.databaseUrl)
    if (options.schema === 'migrate') {
      await checkSchema(db)
      // It loads the job queue, for the migrations that this has: a command that uses neither starts sooner.
      const { migrate } = await import('./migrate.ts')
      await migrate(db, { say: options.say })
      const fault = directUrl ? await poolerSettingsFault(db) : null
      if (fault) options.say?.(fault)
    }
    if (options.schema === 'require') await requireUpToDate(db)
    return { db, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** A command that needs data does not create a cluster: it would be empty. */
async function openCluster({ dataDir }: DatabaseSettings, { schema, say }: Options) {
  if (schema === 'require' && !(await hasCluster(dataDir))) {
    throw new SchemaError(
      `there is no database in ${dataDir} yet: run anden migrate first (anden serve does so, too)`,
    )
  }
  return joinCluster({ dataDir, say })
}

const minVersion = 15

const directAdvice = "set DATABASE_DIRECT_URL to the database's own address (pool_mode = transaction)"

/**
 * Rejects a server that is too old or has another encoding than UTF-8, and a pooler that is not known as one. Without a URL
 * it is the embedded one.
 */
async function checkServer(db: Db, url: string | null): Promise<void> {
  const where = url ? `the database of DATABASE_URL (${shownServers(url)})` : 'the database'
  const { version, encoding, own } = await db
    .one(
      sql<{ version: number; encoding: string; own: string | null }>`
        select current_setting('server_version_num')::int as version,
          current_setting('server_encoding') as encoding, current_setting(${ownSetting}, true) as own`,
    )
    .catch((error: Error) => {
      if (error.message.includes('unsupported startup parameter')) {
        throw new Error(`${where} is reached through a pooler: ${directAdvice}`, { cause: error })
      }
      const advice = url ? '; check that it is running and that DATABASE_URL is right' : ''
      throw new Error(`cannot reach ${where}: ${error.message}${advice}`, { cause: error })
    })
  if (version < minVersion * 10_000) {
    throw new Error(
      `${where} is PostgreSQL ${Math.floor(version / 10_000)}: ${minVersion} or newer is required`,
    )
  }
  if (!db.isPooled && own !== 'on') {
    throw new Error(
      `${where} is reached through a pooler that drops the settings of a session: ${directAdvice}`,
    )
  }
  if (encoding !== 'UTF8') throw new Error(`${where} has the encoding ${encoding}: create it with UTF8`)
}
