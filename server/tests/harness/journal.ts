import { expect } from 'vitest'
import type { Db } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { expectEventsMatch } from './expect-events.ts'
import { expectInvariants } from './invariants.ts'

/** The service's responses, to be compared with the database afterwards. */
export type Journal = {
  orders: { id: string; status: string; packages?: number; updates?: number }[]
  notices: { id: string; status: string }[]
  returns: { id: string; status: string }[]
  /** Those that won, and how many files they had. */
  acceptances: { remitoId: string; submissionId: string; files: number }[]
  ingresos: string[]
  egresos: string[]
  payments: string[]
  reversals: string[]
  /** Without a key, a destinatario that was sent twice may exist twice. */
  destinatarios: { answered: number; attempts: number }
  attachments: { answered: string[]; attempts: number }
}

export const emptyJournal = (): Journal => ({
  orders: [],
  notices: [],
  returns: [],
  acceptances: [],
  ingresos: [],
  egresos: [],
  payments: [],
  reversals: [],
  destinatarios: { answered: 0, attempts: 0 },
  attachments: { answered: [], attempts: 0 },
})

// The database contains what the journal of answered requests says: nothing is missing or duplicated, and every change has
// its events and its audit entry.

export async function expectJournalMatches(db: Db, journal: Journal, clients: readonly { id: string }[]) {
  const ids = async (statement: ReturnType<typeof sql<{ id: string }>>) =>
    (await db.rows(statement)).map(({ id }) => id)

  const orders = await db.rows(sql<{ id: string }>`
    select id, status, packages,
      (select count(*)::int from order_changes change where change.order_id = orders.id) as updates
    from orders
    order by id`)
  const noted = journal.orders.map((order) => ({ packages: null, updates: 0, ...order }))
  expect(orders).toEqual(noted.sort((a, b) => (a.id < b.id ? -1 : 1)))
  const notices = await db.rows(
    sql<{ id: string; status: string }>`select id, status from inbound_notices order by id`,
  )
  expect(notices).toEqual([...journal.notices].sort((a, b) => (a.id < b.id ? -1 : 1)))
  const returns = await db.rows(
    sql<{ id: string; status: string }>`select id, status from returns order by id`,
  )
  expect(returns).toEqual([...journal.returns].sort((a, b) => (a.id < b.id ? -1 : 1)))
  // One ingreso of each client is its opening stock.
  const ingresos = sql<{ id: string }>`
    select id from remitos where type = 'ingreso' order by created_at, id offset ${clients.length}`
  expect((await ids(ingresos)).sort()).toEqual([...journal.ingresos].sort())
  const egresos = sql<{ id: string }>`
    select id from remitos where type = 'egreso' and source_order_id is null order by id`
  expect(await ids(egresos)).toEqual([...journal.egresos].sort())
  const payments = sql<{ id: string }>`
    select 'pay_' || id as id from account_entries where reverses is null order by id`
  expect(await ids(payments)).toEqual([...journal.payments].sort())
  const reversals = sql<{ id: string }>`
    select 'pay_' || id as id from account_entries where reverses is not null order by id`
  expect(await ids(reversals)).toEqual([...journal.reversals].sort())

  const { count } = await db.one(
    sql<{ count: number }>`select count(*)::int as count from destinatarios where name = 'Nuevo'`,
  )
  expect(count).toBeGreaterThanOrEqual(journal.destinatarios.answered)
  expect(count).toBeLessThanOrEqual(journal.destinatarios.attempts)
  const attached = await ids(sql`select id from order_attachments where state = 'ready'`)
  expect(attached).toEqual(expect.arrayContaining(journal.attachments.answered))
  expect(attached.length).toBeLessThanOrEqual(journal.attachments.attempts)

  const accepted = await db.rows(sql<Journal['acceptances'][number] & { file_ids: string[] }>`
    select remito_id as "remitoId", submission_id as "submissionId", (
        select count(*)::int from acceptance_files where acceptance_id = accepted.id and state = 'ready'
      ) as files, array(
        select id from acceptance_files where acceptance_id = accepted.id and state = 'ready') as file_ids
    from remito_acceptances accepted
    order by remito_id`)
  expect(accepted.map(({ file_ids: _, ...one }) => one)).toEqual(
    [...journal.acceptances].sort((a, b) => (a.remitoId < b.remitoId ? -1 : 1)),
  )

  expect(await db.rows(missingAuditEntries())).toEqual([])
  expect(await db.rows(missingSteps())).toEqual([])
  expect(await db.rows(packedOtherwise())).toEqual([])
  await expectInvariants(db)
  await expectEventsMatch(db)
  return { attached, signed: accepted.flatMap(({ file_ids }) => file_ids) }
}

/** The timeline of an order has the status that the order is in. */
const missingSteps = () => sql`
  select id from orders
  where not exists (
    select from order_steps where order_steps.order_id = orders.id and order_steps.status = orders.status)`

/** Packing has no event: its last entry says what the order says. */
const packedOtherwise = () => sql`
  select orders.id, orders.packages, said.packages as said from orders
  full join (
    select distinct on (subject_id) subject_id, (after ->> 'packages')::int as packages
    from audit_entries where action = 'orders.pack'
    order by subject_id, created_at desc, id desc) as said on said.subject_id = orders.id
  where orders.packages is distinct from said.packages`

/** Every write has left one audit entry: here, of orders and their steps. */
const missingAuditEntries = () => sql`
  select * from (
    select subject_id::text as order_id, count(*) from audit_entries
    where action like 'orders.%' and action <> 'orders.pack' group by subject_id) as audited
  full join (
    select body::json #>> '{data,object,id}' as order_id, count(*) from events
    where type like 'order.%' group by 1) as published using (order_id, count)
  where audited is null or published is null`
