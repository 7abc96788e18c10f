import type { Queryable } from './pool.ts'
import { sql } from './sql.ts'

const minVersion = 15

/** Rejects a server that is too old or has another encoding than UTF-8. Without a URL it is the embedded one. */
export async function checkServer(db: Queryable, url: string | null): Promise<void> {
  const where = url ? `the database of DATABASE_URL (${hostOf(url)})` : 'the database'
  const { version, encoding } = await db
    .one(
      sql<{ version: number; encoding: string }>`
        select current_setting('server_version_num')::int as version,
          current_setting('server_encoding') as encoding`,
    )
    .catch((error: Error) => {
      const advice = url ? '; check that it is running and that DATABASE_URL is right' : ''
      throw new Error(`cannot reach ${where}: ${error.message}${advice}`, { cause: error })
    })
  if (version < minVersion * 10_000) {
    throw new Error(
      `${where} is PostgreSQL ${Math.floor(version / 10_000)}: ${minVersion} or newer is required`,
    )
  }
  if (encoding !== 'UTF8') throw new Error(`${where} has the encoding ${encoding}: create it with UTF8`)
}

function hostOf(url: string): string {
  const { host, pathname } = new URL(url)
  return host + pathname
}
