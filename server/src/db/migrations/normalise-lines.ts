// Brings the stored names, SKUs and lot numbers into the form that new ones have (`normalLine`). Rows are read in the order
// of their ids and written only if the form differs, which is so for few: after a crash it starts again, and skips what is
// already done. A row that would then equal another one stays as it is.
import { normalLine } from '@anden/contract/values'
import type pg from 'pg'
import { fold } from '../fold.ts'
import type { Retry } from './apply.ts'

const batchSize = 1_000
const firstId = '00000000-0000-0000-0000-000000000000'

type Column = {
  table: string
  column: string
  /** Sets the column of the row `$1` from `$2` to `$3`, with its fold `$4` if that is stored. */
  update: string
  isFolded?: true
}

const columns: readonly Column[] = [
  {
    table: 'products',
    column: 'sku',
    update: `
      update products set sku = $3
      where id = $1 and sku = $2 and not exists (
        select from products as other where other.client_id = products.client_id and other.sku = $3)`,
  },
  {
    table: 'lots',
    column: 'lot_number',
    update: `
      with changed as (
        update lots set lot_number = $3
        where id = $1 and lot_number = $2 and not exists (
          select from lots as other
          where other.product_id = lots.product_id and other.lot_number = $3
            and other.expiry_date is not distinct from lots.expiry_date
            and other.vintage_year is not distinct from lots.vintage_year)
        returning client_id, id)
      update search_terms set term = search_fold($3)
      from changed
      where search_terms.client_id = changed.client_id and kind = 'lot' and term = search_fold($2)
        and subject_id = changed.id`,
  },
  ...['products', 'destinatarios'].map((table) => ({
    table,
    column: 'name',
    update: `update ${table} set name = $3, name_folded = $4 where id = $1 and name = $2`,
    isFolded: true as const,
  })),
]

export async function normaliseLines(connection: pg.Client, retry: Retry): Promise<void> {
  for (const { table, column, update, isFolded } of columns) {
    for (let after: string | undefined = firstId; after !== undefined; ) {
      // The pattern is that of texts which may have another form.
      const { rows }: pg.QueryResult<{ id: string; text: string }> = await connection.query(
        `select id, ${column} as text from ${table}
         where id > $1 and ${column} ~ '[^ -~]|^ | $|  ' order by id limit $2`,
        [after, batchSize],
      )
      for (const { id, text } of rows) {
        const normal = normalLine(text)
        if (normal === text || normal === '') continue
        const values = [id, text, normal, ...(isFolded ? [fold(normal)] : [])]
        await retry(async () => {
          await connection.query(update, values)
        })
      }
      after = rows.at(-1)?.id
    }
  }
}
