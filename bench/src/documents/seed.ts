// Seeds printable remitos for a client that already has products and lots.
import type { Db } from '../../../server/src/db/database.ts'
import { sql } from '../../../server/src/db/sql.ts'

const linesEach = 10

/** Returns their ids. Rows are written directly, because the stock does not have to change. */
export async function seedRemitos(db: Db, clientId: string, count: number): Promise<string[]> {
  const ids = await db.transaction(async (tx) => {
    await tx.run(sql`set local session_replication_role = replica`)
    const added = await tx.rows(sql<{ id: string }>`
      insert into remitos (id, client_id, type, status, date, remito_number)
      select uuidv7(), ${clientId}, 'ingreso', 'issued', current_date, array['R 00003-' || lpad(number::text, 8, '0')]
      from generate_series(1, ${count}::int) as number
      returning id`)
    await tx.run(sql`
      insert into remito_items (id, remito_id, client_id, position, product_id, lot_id, quantity)
      select uuidv7(), remito.id, ${clientId}, line.position, line.product_id, line.lot_id, line.position
      from unnest(${added.map(({ id }) => id)}::uuid[]) as remito (id)
      cross join (
        select (row_number() over (order by id))::int as position, product_id, id as lot_id
        from lots where client_id = ${clientId} order by id limit ${linesEach}
      ) as line`)
    return added.map(({ id }) => id)
  })
  for (const table of [sql`remitos`, sql`remito_items`]) await db.run(sql`vacuum (analyze) ${table}`)
  return ids
}
