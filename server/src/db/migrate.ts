// Forward-only migrations: numbered SQL files, each in a transaction of its own, one process at a time.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { Logger, runMigrations } from 'graphile-worker'
import type pg from 'pg'
import type { Db } from './pool.ts'
import { queuePool } from './queue-pool.ts'

type Migration = { version: number; name: string; text: string; checksum: string }

const directory = new URL('../../migrations/', import.meta.url)
// Any constant will do, as long as every process uses the same one.
const lockId = 7_263_548_110
const statementLimitMs = 3_600_000

const quiet = new Logger(() => () => {})

class MigrationError extends Error {}

export async function migrate(db: Db): Promise<{ applied: string[] }> {
  const connection = await db.connect(statementLimitMs)
  try {
    await connection.query('set statement_timeout = 0')
    await connection.query('select pg_advisory_lock($1)', [lockId])
    await connection.query(`
      create table if not exists schema_migrations (
        version integer primary key,
        name text not null,
        checksum text not null,
        applied_at timestamptz(3) not null default now()
      )`)
    const applied = await applyMissing(connection)
    await migrateQueue(db.url)
    return { applied }
  } catch (error) {
    if (error instanceof MigrationError) throw error
    throw new MigrationError(`cannot bring the database up to date: ${(error as Error).message}`, {
      cause: error,
    })
  } finally {
    await connection.end()
  }
}

async function applyMissing(connection: pg.Client): Promise<string[]> {
  const migrations = await readMigrations()
  const { rows } = await connection.query<{ version: number; name: string; checksum: string }>(
    'select version, name, checksum from schema_migrations order by version',
  )
  const known = new Map(migrations.map((migration) => [migration.version, migration]))
  for (const done of rows) {
    const migration = known.get(done.version)
    if (!migration) {
      throw new MigrationError(
        `the database has migration ${done.name}, which this version of Andén does not know: run the newer version that made it`,
      )
    }
    if (migration.checksum !== done.checksum) {
      throw new MigrationError(
        `migration ${done.name} was changed after it was applied: restore the file as it was, and put the change into a new migration`,
      )
    }
  }
  const applied = new Set(rows.map((done) => done.version))
  const missing = migrations.filter((migration) => !applied.has(migration.version))
  for (const migration of missing) await apply(connection, migration)
  return missing.map((migration) => migration.name)
}

async function apply(connection: pg.Client, { version, name, text, checksum }: Migration) {
  await connection.query('begin')
  try {
    await connection.query(text)
    await connection.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
      version,
      name,
      checksum,
    ])
    await connection.query('commit')
  } catch (error) {
    await connection.query('rollback')
    throw new MigrationError(`migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}

async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => /^\d{4}_.+\.sql$/.test(file)).sort()
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, directory), 'utf8')
      return {
        version: Number(file.slice(0, 4)),
        name: file.replace(/\.sql$/, ''),
        text,
        checksum: createHash('sha256').update(text).digest('hex'),
      }
    }),
  )
}

/** The job queue brings migrations of its own. The pool is ours, so that it is gone when we are done. */
async function migrateQueue(url: string) {
  const pool = queuePool(url, { maxConnections: 2, limitMs: statementLimitMs, onError: () => {} })
  try {
    await runMigrations({ pgPool: pool, logger: quiet })
  } finally {
    await pool.end()
  }
}
