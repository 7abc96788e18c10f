// Seeds clients with products, stock and lots, some of them expired. Rows are written directly, with the sums that the
// ledger would have produced: going through the ledger would take a minute.
import { portalScopes } from '@anden/contract'
import type { Db } from '../../../server/src/db/database.ts'
import { sql } from '../../../server/src/db/sql.ts'
import type { Transaction } from '../../../server/src/db/transaction.ts'
import { createClient } from '../../../server/src/identity/clients.ts'
import { issueApiKey } from '../../../server/src/identity/issue-keys.ts'

export type Seeded = {
  clientIds: string[]
  /** One key per client. */
  tokens: string[]
  /** The products on each client's first page. */
  shown: string[][]
}

const productsPerClient = 250
const bulkLimitMs = 300_000

export async function seedStock(db: Db, clients: number, pageSize: number): Promise<Seeded> {
  const { ids, tokens } = await db.transaction(async (tx) => {
    await tx.allowSlowStatements(bulkLimitMs)
    const created = await addClients(tx, clients)
    await addProducts(tx, created.ids)
    return created
  })
  // Otherwise autovacuum would do this during the measurement.
  for (const table of [sql`products`, sql`stock`, sql`lots`, sql`client_versions`]) {
    await db.run(sql`vacuum (analyze) ${table}`)
  }
  await db.run(sql`checkpoint`)
  return { clientIds: ids, tokens, shown: await shownProducts(db, ids, pageSize) }
}

async function addClients(tx: Transaction, count: number) {
  const ids: string[] = []
  const tokens: string[] = []
  for (let number = 1; number <= count; number++) {
    const client = await createClient(tx, {
      name: `Cliente ${number}`,
      email: `cliente${number}@bench.example`,
      cuit_dni: null,
    })
    const key = await issueApiKey(tx, { clientId: client.id, name: 'bench', scopes: portalScopes })
    ids.push(client.id)
    tokens.push(key.token)
  }
  return { ids, tokens }
}

async function addProducts(tx: Transaction, clientIds: string[]) {
  await tx.run(sql`set local session_replication_role = replica`)
  await tx.run(sql`
    insert into products (id, client_id, name, sku, unit_type)
    select uuidv7(), client_id, 'Malbec Reserva ' || number || ' 750 ml',
      'MAL-' || lpad(number::text, 5, '0'), 'caja'
    from unnest(${clientIds}::uuid[]) as client_id cross join generate_series(1, ${productsPerClient}::int) as number
    order by client_id, number`)
  await tx.run(sql`
    insert into lots (id, client_id, product_id, lot_number, quantity, expiry_date, source_type)
    select uuidv7(), client_id, id, 'L' || number, 24.5,
      current_date + case number when 1 then 300 else -30 end, 'remito_ingreso'
    from products cross join generate_series(1, 2) as number
    where number = 1 or right(sku, 1) = '0'
    order by client_id, sku`)
  await tx.run(sql`
    insert into stock (product_id, client_id, quantity)
    select product_id, client_id, sum(quantity) from lots group by client_id, product_id order by product_id`)
}

async function shownProducts(db: Db, clientIds: string[], pageSize: number): Promise<string[][]> {
  const rows = await db.rows(sql<{ client_id: string; ids: string[] }>`
    select client_id, array_agg(id::text order by sku, id) as ids
    from products
    where client_id = any(${clientIds})
    group by client_id`)
  const byClient = new Map(rows.map(({ client_id, ids }) => [client_id, ids.slice(0, pageSize)]))
  return clientIds.map((id) => byClient.get(id) ?? [])
}
