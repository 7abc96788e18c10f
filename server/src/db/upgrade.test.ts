// What an older release wrote is still there after the migrations of a newer one.

import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { changeClient } from '../identity/clients.ts'
import { createClient } from '../identity/create-client.ts'
import { emptyDatabase } from '../testing/database.ts'
import { fold } from './fold.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migrations/read.ts'
import { sql } from './sql.ts'

/** The migrations before the one with this number. */
async function migrationsBefore(number: number) {
  return (await readMigrations()).filter(({ version }) => version < number)
}

test('the ledger says why goods moved, also of movements from before it kept reasons', async () => {
  const database = await emptyDatabase()
  const connection = await database.db.connect()
  try {
    await migrate(database.db, { migrations: await migrationsBefore(19) })
    const id = (digit: number) => `'00000000-0000-7000-8000-00000000000${digit}'`
    const entry = (document: number, cause: string) =>
      `(gen_random_uuid(), ${id(9)}, ${id(9)}, ${id(9)}, 1, '${cause}', ${id(document)}, 'staff')`
    const noted = (document: number, action: string, reason: string) =>
      `(gen_random_uuid(), 'staff', '${action}', ${id(document)}, '{"reason": "${reason}"}')`
    await connection.query(`
      set session_replication_role = replica;
      insert into products (id, client_id, name, name_folded, sku, unit_type)
      values (${id(9)}, ${id(9)}, 'P', 'p', 'P', 'caja');
      insert into lots (id, client_id, product_id, lot_number, source_type)
      values (${id(9)}, ${id(9)}, ${id(9)}, 'L', 'remito_ingreso');
      insert into stock_ledger (id, client_id, product_id, lot_id, delta, cause, document_id, actor)
      values ${entry(1, 'adjustment')}, ${entry(2, 'transfer')}, ${entry(2, 'transfer')},
        ${entry(3, 'remito_ingreso')}, ${entry(3, 'remito_void')}, ${entry(4, 'csv_import')};
      insert into audit_entries (id, actor, action, subject_id, after)
      values ${noted(1, 'stock.adjust', 'Rotura')}, ${noted(2, 'stock.transfer', 'Venta')},
        ${noted(2, 'stock.transfer', 'Venta')}, ${noted(3, 'remitos.void', 'Error')};
      insert into remitos (id, client_id, type, status, date, remito_number, void_reason)
      values (${id(3)}, ${id(9)}, 'ingreso', 'voided', '2026-11-02', '{}', 'Error');
      set session_replication_role = origin`)
    await migrate(database.db, { migrations: await migrationsBefore(57) })
    // As after a crash: every part of such a migration can be repeated.
    await connection.query('delete from schema_migrations where version in (19, 22, 56)')
    await migrate(database.db)
    const { rows } = await connection.query('select reason from stock_ledger order by seq')
    expect(rows.map(({ reason }) => reason)).toEqual(['Rotura', 'Venta', 'Venta', null, 'Error', null])
    await expect(connection.query('update stock_ledger set reason = null')).rejects.toThrow('append-only')
  } finally {
    await connection.end()
    await database.drop()
  }
})

test('entries from before there were checkpoints get theirs, and these add up', async () => {
  const database = await emptyDatabase()
  const connection = await database.db.connect()
  const product = (digit: number) => `'00000000-0000-7000-8000-00000000000${digit}'::uuid`
  try {
    await migrate(database.db, { migrations: await migrationsBefore(33) })
    // The first has many entries, some of the same time; the second has too few for a checkpoint.
    await connection.query(`
      set session_replication_role = replica;
      insert into stock (product_id, client_id, quantity)
      values (${product(1)}, ${product(9)}, 100), (${product(2)}, ${product(9)}, 5);
      insert into products (id, client_id, name, name_folded, sku, unit_type)
      select product_id, client_id, 'P', 'p', product_id, 'caja' from stock;
      insert into lots (id, client_id, product_id, lot_number, source_type)
      select product_id, client_id, product_id, 'L', 'adjustment' from stock;
      insert into stock_ledger (id, client_id, product_id, lot_id, delta, cause, document_id, actor, created_at)
      select gen_random_uuid(), client_id, product_id, product_id, 1, 'adjustment', client_id, 'staff',
        timestamptz '2026-01-01' + i / 3 * interval '1 hour'
      from generate_series(1, 105) as i
      join stock on stock.product_id = case when i <= 100 then ${product(1)} else ${product(2)} end
      order by i;
      set session_replication_role = origin`)
    await migrate(database.db)
    const checkpoints = `
      select product_id, recorded_until, quantity, quantity = (
        select sum(delta) from stock_ledger ledger
        where ledger.product_id = checkpoint.product_id and created_at <= recorded_until) as adds_up
      from stock_checkpoints checkpoint order by recorded_until`
    const { rows } = await connection.query(checkpoints)
    expect(rows.map(({ quantity }) => Number(quantity))).toEqual([20, 41, 62, 80, 100])
    expect(rows.every(({ adds_up }) => adds_up)).toBe(true)
    // As after a crash.
    await connection.query('delete from schema_migrations where version = 40')
    await migrate(database.db)
    expect((await connection.query(checkpoints)).rows).toEqual(rows)
  } finally {
    await connection.end()
    await database.drop()
  }
})

