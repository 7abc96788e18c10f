// Seeds clients with any number of orders over five years, one in a hundred of them open. The triggers are bypassed, so
// the totals are computed afterwards.
import { portalScopes } from '@anden/contract'
import type { Db } from '../../../server/src/db/database.ts'
import { raw, sql } from '../../../server/src/db/sql.ts'
import { createClient } from '../../../server/src/identity/clients.ts'
import { issueApiKey } from '../../../server/src/identity/issue-keys.ts'

export type Orderer = { clientId: string; token: string; orders: number }

const bulkLimitMs = 900_000

export async function addOrderer(db: Db, orders: number): Promise<Orderer> {
  const details = { name: `Cliente ${orders}`, email: 'cliente@bench.example', cuit_dni: null }
  const { id: clientId } = await createClient(db, details)
  const { token } = await issueApiKey(db, { clientId, name: 'bench', scopes: [...portalScopes] })
  return { clientId, token, orders }
}

/** Writes a range of the orders, newest first; by default all of them. */
export async function fillOrders(
  db: Db,
  { clientId, orders }: Orderer,
  { from = 1, to = orders }: { from?: number; to?: number } = {},
): Promise<void> {
  const number = (value: number) => raw(String(value))
  await db.transaction(async (tx) => {
    await tx.allowSlowStatements(bulkLimitMs)
    const destinatario = await tx.one(sql<{ id: string }>`
      insert into destinatarios (id, client_id, name, name_folded)
      values (new_id(), ${clientId}, 'Vinoteca', 'vinoteca')
      returning id`)
    await tx.run(sql`alter table orders disable trigger user`)
    await tx.run(sql`
      insert into orders (id, client_id, order_number, status, destinatario_id, created_at)
      select new_id(), ${clientId}, 'PED-' || lpad(i::text, 7, '0'),
        case when i % 100 = 0 then 'pending' else 'delivered' end, ${destinatario.id},
        now() - i * (interval '5 years' / ${number(orders)})
      from generate_series(${number(from)}, ${number(to)}) as i`)
    await tx.run(sql`alter table orders enable trigger user`)
    await tx.rows(sql`select recount_totals()`)
  })
}
