// What an older version has left is still there after the migrations of this one.
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { earlierDatabase, emptyDatabase } from '../../tests/harness/database.ts'
import { insertRows } from '../../tests/harness/insert-rows.ts'
import { staffOrderDetail } from '../orders/queries.ts'
import { migrate } from './migrate.ts'
import { appliedMigrations, isOfBaseline, readMigrations, replacedMigrations } from './migrations.ts'
import { sql } from './sql.ts'

test('a database with all migrations from before the baseline has the baseline, and is marked', async () => {
  const database = await earlierDatabase(await replacedMigrations())
  const known = await readMigrations()
  const later = known.filter((migration) => !isOfBaseline(migration)).map(({ name }) => name)
  expect(await migrate(database.db)).toEqual({ applied: later })
  expect((await appliedMigrations(database.db)).map(({ name }) => name)).toEqual(
    known.map(({ name }) => name),
  )
  expect(await migrate(database.db)).toEqual({ applied: [] })
  await database.drop()
})

test('a database with fewer of them is told which version to start, and stays as it is', async () => {
  const recorded = (await replacedMigrations()).slice(0, -1)
  const database = await earlierDatabase(recorded)
  await expect(migrate(database.db)).rejects.toThrow(
    'the database is older than the last version of Andén before 0.1.0, whose last migration is 0090_one_form_of_names: start that version on it once, and then this one',
  )
  expect(await appliedMigrations(database.db)).toEqual(recorded)
  await database.drop()
})

test('a database with one of them changed is refused', async () => {
  const replaced = await replacedMigrations()
  const database = await earlierDatabase(
    replaced.map((migration) => (migration.version === 1 ? { ...migration, checksum: 'x' } : migration)),
  )
  await expect(migrate(database.db)).rejects.toThrow(
    'migration 0001_clients was changed after it was applied',
  )
  await database.drop()
})

test('the timeline of an order is what the audit log says about it', async () => {
  const database = await emptyDatabase()
  const { db } = database
  const known = await readMigrations()
  await migrate(db, { migrations: known.filter(({ name }) => name < '0125_order_steps') })
  const [client_id, destinatario_id, order_id] = [uuidv7(), uuidv7(), uuidv7()]
  await insertRows(db, 'clients', [{ id: client_id, name: 'Uno', email: 'a@uno.example' }])
  await insertRows(db, 'destinatarios', [{ id: destinatario_id, client_id, name: 'D', name_folded: 'd' }])
  const order = { id: order_id, client_id, destinatario_id, order_number: 'PED-000001', status: 'rejected' }
  await insertRows(db, 'orders', [{ ...order, delivery_type: 'retiro' }])
  const entry = (minute: number, action: string, subject_id: string, actor: string) => ({
    id: uuidv7(),
    client_id,
    subject_id,
    action,
    actor,
    created_at: `2026-11-17T12:0${minute}:00.000Z`,
  })
  await insertRows(db, 'audit_entries', [
    { ...entry(0, 'orders.create', order_id, 'client ERP'), before: null, after: { status: 'pending' } },
    { ...entry(1, 'remitos.create', uuidv7(), 'staff'), before: null, after: { status: 'issued' } },
    {
      ...entry(2, 'orders.reject', order_id, 'staff Leo'),
      before: { status: 'pending' },
      after: { status: 'rejected', reason: 'Sin stock' },
    },
  ])
  await migrate(db)
  expect((await db.one(staffOrderDetail(order_id))).timeline).toEqual([
    { status: 'pending', at: '2026-11-17T12:00:00.000Z', reason: null, by: 'client ERP', by_name: 'ERP' },
    {
      status: 'rejected',
      at: '2026-11-17T12:02:00.000Z',
      reason: 'Sin stock',
      by: 'staff Leo',
      by_name: 'Leo',
    },
  ])
  expect(await db.rows(sql`select from_status from order_steps order by created_at`)).toEqual([
    { from_status: null },
    { from_status: 'pending' },
  ])
  await database.drop()
})
