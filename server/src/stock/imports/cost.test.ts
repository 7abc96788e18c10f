// What an import costs, counted in statements and in rows written.

import { expect, test } from 'vitest'
import { expectInvariants } from '../../../tests/harness/invariants.ts'
import { useDatabase } from '../../../tests/harness/prologue.ts'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { openSpool } from '../../http/input/spool.ts'
import { createClient } from '../../identity/clients.ts'
import { importCount } from './import-count.ts'

const database = await useDatabase()

const counting = (tx: Transaction, count: () => void): Transaction => {
  const counted =
    <Argument, Result>(work: (statement: Argument) => Result) =>
    (statement: Argument) => {
      count()
      return work(statement)
    }
  return { ...tx, run: counted(tx.run), rows: counted(tx.rows), one: counted(tx.one) } as Transaction
}

const writtenRows = sql<{ table: string; inserted: number; updated: number }>`
  select relname as table, n_tup_ins as inserted, n_tup_upd as updated
  from pg_stat_xact_user_tables
  where relname in ('lots', 'stock_ledger', 'stock')
  order by relname`

async function imported(clientId: string, lines: readonly string[]) {
  const file = await openSpool()
  await file.write(['sku,quantity,lot_number,name,unit_type', ...lines].join('\n'))
  let statements = 0
  const written = await database.db.transaction(async (tx) => {
    // A connection accumulates its counters over transactions until it reports them.
    const before = new Map((await tx.rows(writtenRows)).map((rows) => [rows.table, rows]))
    const counted = counting(tx, () => statements++)
    await importCount(counted, { actor: 'test', requestId: 'test' }, clientId, file)
    return (await tx.rows(writtenRows)).map(({ table, inserted, updated }) => {
      const earlier = before.get(table) ?? { inserted: 0, updated: 0 }
      return [table, { inserted: inserted - earlier.inserted, updated: updated - earlier.updated }]
    })
  })
  await file.close()
  return { statements, written: Object.fromEntries(written) }
}

const aClient = () => createClient(database.db, { name: 'Bodega', email: 'b@b.example', cuit_dni: null })
/** Products with four lots each. */
const lines = (products: number, quantity: number) =>
  Array.from({ length: products * 4 }, (_, i) => `SKU-${i % products},${quantity},L${i},Producto,caja`)

test('a lot that the file creates is written once, and one that it changes once more', async () => {
  const { id } = await aClient()
  expect((await imported(id, lines(500, 3))).written).toEqual({
    lots: { inserted: 2000, updated: 0 },
    stock: { inserted: 500, updated: 500 },
    stock_ledger: { inserted: 2000, updated: 0 },
  })
  expect((await imported(id, lines(500, 5))).written).toEqual({
    lots: { inserted: 0, updated: 2000 },
    stock: { inserted: 0, updated: 500 },
    stock_ledger: { inserted: 2000, updated: 0 },
  })
  await expectInvariants(database.db)
})

test('only a count creates a lot with a quantity', async () => {
  const { id } = await aClient()
  await imported(id, lines(1, 3))
  const filled = (source: string) =>
    database.db.run(sql`
      insert into lots (id, client_id, product_id, lot_number, quantity, source_type)
      select new_id(), client_id, id, 'L-filled', 1, ${source}
      from products
      where client_id = ${id}`)
  for (const source of ['remito_ingreso', 'transfer', 'adjustment']) {
    await expect(filled(source)).rejects.toThrow('a lot is made empty')
  }
})

test('a file needs a handful of statements, and four more for each further thousand lines', async () => {
  const small = await imported((await aClient()).id, lines(250, 1))
  const large = await imported((await aClient()).id, lines(1250, 1))
  expect(small.statements).toBeLessThan(40)
  expect(large.statements - small.statements).toBeLessThanOrEqual(4 * 4 + 4)
})

const readByScan = sql<{ table: string; rows: number }>`
  select relname as table, seq_tup_read as rows
  from pg_stat_xact_user_tables
  where relname in ('lots', 'stock')
  order by relname`

test('entries are applied by index, so that the lots of other clients cost nothing', async () => {
  const { id } = await aClient()
  await imported(id, lines(250, 3))
  await database.db.transaction(async (tx) => {
    const before = await tx.rows(readByScan)
    await tx.run(sql`
      insert into stock_ledger (id, client_id, product_id, lot_id, delta, cause, document_id, actor)
      select new_id(), client_id, product_id, lot_id, 1, cause, document_id, actor
      from stock_ledger
      where client_id = ${id}`)
    expect(await tx.rows(readByScan)).toEqual(before)
  })
  await expectInvariants(database.db)
})
