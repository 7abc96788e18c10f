import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cloneDatabase } from '../../tests/harness/database.ts'
import { expectInvariants } from '../../tests/harness/invariants.ts'
import { memoryFiles } from '../../tests/harness/memory-files.ts'
import { useDatabase } from '../../tests/harness/prologue.ts'
import { sizes } from '../../tests/harness/sizes.ts'
import { readPicture } from '../acceptances/pictures/picture.ts'
import { secretKeys } from '../config/secrets.ts'
import { raw, sql } from '../db/sql.ts'
import { userByEmail } from '../identity/users/queries.ts'
import { runRetention } from '../jobs/retention.ts'
import { openSecrets } from '../secret-key/stored-key.ts'
import { warehouseDay } from '../stock/warehouse-day.ts'
import { loadDemo } from './load.ts'
import { demoCredentials, demoLogins, isDemo } from './people.ts'

const files = memoryFiles()
const settings = {
  today: warehouseDay(Date.now, 'America/Argentina/Buenos_Aires')(),
  pointOfSale: 1,
  days: sizes.examinedDemoDays,
  secrets: secretKeys(['a secret for the demo']),
  files,
}

const database = await useDatabase()
const db = database.db
await openSecrets(db, settings.secrets)
// As text, which keeps the microseconds: the row of the secret key may have been created in the same millisecond.
const startedAt = (await db.one(sql<{ now: string }>`select now()::text as now`)).now

