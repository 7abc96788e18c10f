import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../db/pool.ts'
import { raw, sql } from '../db/sql.ts'
import { openSecrets } from '../secret-key/open-secrets.ts'
import { secretKeys } from '../secrets.ts'
import { cloneDatabase, type TestDatabase } from '../testing/database.ts'
import { loadDemo } from './load.ts'

const settings = {
  today: '2026-11-02',
  pointOfSale: 1,
  secrets: secretKeys(['a secret for the demo']),
}

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await cloneDatabase()
  db = database.db
  await openSecrets(db, settings.secrets)
})
afterAll(() => database.drop())

const tables = async () =>
  (
    await db.rows(
      sql<{ name: string }>`
        select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
  ).map(({ name }) => name)

/** Everything there is, row by row. */
async function contents() {
  const all: Record<string, unknown> = {}
  for (const name of await tables()) {
    all[name] = await db.rows(sql`select * from ${raw(name)} as t order by t::text`)
  }
  return all
}

describe('the demo data', () => {
  test('is loaded once, however many ask for it at once', async () => {
    const outcomes = await Promise.all([
      loadDemo(db, settings),
      loadDemo(db, settings),
      loadDemo(db, settings),
    ])
    expect(outcomes.filter(({ loaded }) => loaded)).toHaveLength(1)
  })

  test('is left alone the second time', async () => {
    const before = await contents()
    expect(await loadDemo(db, settings)).toEqual({ loaded: false })
    expect(await contents()).toEqual(before)
  })

  test('has two clients, lots that expire soon, and orders in every state', async () => {
    const found = await db.one(sql`
      select (select count(*) from clients) as clients,
        (select count(*) from lots where expiry_date between current_date and current_date + 30) as expiring,
        (select count(distinct status) from orders) as statuses,
        (select count(distinct type) from remitos) as remito_types,
        (select count(distinct type) from account_entries) as entry_types`)
    expect(found).toMatchObject({ clients: 2, statuses: 8, remito_types: 2, entry_types: 3 })
    expect((found as { expiring: number }).expiring).toBeGreaterThan(0)
  })

  test('holds what each product has = the sum of its lots = the sum of its ledger', async () => {
    const wrong = await db.rows(sql`
      select s.product_id from stock s
      where s.quantity is distinct from (select coalesce(sum(quantity), 0) from lots l where l.product_id = s.product_id)
        or s.quantity is distinct from (select coalesce(sum(delta), 0) from stock_ledger g where g.product_id = s.product_id)`)
    expect(wrong).toEqual([])
    expect(
      await db.rows(sql`
      select l.id from lots l
      where l.quantity is distinct from (select coalesce(sum(delta), 0) from stock_ledger g where g.lot_id = l.id)`),
    ).toEqual([])
  })

  test('holds what is reserved = the sum of the reservations, which pending orders alone have', async () => {
    expect(
      await db.rows(sql`
      select s.product_id from stock s
      where s.reserved_quantity is distinct from
        (select coalesce(sum(quantity), 0) from reservations r where r.product_id = s.product_id)`),
    ).toEqual([])
    expect(
      await db.rows(sql`
      select r.order_id from reservations r join orders o on o.id = r.order_id where o.status <> 'pending'`),
    ).toEqual([])
    expect(
      await db.rows(sql`
      select i.id from order_items i join orders o on o.id = i.order_id left join reservations r on r.order_item_id = i.id
      where o.status = 'pending' and r.quantity is distinct from i.quantity`),
    ).toEqual([])
  })

  test('has nothing below zero, and nothing reserved that is not there', async () => {
    expect(
      await db.rows(sql`
      select product_id from stock where quantity < 0 or reserved_quantity < 0 or reserved_quantity > quantity`),
    ).toEqual([])
    expect(await db.rows(sql`select id from lots where quantity < 0`)).toEqual([])
  })

  test('tells of no delivery that ended before it was made', async () => {
    const early = sql`select id from deliveries where delivered_at < created_at`
    expect(await db.rows(early)).toEqual([])
    expect((await db.rows(sql`select id from deliveries where status = 'succeeded'`)).length).toBeGreaterThan(
      5,
    )
  })

  test('numbers its egresos without gaps, as the series says', async () => {
    const found = await db.one(sql<{ numbers: string[]; last: number }>`
      select array_agg(remito_number[1] order by remito_number) as numbers,
        (select last_number from remito_series where point_of_sale = 1) as last
      from remitos where type = 'egreso'`)
    expect(found.numbers).toEqual(
      Array.from({ length: found.last }, (_, i) => `R 00001-${String(i + 1).padStart(8, '0')}`),
    )
  })
})