test('a delivery keeps the log of its attempts when that becomes a part of its row', async () => {
  const database = await emptyDatabase()
  const connection = await database.db.connect()
  try {
    await migrate(database.db, { migrations: await migrationsBefore(15) })
    await connection.query(`
      set session_replication_role = replica;
      insert into deliveries (id, client_id, endpoint_id, event_id, event_type, status)
      select ('00000000-0000-7000-8000-00000000000' || i)::uuid, gen_random_uuid(), gen_random_uuid(),
        gen_random_uuid(), 'order.created', 'succeeded'
      from generate_series(1, 2) as i;
      insert into delivery_attempts (delivery_id, number, started_at, response_status, duration_ms, error,
        response_excerpt)
      values ('00000000-0000-7000-8000-000000000001', 2, '2026-11-02T12:00:30.25Z', 200, 40, null, 'ok'),
        ('00000000-0000-7000-8000-000000000001', 1, '2026-11-02T12:00:00Z', null, 10000, 'timed out', null);
      set session_replication_role = origin`)
    await migrate(database.db)
    const { rows } = await connection.query('select attempt_log from deliveries order by id')
    expect(rows).toEqual([
      {
        attempt_log: [
          {
            number: 1,
            started_at: '2026-11-02T12:00:00.000Z',
            response_status: null,
            duration_ms: 10_000,
            error: 'timed out',
            response_excerpt: null,
          },
          {
            number: 2,
            started_at: '2026-11-02T12:00:30.250Z',
            response_status: 200,
            duration_ms: 40,
            error: null,
            response_excerpt: 'ok',
          },
        ],
      },
      { attempt_log: [] },
    ])
  } finally {
    await connection.end()
    await database.drop()
  }
})

test('credit notes and clients keep numbers that they share, and these count as taken', async () => {
  const database = await emptyDatabase()
  const connection = await database.db.connect()
  const id = (i: number) => `00000000-0000-7000-8000-00000000000${i}`
  try {
    await migrate(database.db, { migrations: await migrationsBefore(20) })
    await connection.query(`
      insert into clients (id, name, email, cuit_dni, created_at)
      select ('00000000-0000-7000-8000-00000000000' || i)::uuid, 'C', 'c@c.example',
        case when i < 4 then '12345678' end, '2026-01-01'::timestamptz - make_interval(days => i)
      from generate_series(1, 5) as i;
      insert into account_entries (id, client_id, type, amount, payment_method, number, reverses, created_at)
      values ('${id(1)}', '${id(1)}', 'credit_note', 1, 'nota_credito', 'NC-1', null, '2026-01-01'),
        ('${id(2)}', '${id(1)}', 'credit_note', 1, 'nota_credito', 'NC-1 ', null, '2026-01-02'),
        ('${id(3)}', '${id(1)}', 'credit_note', -1, 'nota_credito', 'NC-1', '${id(1)}', '2026-01-03'),
        ('${id(4)}', '${id(2)}', 'credit_note', 1, 'nota_credito', 'NC-1', null, '2026-01-04'),
        ('${id(5)}', '${id(2)}', 'payment', 1, 'qr', null, null, '2026-01-05')`)
    await migrate(database.db)
    const { rows: claimed } = await connection.query(
      'select client_id, number, entry_id from credit_note_numbers order by client_id',
    )
    expect(claimed).toEqual([
      { client_id: id(1), number: 'NC-1', entry_id: id(1) },
      { client_id: id(2), number: 'NC-1', entry_id: id(4) },
    ])
    const { rows: clients } = await connection.query('select cuit_dni, cuit_copy from clients order by id')
    const shared = [2, 1, 0].map((cuit_copy) => ({ cuit_dni: '12345678', cuit_copy }))
    expect(clients).toEqual([...shared, ...Array(2).fill({ cuit_dni: null, cuit_copy: 0 })])

    const owner = { name: 'C', email: 'c@c.example' }
    const by = { actor: 'staff', requestId: 'req_1' }
    await database.db.transaction((tx) => changeClient(tx, by, id(3), { cuit_dni: null }))
    await database.db.transaction((tx) => changeClient(tx, by, id(2), { name: 'B', cuit_dni: '12345678' }))
    await expect(createClient(database.db, { ...owner, cuit_dni: '12345678' })).rejects.toThrow(id(2))
    for (const other of [1, 2])
      await database.db.transaction((tx) => changeClient(tx, by, id(other), { cuit_dni: null }))
    expect((await createClient(database.db, { ...owner, cuit_dni: '12345678' })).cuit_dni).toBe('12345678')
  } finally {
    await connection.end()
    await database.drop()
  }
})