const tables = async () =>
  (
    await db.rows(
      sql<{ name: string }>`
        select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
  ).map(({ name }) => name)

/** The number of rows of each table, and a hash of all that is in them. */
async function contents() {
  const all: Record<string, { rows: number; hash: string }> = {}
  for (const name of await tables()) {
    all[name] = await db.one(sql<{ rows: number; hash: string }>`
      select count(*)::integer as rows, coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as hash
      from ${raw(name)} as t`)
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
    // A year takes 14 s on an idle machine, and up to two minutes on a busy one.
  }, 300_000)

  test('is left alone the second time', async () => {
    const before = await contents()
    expect(before['orders']?.rows).toBeGreaterThan((300 * settings.days) / 365)
    expect(await loadDemo(db, settings)).toEqual({ loaded: false })
    expect(await contents()).toEqual(before)
  })

  test('has a location and a weight of each product, and orders that were packed before they left', async () => {
    expect(
      await db.one(sql<Record<string, number>>`
        select (select count(*) from products where location is null or weight_kg is null) as undescribed,
          count(*) filter (where status in ('in_transit', 'delivered', 'failed_delivery') and packages is null) as unpacked,
          count(*) filter (where status in ('pending', 'approved', 'rejected') and packages is not null) as too_early,
          count(*) filter (where packed_at <= created_at or packed_at > updated_at or packed_at >= (
            select min(step.created_at) from order_steps step
            where step.order_id = orders.id and step.status = 'in_transit')) as out_of_order
        from orders`),
    ).toEqual({ undescribed: 0, unpacked: 0, too_early: 0, out_of_order: 0 })
    const ready = await db.rows(sql`
      select distinct packages is not null as is_packed from orders where status = 'in_preparation'`)
    expect(ready).toHaveLength(2)
  })

  test('has orders that were changed while they were pending, and one of each client that was changed today', async () => {
    expect(
      await db.one(sql<Record<string, number>>`
        select count(*) > 10 as some, count(distinct by_warehouse) as sides,
          count(*) filter (where change.created_at <= orders.created_at or orders.changed_at <> change.created_at
            or change.created_at >= (
              select min(step.created_at) from order_steps step
              where step.order_id = orders.id and step.from_status is not null)) as out_of_order,
          count(distinct orders.client_id) filter (where orders.status = 'pending'
            and change.created_at >= ${settings.today}::date - interval '1 day') as today
        from order_changes change
        join orders on orders.id = change.order_id`),
    ).toMatchObject({ some: true, sides: 2, out_of_order: 0, today: 2 })
  })

  test('has notices in every state, most of them closed, some with differences, and some open this week', async () => {
    const { statuses, open, differing, steps } = await db.one(sql<Record<string, number>>`
      select count(distinct status) as statuses,
        count(*) filter (where closed_at is null and status <> 'cancelled' and abs(expected_on - current_date) <= 7) as open,
        count(*) filter (where status = 'received_with_differences') as differing,
        count(*) filter (where arrived_at < created_at or closed_at < arrived_at or updated_at < closed_at) as steps
      from inbound_notices`)
    expect([statuses, steps]).toEqual([6, 0])
    expect(open).toBeGreaterThanOrEqual(4)
    expect(differing).toBeGreaterThan(0)
  })

  test('has returns over its history, in stock again, on hold and written off, and some that are expected now', async () => {
    const found = await db.one(sql<Record<string, number>>`
      select count(*) filter (where status = 'received') as received,
        count(*) filter (where status = 'expected' and created_at > now() - interval '4 days') as open,
        count(*) filter (where received_at <= created_at or updated_at < received_at) as out_of_order,
        (select (sum(restocked) > 0)::int + (sum(held) > 0)::int + (sum(written_off) > 0)::int from return_items) as kinds,
        (select count(*) from lots where lot_number like 'DEV-%' and held_since is null) as not_held
      from returns`)
    expect(found).toMatchObject({ out_of_order: 0, kinds: 3, not_held: 0 })
    // One of each client by hand, and what was damaged at a door.
    expect(found['open']).toBeGreaterThanOrEqual(3)
    expect(found['received']).toBeGreaterThan(3)
  })

  test('has acceptances over its history with their signatures, differences that were settled, and open ones', async () => {
    const found = await db.one(sql<Record<string, number>>`
      select count(*) filter (where not late) * 1.0 / (
          select count(*) from orders where status = 'delivered' and delivery_type = 'envio') as share,
        count(distinct channel) as channels, count(distinct name) as names,
        count(distinct date_trunc('month', created_at)) as months,
        count(*) filter (where outcome = 'with_differences' and dispute = 'settled') as settled,
        count(*) filter (where outcome = 'with_differences' and dispute = 'open'
          and created_at > now() - interval '4 days') as open,
        count(*) filter (where late and dispute = 'open') as late,
        count(*) filter (where signed_at > created_at or settled_at <= created_at) as out_of_order,
        count(*) filter (where not late and created_at <> (
          select max(step.created_at) from order_steps step
          where step.order_id = accepted.order_id and step.status = 'delivered')) as apart
      from remito_acceptances accepted`)
    expect(found).toMatchObject({ channels: 2, out_of_order: 0, apart: 0 })
    expect(found['share']).toBeGreaterThan(0.7)
    expect(found['names']).toBeGreaterThanOrEqual(7)
    expect(found['months']).toBeGreaterThanOrEqual(Math.floor(settings.days / 30))
    expect(found['settled']).toBeGreaterThan(3)
    expect(found['open']).toBeGreaterThanOrEqual(2)
    expect(found['late']).toBeLessThanOrEqual(1)
    const signatures = await db.rows(sql<{ id: string; kind: string; size_bytes: number; signed: boolean }>`
      select id, kind, size_bytes, state = 'ready' as signed from acceptance_files`)
    expect(signatures.length).toBe((await contents())['remito_acceptances']?.rows)
    for (const { id, kind, size_bytes, signed } of signatures)
      expect([kind, size_bytes, signed]).toEqual(['signature', files.stored.get(id)?.length, true])
    // Nothing else is left behind, by loads that gave way to this one either.
    expect(files.stored.size).toBe(signatures.length)
    expect(readPicture([...files.stored.values()][0] ?? Buffer.alloc(0))).toMatchObject({ type: 'image/png' })
  })

  test('has trips over its history, one that left today and is under way, and a draft', async () => {
    const found = await db.one(sql<Record<string, number>>`
      select count(*) filter (where status = 'closed') as closed,
        count(*) filter (where status = 'departed' and date = ${settings.today}) as under_way,
        count(*) filter (where status = 'draft') as drafts,
        (select count(*) from trip_stops join trips on trips.id = trip_id where status = 'draft') as planned,
        (select count(*) from trip_stops where outcome = 'failed') as failed,
        (select max(count) from (
          select count(distinct client_id) from trip_stops group by trip_id) as clients) as clients,
        count(*) filter (where departed_at < created_at or closed_at <= departed_at or updated_at < closed_at) as out_of_order,
        (select count(*) from trip_stops join trips on trips.id = trip_id
          where outcome_at <= departed_at or (outcome is null) <> (outcome_at is null)) as early,
        (select count(*) from orders where delivery_type = 'envio' and status in ('in_transit', 'delivered')
          and not exists (select from trip_stops where order_id = orders.id)) as by_themselves
      from trips`)
    expect(found).toMatchObject({
      under_way: 1,
      drafts: 1,
      clients: 2,
      out_of_order: 0,
      early: 0,
      by_themselves: 0,
    })
    expect(found['closed']).toBeGreaterThan(settings.days / 7)
    expect(found['planned']).toBeGreaterThan(1)
    expect(found['failed']).toBeGreaterThan(3)
  })

  test('has two clients, lots that have expired, that will soon and on hold, and orders in every state', async () => {
    const found = await db.one(sql<Record<string, number>>`
      select (select count(*) from clients) as clients,
        (select count(*) from lots where quantity > 0 and expiry_date < current_date) as expired,
        (select count(*) from lots where quantity > 0 and expiry_date between current_date and current_date + 30)
          as expiring,
        (select count(*) from lots where quantity > 0 and lot_number not like 'DEV-%'
          and held_since < now() - interval '2 days') as on_hold,
        (select count(distinct status) from orders) as statuses,
        (select count(distinct type || status) from remitos) as remito_types,
        (select count(distinct cause) from stock_ledger) as causes,
        (select count(distinct type) from account_entries) as entry_types,
        (select count(*) from account_entries where reverses is not null) as reversals`)
    expect(found).toMatchObject({
      clients: 2,
      on_hold: 1,
      statuses: 8,
      remito_types: 4,
      causes: 6,
      entry_types: 3,
      reversals: 1,
    })
    expect(found['expired']).toBeGreaterThan(0)
    expect(found['expiring']).toBeGreaterThan(2)
  })

  test('has orders, movements, sales and payments of each client in each month of its history', async () => {
    const monthsWith = (table: string, condition: string) =>
      db.rows(sql<{ client_id: string; months: number }>`
        select client_id, count(distinct date_trunc('month', created_at)) as months
        from ${raw(table)} where ${raw(condition)} group by client_id`)
    const lists = await Promise.all([
      monthsWith('orders', 'true'),
      monthsWith('remitos', "type = 'ingreso'"),
      monthsWith('remitos', "type = 'egreso'"),
      monthsWith('account_entries', "type = 'payment'"),
      monthsWith('account_entries', "type = 'credit_sale'"),
    ])
    for (const list of lists) {
      expect(list).toHaveLength(2)
      for (const { months } of list) expect(months).toBeGreaterThanOrEqual(Math.floor(settings.days / 30))
    }
  })

  test('is all in the past: no row has the time of loading', async () => {
    const columns = await db.rows(sql<{ table: string; column: string }>`
      select table_name as table, column_name as column from information_schema.columns
      where table_schema = 'public' and data_type = 'timestamp with time zone'
        and table_name in (select tablename from pg_tables where schemaname = 'public')`)
    expect(columns.length).toBeGreaterThan(20)
    for (const { table, column } of columns) {
      const late = sql`select ${raw(column)} from ${raw(table)} where ${raw(column)} >= ${startedAt}`
      expect({ table, column, late: await db.rows(late) }).toEqual({ table, column, late: [] })
    }
  })

  test('publishes each event at the time of its change', async () => {
    const events = await db.rows(sql<{ body: string; created_at: string }>`
      select body, created_at from events order by id`)
    expect(events.length).toBeGreaterThan(300)
    for (const { body, created_at } of events) {
      const { created_at: told, data } = JSON.parse(body)
      expect(told).toBe(created_at)
      const moments = JSON.stringify(data).match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? []
      expect(moments.filter((moment) => moment > created_at)).toEqual([])
      if (data.object.updated_at) expect(data.object.updated_at).toBe(created_at)
    }
    const wrong = await db.rows(sql`
      select events.body from events
      join orders on orders.id = (events.body::jsonb #>> '{data,object,id}')::uuid
      where events.type like 'order.%'
        and (events.body::jsonb #>> '{data,object,created_at}')::timestamptz <> orders.created_at`)
    expect(wrong).toEqual([])
  })

  test('is in the order of its numbers, and never takes goods that are not there', async () => {
    const disorder = await db.rows(sql`
      select 'order' as what from (
        select created_at, lag(created_at) over (partition by client_id order by order_number) as before
        from orders) as numbered where before > created_at
      union all
      select 'gap after a refused order' from orders group by client_id
      having count(*) <> max(substr(order_number, 5)::integer)
      union all
      select 'egreso' from (
        select created_at, lag(created_at) over (order by remito_number) as before
        from remitos where type = 'egreso') as numbered where before > created_at
      union all
      select 'entry' from (
        select created_at, lag(created_at) over (order by seq) as before from stock_ledger) as numbered
      where before > created_at
      union all
      select 'balance' from (
        select sum(delta) over (partition by lot_id order by created_at, seq) as balance from stock_ledger) as running
      where balance < 0
      union all
      select 'owed' from (
        select sum(case type when 'credit_sale' then amount else -amount end)
          over (partition by client_id order by created_at, id) as owed
        from account_entries) as running
      -- Except for the hour in which a payment is recorded twice.
      where owed < -38400
      union all
      select 'change' from orders where updated_at < created_at`)
    expect(disorder).toEqual([])
  })

  test('keeps every invariant, and the ledger as append-only as before', async () => {
    await expectInvariants(db)
    for (const table of ['stock_ledger', 'account_entries', 'audit_entries']) {
      await expect(db.run(sql`update ${raw(table)} set created_at = now()`)).rejects.toThrow(/append-only/)
    }
  })

  test('has only endpoints that are paused, at reserved names, with deliveries of every kind and their attempts', async () => {
    const endpoints = await db.rows(
      sql<{
        url: string
        status: string
        last_success_at: string | null
        consecutive_failures: number
      }>`select url, status, last_success_at, consecutive_failures from webhook_endpoints`,
    )
    expect(endpoints.map((endpoint) => endpoint.consecutive_failures).sort()).toEqual([0, 10, 10])
    for (const { url, status, last_success_at } of endpoints) {
      expect(new URL(url).hostname).toMatch(/\.example$/)
      expect(status).toBe('paused')
      expect(last_success_at).not.toBeNull()
    }
    const statuses = await db.rows(sql<{ status: string; logged: boolean }>`
      select distinct status, attempts = jsonb_array_length(attempt_log) as logged from deliveries order by status`)
    expect(statuses).toEqual([
      { status: 'abandoned', logged: true },
      { status: 'failed', logged: true },
      { status: 'succeeded', logged: true },
    ])
    const late = await db.rows(sql`
      select id from deliveries, jsonb_array_elements(attempt_log) as attempt
      where (attempt ->> 'started_at')::timestamptz < created_at
        or (attempt ->> 'started_at')::timestamptz > ${startedAt}`)
    expect(late).toEqual([])
  })

  test('has events of lots that expire, and nothing that retention would remove', async () => {
    const { count } = await db.one(sql<{ count: number }>`
      select count(*) from events where type = 'lot.expiring' and created_at > now() - interval '2 days'`)
    expect(count).toBeGreaterThan(0)
    expect(await runRetention(db, Date.now(), 86_400)).toMatchObject({ events: 0 })
  })

  test('has products whose quantity = the sum of their lots = the sum of their ledger entries', async () => {
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

  test('has reserved quantities = the sum of the reservations, which only pending orders have', async () => {
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

  test('has no delivery that ended before it was created', async () => {
    const early = sql`select id from deliveries where delivered_at < created_at`
    expect(await db.rows(early)).toEqual([])
    expect((await db.rows(sql`select id from deliveries where status = 'succeeded'`)).length).toBeGreaterThan(
      5,
    )
  })

  test('has two weeks of requests with the key that is printed: writes, mistakes, reads, and a limit reached', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'anden-demo-'))
    expect(await isDemo(db, dataDir)).toBe(false)
    const { apiKey } = await demoCredentials(db, dataDir, 'http://localhost:3000')
    expect(await isDemo(db, dataDir)).toBe(true)
    await rm(dataDir, { recursive: true })
    const operator = await db.maybeOne(userByEmail(demoLogins.operator))
    expect(operator).toMatchObject({ role: 'operator', invitation_pending: false })
    const found = await db.one(sql<Record<string, number>>`
      select count(*) filter (where status = 201) as orders, count(*) filter (where problem is not null) as mistakes,
        count(*) filter (where user_email is not null) as of_people,
        max(count) filter (where status = 429) as rejected,
        count(*) filter (where key_prefix <> ${apiKey.slice(0, 10)}) as of_other_keys,
        (select count(*) from request_reads) as hours,
        (select max(minute) from request_hours, unnest(by_minute) as minute) as busiest_minute
      from requests`)
    expect(found).toMatchObject({ rejected: 37, of_other_keys: 0 })
    for (const name of ['orders', 'mistakes', 'of_people']) expect(found[name]).toBeGreaterThan(3)
    expect(found['hours']).toBeGreaterThan(250)
    expect(found['busiest_minute']).toBeGreaterThanOrEqual(100)
  })

  test('has an exhausted book of remitos, and one in use that is not about to run out', async () => {
    expect(
      await db.rows(sql`
        select has_numbers, next_number > last_number as is_exhausted, closed_at is null as is_open,
          last_number - next_number > 200 as has_many, cai_expires_on > current_date + 100 as is_valid,
          created_at < now() - interval '100 days' as is_old
        from remito_books order by first_number`),
    ).toMatchObject([
      { has_numbers: false, is_exhausted: true, is_open: true, is_old: true },
      { has_numbers: true, is_exhausted: false, is_open: true, has_many: true, is_valid: true, is_old: true },
    ])
  })

  test('numbers its egresos without gaps, as the books say', async () => {
    const found = await db.one(sql<{ numbers: string[]; last: number }>`
      select array_agg(remito_number[1] order by remito_number) as numbers,
        (select max(next_number) - 1 from remito_books) as last
      from remitos where type = 'egreso'`)
    expect(found.numbers).toEqual(
      Array.from({ length: found.last }, (_, i) => `R 00001-${String(i + 1).padStart(8, '0')}`),
    )
  })
})

test.each([60, 15, 3])(
  'a history of %i days leaves out what came before it, and is consistent',
  async (days) => {
    const short = await cloneDatabase()
    await openSecrets(short.db, settings.secrets)
    await loadDemo(short.db, { ...settings, days })
    const found = await short.db.one(
      sql<{ days: number; orders: number; endpoints: number; sent: number; unsent: number }>`
      select extract(day from now() - min(created_at))::integer as days, count(*)::integer as orders,
        (select count(*) from webhook_endpoints where status = 'paused') as endpoints,
        (select count(*) from deliveries where status = 'succeeded') as sent,
        (select count(*) from deliveries join webhook_endpoints endpoint on endpoint.id = endpoint_id
          where deliveries.status = 'pending' or endpoint.status <> 'paused') as unsent
      from orders`,
    )
    expect(found.days).toBeLessThanOrEqual(days)
    expect(found.orders).toBeGreaterThan(days / 3)
    // The endpoint of the second client was paused four days ago.
    expect(found.endpoints).toBe(days < 4 ? 2 : 3)
    expect(found.sent).toBeGreaterThan(0)
    expect(found.unsent).toBe(0)
    await expectInvariants(short.db)
    await short.drop()
  },
)
