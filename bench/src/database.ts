// The database of a run: the embedded PostgreSQL with its default, durable settings, in a directory that is deleted at
// the end of the run.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDb, type Db } from '../../server/src/db/database.ts'
import { joinCluster } from '../../server/src/db/embedded/cluster.ts'
import { sweepOuterHomes } from '../../server/src/db/embedded/home.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { sql } from '../../server/src/db/sql.ts'
import type { RunScope } from './run-scope.ts'

export type BenchDatabase = {
  url: string
  db: Db
  postmasterPid: number
  version: string
  /** A directory for the files of the service, deleted at the end of the run. */
  filesDir: string
}

export async function startDatabase(scope: RunScope): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'anden-bench-'))
  scope.onClose(async () => {
    await rm(dataDir, { recursive: true, force: true })
    // If root starts a cluster, it is in a system directory, which is deleted once its data directory is gone.
    await sweepOuterHomes()
  })
  const cluster = await joinCluster({ dataDir, say: scope.log })
  scope.onClose(() => cluster.leave())
  const db = createDb({ url: cluster.url, maxConnections: 4 })
  scope.onClose(() => db.close())
  await migrate(db)
  const { pid, version } = await db.one(sql<{ pid: number; version: string }>`
    select split_part(pg_read_file('postmaster.pid'), E'\n', 1)::int as pid,
      split_part(current_setting('server_version'), ' ', 1) as version`)
  return { url: cluster.url, db, postmasterPid: pid, version, filesDir: join(dataDir, 'files') }
}
