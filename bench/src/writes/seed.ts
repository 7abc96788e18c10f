// The two kinds of writes, as requests and as ids in their statements.
import { staffScopes } from '@anden/contract'
import type { Db } from '../../../server/src/db/database.ts'
import { sql } from '../../../server/src/db/sql.ts'
import { issueStaffKey } from '../../../server/src/identity/issue-keys.ts'
import { seedStock } from '../read-stock/seed.ts'

export type Kind = {
  name: string
  path: string
  /** At least one per connection. */
  tokens: string[]
  bodiesOf(token: string, connection: number): string[]
  /** The ids in the statements of the first body of the first token. */
  known: string[]
  /** The values that replace these ids in other transactions. */
  replacements: string[][]
}

const linesPerOrder = 5

export function writeKinds({ staffToken, staffKeyId, writers }: SeededWriters): Kind[] {
  const byToken = new Map(writers.map((writer) => [writer.token, writer]))
  const payment = ({ clientId }: Writer) =>
    JSON.stringify({ client_id: clientId, amount: 1821.5, payment_method: 'transferencia' })
  const payments: Kind = {
    name: 'POST /payments',
    path: '/api/v1/backoffice/payments',
    tokens: writers.map(() => staffToken),
    // Each connection starts with a different client.
    bodiesOf: (_, connection) => [payment(writers[connection % writers.length] as Writer)],
    known: [staffKeyId, writers[0]?.clientId ?? ''],
    replacements: writers.map(({ clientId }) => [staffKeyId, clientId]),
  }
  const ordered = writers.flatMap((writer) => linesOf(writer).map((productIds) => ({ writer, productIds })))
  const idsOf = ({ writer, productIds }: (typeof ordered)[number]) => [
    writer.clientId,
    writer.destinatarioId,
    ...productIds,
  ]
  const orders: Kind = {
    name: 'POST /orders, five lines',
    path: '/api/v1/portal/orders',
    tokens: writers.map(({ token }) => token),
    bodiesOf(token) {
      const writer = byToken.get(token) as Writer
      return linesOf(writer).map((productIds) => orderOf(writer, productIds))
    },
    known: ordered[0] ? idsOf(ordered[0]) : [],
    replacements: interleaved(ordered, linesOf(writers[0] as Writer).length).map(idsOf),
  }
  return [payments, orders]
}

const orderOf = ({ destinatarioId }: Writer, productIds: readonly string[]) =>
  JSON.stringify({
    destinatario_id: destinatarioId,
    items: productIds.map((product_id) => ({ product_id, quantity: 1 })),
  })

/** The products of a client in groups of five. */
function linesOf({ productIds }: Writer): string[][] {
  const groups = Math.floor(productIds.length / linesPerOrder)
  return Array.from({ length: groups }, (_, i) =>
    productIds.slice(i * linesPerOrder, (i + 1) * linesPerOrder),
  )
}

/** The first element of every client, then the second, so that no two consecutive ones belong to the same client. */
function interleaved<One>(all: readonly One[], each: number): One[] {
  return Array.from({ length: each }, (_, turn) => all.filter((_one, i) => i % each === turn)).flat()
}

// Seeds clients with one recipient each, and with more stock than any run uses.

type Writer = { clientId: string; token: string; destinatarioId: string; productIds: string[] }
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
