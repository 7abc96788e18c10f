// The migrations of this version are numbered SQL files. If the first line is `-- outside a transaction`, the file
// is run statement by statement (see migrate.ts). Otherwise it is run as a whole, in one transaction.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import type { Queryable } from './queryable.ts'
import { sql } from './sql.ts'

export type Migration = {
  version: number
  name: string
  text: string
  checksum: string
  isOnline: boolean
}

/** The part of a migration that a database or a backup records. */
export type AppliedMigration = Pick<Migration, 'version' | 'name' | 'checksum'>

const directory = new URL('../../migrations/', import.meta.url)

export async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(directory)).filter((file) => /^\d{4}_.+\.sql$/.test(file)).sort()
  return Promise.all(
    files.map(async (file) =>
      parseMigration(file.replace(/\.sql$/, ''), await readFile(new URL(file, directory), 'utf8')),
    ),
  )
}

export function parseMigration(name: string, text: string): Migration {
  return {
    version: Number(name.slice(0, 4)),
    name,
    text,
    checksum: createHash('sha256').update(text).digest('hex'),
    isOnline: /^-- outside a transaction\s*\n/.test(text),
  }
}

// Compares the schema of a database with this version: the same, older (migrations are pending), or newer, which every
// command rejects.

// Before 0.1.0 there were 75 migrations. The baseline, migrations 0100 to 0111, creates the same schema at once. A database or a
// backup that has all 75, known by their checksums, has the baseline.
const baseline = { first: 100, last: 111 }

const isReplaced = ({ version }: AppliedMigration) => version < baseline.first
export const isOfBaseline = ({ version }: AppliedMigration) =>
  version >= baseline.first && version <= baseline.last

/** The migrations that the baseline has replaced, in the format of `sha256sum`. */
export async function replacedMigrations(): Promise<AppliedMigration[]> {
  const text = await readFile(new URL('../../migrations/before_baseline.sha256', import.meta.url), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [checksum = '', name = ''] = line.split('  ')
      return { version: Number(name.slice(0, 4)), name, checksum }
    })
}

/** Records the baseline in place of what it has replaced. */
export async function markBaseline(connection: pg.Client, known: readonly Migration[]): Promise<void> {
  const marked = known.filter(isOfBaseline)
  await connection.query(
    `with replaced as (delete from schema_migrations where version < $1)
     insert into schema_migrations (version, name, checksum)
     select version, name, checksum from unnest($2::integer[], $3::text[], $4::text[]) as marked (version, name, checksum)`,
    [
      baseline.first,
      marked.map(({ version }) => version),
      marked.map(({ name }) => name),
      marked.map(({ checksum }) => checksum),
    ],
  )
}

export class SchemaError extends Error {}

export type SchemaState = {
  pending: Migration[]
  isEmpty: boolean
  /** The database has the migrations that the baseline has replaced: the baseline is to be recorded instead of them. */
  hasReplaced: boolean
}

/** Read-only. Throws if this version cannot migrate the database. */
export async function schemaState(db: Queryable, migrations?: readonly Migration[]): Promise<SchemaState> {
  const known = migrations ?? (await readMigrations())
  const recorded = await appliedMigrations(db)
  const applied = await recognise('the database', recorded, known)
  const done = new Set(applied.map(({ version }) => version))
  return {
    pending: known.filter(({ version }) => !done.has(version)),
    isEmpty: applied.length === 0,
    hasReplaced: recorded.some(isReplaced),
  }
}

const remedies = {
  'the database': 'start that version on it once, and then this one',
  'the backup': 'restore it with that version, and back it up again',
}

/**
 * Finds what a database or a backup has of the migrations of this version. Throws if it has a migration that is unknown here or differs
 * from ours, or only some of those that the baseline has replaced.
 */
export async function recognise(
  where: keyof typeof remedies,
  recorded: readonly AppliedMigration[],
  known: readonly Migration[],
): Promise<AppliedMigration[]> {
  const earlier = recorded.filter(isReplaced)
  const replaced = earlier.length > 0 ? await replacedMigrations() : []
  checkKnown(where, recorded, [...replaced, ...known])
  if (earlier.length === 0) return [...recorded]
  if (earlier.length < replaced.length) {
    const last = replaced.at(-1)?.name
    throw new SchemaError(
      `${where} is older than the last version of Andén before 0.1.0, whose last migration is ${last}: ${remedies[where]}`,
    )
  }
  return [...known.filter(isOfBaseline), ...recorded.filter((migration) => !isReplaced(migration))]
}

function checkKnown(
  where: string,
  recorded: readonly AppliedMigration[],
  known: readonly AppliedMigration[],
) {
  const byVersion = new Map(known.map((migration) => [migration.version, migration]))
  for (const { version, name, checksum } of recorded) {
    const migration = byVersion.get(version)
    if (!migration) {
      throw new SchemaError(
        `${where} has migration ${name}, which this version of Andén does not know: run the newer version that applied it`,
      )
    }
    if (migration.checksum !== checksum) {
      throw new SchemaError(
        `migration ${name} was changed after it was applied: restore the original file, and put the change into a new migration`,
      )
    }
  }
}

/** Commands that do not migrate call this first. */
export async function requireUpToDate(db: Queryable): Promise<void> {
  const { pending, isEmpty } = await schemaState(db)
  if (isEmpty)
    throw new SchemaError('the database is empty: run anden migrate first (anden serve does so, too)')
  if (pending.length > 0) {
    throw new SchemaError(
      `the database is older than this version of Andén (${pendingText(pending)}): run anden migrate first (anden serve does so, too)`,
    )
  }
}

export function pendingText(pending: readonly Migration[]): string {
  const names = pending.map(({ name }) => name).join(', ')
  return pending.length === 1
    ? `1 migration pending: ${names}`
    : `${pending.length} migrations pending: ${names}`
}

/** The migrations that are recorded in the database. */
export async function appliedMigrations(db: Queryable): Promise<AppliedMigration[]> {
  const { exists } = await db.one(
    sql<{ exists: boolean }>`select to_regclass('schema_migrations') is not null as exists`,
  )
  if (!exists) return []
  return db.rows(
    sql<AppliedMigration>`select version, name, checksum from schema_migrations order by version`,
  )
}
