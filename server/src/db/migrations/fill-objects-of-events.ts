// Gives existing events the id of the object that they carry, as events/object-id.ts does for new ones. Rows are read in
// the order of their ids, and only those without an object are written: after a crash it starts again, and skips what
// is already done. Events older than the list shows stay as they are.
import type pg from 'pg'
import type { Retry } from './apply.ts'

const batchSize = 1_000
const firstId = '00000000-0000-0000-0000-000000000000'

export async function fillObjectsOfEvents(connection: pg.Client, retry: Retry): Promise<void> {
  let after = firstId
  for (;;) {
    const last = await endOfBatch(connection, after)
    if (last === undefined) return
    await retry(() => fillBatch(connection, after, last))
    after = last
  }
}

/** The last of the next ids, or undefined if there are none. */
async function endOfBatch(connection: pg.Client, after: string): Promise<string | undefined> {
  const { rows } = await connection.query<{ id: string }>(
    'select id from events where id > $1 order by id limit $2',
    [after, batchSize],
  )
  return rows.at(-1)?.id
}

async function fillBatch(connection: pg.Client, after: string, last: string): Promise<void> {
  await connection.query(
    `update events
     set object_id = (body::json -> 'data' -> 'object' ->> case split_part(type, '.', 1)
       when 'stock' then 'product_id' when 'lot' then 'lot_id' else 'id' end)::uuid
     where id > $1 and id <= $2 and object_id is null and created_at > now() - interval '31 days'
       and split_part(type, '.', 1) in ('order', 'remito', 'stock', 'lot')`,
    [after, last],
  )
}
