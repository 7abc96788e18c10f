import { shownServers } from '../../config/database-url.ts'
import type { Db } from '../database.ts'
import { sql } from '../sql.ts'
import { ownSetting } from './connection-config.ts'

const minVersion = 15

const directAdvice = "set DATABASE_DIRECT_URL to the database's own address (pool_mode = transaction)"

/**
 * Rejects a server that is too old or has another encoding than UTF-8, and a pooler that is not known as one. Without a URL
 * it is the embedded one.
 */
export async function checkServer(db: Db, url: string | null): Promise<void> {
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