test('a stored answer is found under the wider scope of its Idempotency-Key', async () => {
  const database = await emptyDatabase()
  const connection = await database.db.connect()
  try {
    await migrate(database.db, { migrations: await migrationsBefore(21) })
    await connection.query(`
      insert into idempotency_records (scope, key, body_hash)
      values ('0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10', 'a', ''),
        ('0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d11 /api/v1/backoffice/remitos', 'b', '')`)
    await migrate(database.db)
    const { rows } = await connection.query('select scope from idempotency_records order by key')
    expect(rows.map(({ scope }) => scope)).toEqual([
      '0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10 POST /api/v1/portal/orders',
      '0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d11 POST /api/v1/backoffice/remitos',
    ])
  } finally {
    await connection.end()
    await database.drop()
  }
})

test('counters of changes go on from where they were, and new clients start with the same ones', async () => {
  const database = await emptyDatabase()
  const { db } = database
  try {
    await migrate(db, { migrations: await migrationsBefore(24) })
    // As the code of that version inserted one.
    const id = uuidv7()
    await db.run(sql`insert into clients (id, name, email) values (${id}, 'A', 'a@a.example')`)
    await db.run(sql`update client_versions set version = 7`)
    await migrate(db)
    await createClient(db, { name: 'C', email: 'c@c.example' })
    // Later migrations may add topics.
    const topics = ['account', 'destinatarios', 'orders', 'remitos', 'stock']
    const rows = await db.rows(sql<{ topic: string; version: string }>`
      select topic, version::text from client_versions where topic = any(${topics})
      order by client_id <> ${id}, topic collate "C"`)
    const all = (version: string) => topics.map((topic) => ({ topic, version }))
    expect(rows).toEqual([...all('7'), ...all('1')])
  } finally {
    await database.drop()
  }
})

test('names are folded anew, in as many batches as it takes, and none is left empty', async () => {
  const database = await emptyDatabase()
  const { db } = database
  try {
    await migrate(db, { migrations: await migrationsBefore(17) })
    const connection = await db.connect()
    await connection.query(`
      set session_replication_role = replica;
      insert into products (id, client_id, name, sku, unit_type)
      select gen_random_uuid(), gen_random_uuid(), 'Doña Ñusta ' || i, 'SKU-' || i, 'caja'
      from generate_series(1, 2100) as i;
      insert into destinatarios (id, client_id, name, name_folded)
      values (gen_random_uuid(), gen_random_uuid(), 'Doña Pérez', 'doña pérez')`)
    await connection.end()
    await migrate(db)
    const names = sql<{ name: string; name_folded: string }>`
      select name, name_folded from products union all select name, name_folded from destinatarios`
    const rows = await db.rows(names)
    expect(rows).toHaveLength(2101)
    expect(rows.filter(({ name, name_folded }) => name_folded !== fold(name))).toEqual([])
    expect(rows.filter(({ name_folded }) => /^dona (nusta \d+|perez)$/.test(name_folded))).toHaveLength(2101)
  } finally {
    await database.drop()
  }
})

