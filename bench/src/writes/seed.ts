// Seeds clients with one recipient each, and with more stock than any run uses.
import { staffScopes } from '@anden/contract'
import type { Db } from '../../../server/src/db/database.ts'
import { sql } from '../../../server/src/db/sql.ts'
import { issueStaffKey } from '../../../server/src/identity/issue-keys.ts'
import { seedStock } from '../read-stock/seed.ts'

export type Writer = { clientId: string; token: string; destinatarioId: string; productIds: string[] }
export type SeededWriters = { staffToken: string; staffKeyId: string; writers: Writer[] }

const productsPerClient = 50
const bulkLimitMs = 300_000

export async function seedWriters(db: Db, clients: number): Promise<SeededWriters> {
  const { clientIds, tokens, shown } = await seedStock(db, clients, productsPerClient)
  const recipients = await db.transaction(async (tx) => {
    await tx.allowSlowStatements(bulkLimitMs)
    await tx.run(sql`set local session_replication_role = replica`)
    await tx.run(sql`update lots set quantity = 1000000 where expiry_date > current_date`)
    await tx.run(sql`
      update stock set quantity = total.quantity
      from (select product_id, sum(quantity) as quantity from lots group by product_id) as total
      where total.product_id = stock.product_id`)
    return tx.rows(sql<{ id: string; client_id: string }>`
      insert into destinatarios (id, client_id, name, name_folded)
      select new_id(), client_id, 'Vinoteca', 'vinoteca' from unnest(${clientIds}::uuid[]) as client_id
      returning id, client_id`)
  })
  for (const table of [sql`lots`, sql`stock`, sql`destinatarios`])
    await db.run(sql`vacuum (analyze) ${table}`)
  const recipientOf = new Map(recipients.map(({ id, client_id }) => [client_id, id]))
  const { token: staffToken, id: staffKeyId } = await issueStaffKey(db, {
    name: 'bench',
    scopes: staffScopes,
  })
  const writers = clientIds.map((clientId, i) => ({
    clientId,
    token: tokens[i] ?? '',
    destinatarioId: recipientOf.get(clientId) ?? '',
    productIds: shown[i] ?? [],
  }))
  return { staffToken, staffKeyId, writers }
}
