// Updates the stored folds of names to what `fold` returns now. Rows are read in the order of their ids and written
// only if the fold differs: after a crash it starts again, and skips what is already done.
import type pg from 'pg'
import { fold } from '../fold.ts'
import type { Retry } from './apply.ts'

const tables = ['destinatarios', 'products'] as const
const batchSize = 1_000
const firstId = '00000000-0000-0000-0000-000000000000'

type Named = { id: string; name: string; name_folded: string }

export async function refoldNames(connection: pg.Client, retry: Retry): Promise<void> {
  for (const table of tables) {
    for (let after: string | undefined = firstId; after !== undefined; ) {
      const { rows }: pg.QueryResult<Named> = await connection.query(
        `select id, name, name_folded from ${table} where id > $1 order by id limit $2`,
        [after, batchSize],
      )
      const stale = rows.filter(({ name, name_folded }) => fold(name) !== name_folded)
      if (stale.length > 0) await retry(() => refold(connection, table, stale))
      after = rows.at(-1)?.id
    }
  }
}

/** Skips a name that was changed in the meantime: that change has stored a current fold. */
async function refold(connection: pg.Client, table: (typeof tables)[number], stale: readonly Named[]) {
  await connection.query(
    `update ${table} set name_folded = refolded.name_folded
     from unnest($1::uuid[], $2::text[], $3::text[]) as refolded (id, name, name_folded)
     where ${table}.id = refolded.id and ${table}.name = refolded.name`,
    [stale.map(({ id }) => id), stale.map(({ name }) => name), stale.map(({ name }) => fold(name))],
  )
}