test('events from before they had an object are found by it, unless they are too old to be shown', async () => {
  const database = await emptyDatabase()
  const connection = await database.db.connect()
  try {
    await migrate(database.db, { migrations: await migrationsBefore(34) })
    const objects = ['order.created', 'remito.voided', 'stock.changed', 'lot.expiring', 'payment.received']
    const object = `json_build_object('id', case when type like 'pay%' then 'pay_1' else id(1) end,
      'product_id', id(2), 'lot_id', id(3))`.replace(/id\((\d)\)/g, "'00000000-0000-7000-8000-00000000000$1'")
    await connection.query(`
      set session_replication_role = replica;
      insert into events (id, client_id, type, body, created_at)
      select gen_random_uuid(), gen_random_uuid(), type,
        json_build_object('data', json_build_object('object', ${object})), now() - age
      from unnest('{${objects}}'::text[]) as type, unnest('{1 day,40 days}'::interval[]) as age;
      set session_replication_role = origin`)
    await migrate(database.db)
    // As after a crash.
    await connection.query('delete from schema_migrations where version = 34')
    await migrate(database.db)
    const { rows } = await connection.query(
      `select type, right(object_id::text, 1) as object from events
       where created_at > now() - interval '30 days' order by type`,
    )
    expect(rows.map(({ type, object }) => [type, object])).toEqual([
      ['lot.expiring', '3'],
      ['order.created', '1'],
      ['payment.received', null],
      ['remito.voided', '1'],
      ['stock.changed', '2'],
    ])
  } finally {
    await connection.end()
    await database.drop()
  }
})

test('reservations of an older release are lines that are reserved, and its processes can still write them', async () => {
  const database = await emptyDatabase()
  const connection = await database.db.connect()
  const id = (digit: number) => `'00000000-0000-7000-8000-00000000000${digit}'::uuid`
  const line = (digit: number) => `(${id(digit)}, ${id(9)}, ${id(7)}, ${digit}, ${id(8)}, ${digit})`
  const reserved = async () => {
    const { rows } = await connection.query('select reserved_quantity from stock')
    return Number(rows[0]?.reserved_quantity)
  }
  try {
    await migrate(database.db, { migrations: await migrationsBefore(72) })
    await connection.query(`
      set session_replication_role = replica;
      insert into clients (id, name, email) values (${id(9)}, 'C', 'c@example.com');
      insert into products (id, client_id, name, name_folded, sku, unit_type)
      values (${id(8)}, ${id(9)}, 'P', 'p', 'P', 'caja');
      insert into destinatarios (id, client_id, name, name_folded) values (${id(6)}, ${id(9)}, 'D', 'd');
      insert into stock (product_id, client_id, quantity, reserved_quantity) values (${id(8)}, ${id(9)}, 10, 1);
      insert into orders (id, client_id, order_number, destinatario_id) values (${id(7)}, ${id(9)}, 'PED-1', ${id(6)});
      insert into order_items (id, client_id, order_id, position, product_id, quantity) values ${line(1)}, ${line(2)};
      insert into reservations (order_item_id, client_id, order_id, product_id, quantity)
      values (${id(1)}, ${id(9)}, ${id(7)}, ${id(8)}, 1);
      set session_replication_role = origin`)
    await migrate(database.db)
    // As after a crash.
    await connection.query('delete from schema_migrations where version = 72')
    await migrate(database.db)
    const { rows } = await connection.query('select position, reserved from order_items order by position')
    expect(rows).toEqual([
      { position: 1, reserved: true },
      { position: 2, reserved: false },
    ])
    expect(await reserved()).toBe(1)
    await connection.query(`
      insert into reservations (order_item_id, client_id, order_id, product_id, vintage_year, quantity)
      select id, client_id, order_id, product_id, vintage_year, quantity from order_items where position = 2`)
    expect(await reserved()).toBe(3)
    await connection.query(`delete from reservations where order_id = ${id(7)}`)
    expect(await reserved()).toBe(0)
    expect((await connection.query('select from order_items')).rowCount).toBe(2)
  } finally {
    await connection.end()
    await database.drop()
  }
})

