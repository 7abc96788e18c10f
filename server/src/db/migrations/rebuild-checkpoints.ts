// Writes the stock checkpoints of entries that are older than checkpoints. Each batch locks its products briefly, in the
// order of their ids, as every movement does. After a crash it starts again: a rebuilt product is rebuilt to the same.
import type pg from 'pg'
import type { Retry } from './apply.ts'

const batchSize = 200
const firstId = '00000000-0000-0000-0000-000000000000'

export async function rebuildCheckpoints(connection: pg.Client, retry: Retry): Promise<void> {
  for (let after: string | undefined = firstId; after !== undefined; ) {
    const { rows }: pg.QueryResult<{ product_id: string }> = await connection.query(
      'select product_id from stock where product_id > $1 order by product_id limit $2',
      [after, batchSize],
    )
    const productIds = rows.map(({ product_id }) => product_id)
    await retry(
      async () => void (await connection.query('select rebuild_stock_checkpoints($1)', [productIds])),
    )
    after = productIds.at(-1)
  }
}
