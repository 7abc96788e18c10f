// Before 0.1.0 there were 75 migrations. The baseline, migrations 0100 to 0111, creates the same schema at once. A database or a
// backup that has all 75, known by their checksums, has the baseline.
import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import type { AppliedMigration, Migration } from './read.ts'

const baseline = { first: 100, last: 111 }

export const isReplaced = ({ version }: AppliedMigration) => version < baseline.first
export const isOfBaseline = ({ version }: AppliedMigration) =>
  version >= baseline.first && version <= baseline.last

/** The migrations that the baseline has replaced, in the format of `sha256sum`. */
export async function replacedMigrations(): Promise<AppliedMigration[]> {
  const text = await readFile(new URL('../../../migrations/before_baseline.sha256', import.meta.url), 'utf8')
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