test('names, SKUs and lot numbers get one form, and what would equal another one stays as it is', async () => {
  const database = await emptyDatabase()
  const { db } = database
  const connection = await db.connect()
  const [clientId, product, other, twin] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()]
  try {
    await migrate(db, { migrations: await migrationsBefore(90) })
    await connection.query(
      `insert into clients (id, name, email) values ('${clientId}', 'Uno', 'a@uno.example')`,
    )
    const spelt = 'N\u0303andu\u00a0 1'
    await connection.query(
      `insert into products (id, client_id, name, name_folded, sku, unit_type)
       values ($2, $1, $5, 'x', $5, 'caja'), ($3, $1, 'Otro', 'otro', 'A B', 'caja'),
         ($4, $1, 'Otro', 'otro', 'A\u00a0B', 'caja')`,
      [clientId, product, other, twin, spelt],
    )
    await connection.query(
      `insert into stock (product_id, client_id) values ($2, $1) on conflict do nothing`,
      [clientId, product],
    )
    const [lot, lotTwin, lotOther] = [uuidv7(), uuidv7(), uuidv7()]
    await connection.query(
      `insert into lots (id, client_id, product_id, lot_number, source_type)
       values ($3, $1, $2, 'L\u00a01', 'adjustment'), ($4, $1, $2, 'L 2', 'adjustment'),
         ($5, $1, $2, 'L  2', 'adjustment')`,
      [clientId, product, lot, lotOther, lotTwin],
    )
    await connection.query(
      `insert into destinatarios (id, client_id, name, name_folded) values ($2, $1, $3, 'x')`,
      [clientId, uuidv7(), ` ${spelt}`],
    )
    await migrate(db)
    // As after a crash.
    await connection.query('delete from schema_migrations where version = 90')
    await migrate(db)
    const valuesOf = async (column: string, table: string) =>
      (await connection.query(`select ${column} as value from ${table} order by id`)).rows.map(
        ({ value }) => value,
      )
    expect(await valuesOf('sku', 'products')).toEqual(['Ñandu 1', 'A B', 'A\u00a0B'])
    expect(await valuesOf('name_folded', 'products')).toEqual(['nandu 1', 'otro', 'otro'])
    expect(await valuesOf('name', 'destinatarios')).toEqual(['Ñandu 1'])
    expect(await valuesOf('name_folded', 'destinatarios')).toEqual(['nandu 1'])
    expect((await valuesOf('lot_number', 'lots')).sort()).toEqual(['L  2', 'L 1', 'L 2'])
    const { rows } = await connection.query(`select term from search_terms where subject_id = '${lot}'`)
    expect(rows).toEqual([{ term: 'l 1' }])
  } finally {
    await connection.end()
    await database.drop()
  }
})

test('remitos that were voided before say when and by whom, as far as the audit log knows', async () => {
  const database = await emptyDatabase()
  const connection = await database.db.connect()
  const id = (digit: number) => `'00000000-0000-7000-8000-00000000000${digit}'`
  try {
    await migrate(database.db, { migrations: await migrationsBefore(85) })
    await connection.query(`
      set session_replication_role = replica;
      insert into remitos (id, client_id, type, status, date, remito_number, void_reason, updated_at)
      values (${id(1)}, ${id(9)}, 'ingreso', 'voided', '2026-11-02', '{}', 'Error', '2026-11-04T12:00:00Z'),
        (${id(2)}, ${id(9)}, 'egreso', 'voided', '2026-11-02', '{}', null, '2026-11-05T12:00:00Z'),
        (${id(3)}, ${id(9)}, 'egreso', 'issued', '2026-11-02', '{}', null, '2026-11-06T12:00:00Z');
      insert into audit_entries (id, actor, action, subject_id, created_at)
      values (gen_random_uuid(), 'staff Leo', 'remitos.void', ${id(1)}, '2026-11-04T11:59:59Z');
      set session_replication_role = origin`)
    await migrate(database.db)
    // As after a crash.
    await connection.query('delete from schema_migrations where version = 86')
    await migrate(database.db)
    const { rows } = await connection.query(
      `select to_json(voided_at at time zone 'utc') as at, voided_by from remitos order by id`,
    )
    expect(rows).toEqual([
      { at: '2026-11-04T11:59:59', voided_by: 'staff Leo' },
      { at: '2026-11-05T12:00:00', voided_by: null },
      { at: null, voided_by: null },
    ])
  } finally {
    await connection.end()
    await database.drop()
  }
})
