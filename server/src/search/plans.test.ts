// A search reads about as much as it shows, however much data there is: even for a word in every row, for a single letter,
// and without any match. PostgreSQL explains the statement that the service ran.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BigLists, startBigLists } from '../../tests/harness/big-lists.ts'
import { digits, fillWith, id, owner } from '../../tests/harness/big-tables.ts'
import { planCost } from '../../tests/harness/plans.ts'
import { raw, sql } from '../db/sql.ts'

const rowCount = 10_000
const unit = { client_id: owner }
const number = `lpad(i::text, 6, '0')`

const tables = {
  products: { id: id(digits.product), ...unit, name: `'Malbec'`, sku: `'SKU-' || i`, unit_type: `'caja'` },
  lots: {
    id: id(digits.lot),
    ...unit,
    product_id: id(digits.product),
    lot_number: `'L' || i`,
    source_type: `'remito_ingreso'`,
  },
  remitos: {
    id: id(digits.remito),
    ...unit,
    type: `'egreso'`,
    date: `date '2026-01-01'`,
    remito_number: `array['R']`,
  },
  orders: {
    id: id(digits.order),
    ...unit,
    order_number: `'PED-' || case when i % 10 = 0 then lpad((i / 1000)::text, 6, '0') else ${number} end`,
    status: `case when i % 9 = 0 then 'pending' else 'delivered' end`,
    destinatario_id: id(digits.destinatario),
  },
  destinatarios: { id: id(digits.destinatario), ...unit, name: `'Malbec'`, name_folded: `'malbec'` },
}

/** Each subject has a word that all share, one of its own, and three more that begin with the same letter. */
const kinds = ['product', 'lot', 'remito', 'destinatario']
const subjects = [digits.product, digits.lot, digits.remito, digits.destinatario]
const long = 'x'.repeat(60)
const words = [`'malbec'`, `'${long}' || i / 20`, `'ma'`, `'mb'`, `'mc'`]
const search_terms = {
  ...unit,
  kind: `(array['${kinds.join(`','`)}'])[1 + i % 4]`,
  term: `(array[${words.join()}])[1 + i / 4 % 5]`,
  word: 'i / 4 % 5',
  subject_id: `(array[${subjects.map((digit) => id(digit, 'i / 20')).join()}])[1 + i % 4]`,
}

const addClients = sql`
  insert into clients (id, name, email)
  select ${raw(id(digits.client))}, 'Malbec', 'b@b.example' from generate_series(0, 2000) as i`

let lists: BigLists<never>
beforeAll(async () => {
  lists = await startBigLists('2026-11-02T12:00:00.000Z', async (db, clientId) => {
    await db.run(addClients)
    await fillWith(db, clientId, tables, rowCount)
    await fillWith(db, clientId, { search_terms }, 20 * rowCount)
  })
}, 600_000)
afterAll(() => lists?.stop())

const queries = ['malbec', 'm', 'x', `${long}777`, 'nothing', 'ped', '7', '777', 'ped-000007', '%', '0']

test.each(['', ...queries.map((query) => `?q=${encodeURIComponent(query)}`)])(
  'the names of clients%s are read from an index',
  async (query) => {
    const { statement } = await lists.staffStatementFor(`/clients/names${query}`)
    const { seqScans, blocks, rowsRead } = await planCost(lists.connection, statement)
    expect(seqScans).toEqual([])
    expect(blocks).toBeLessThanOrEqual(120)
    for (const [table, rows] of Object.entries(rowsRead)) expect([table, rows <= 40]).toEqual([table, true])
  },
)

describe.each(queries)('the search for %s', (query) => {
  test.each(['portal', 'backoffice'])('in the %s reads a few blocks for each result', async (api) => {
    const path = `/search?q=${encodeURIComponent(query)}`
    const { statement } = await (api === 'portal' ? lists.statementFor(path) : lists.staffStatementFor(path))
    const { seqScans, blocks, sorted, rowsRead } = await planCost(lists.connection, statement)
    expect(seqScans).toEqual([])
    // At most 5 of 6 groups, each joined to its owner and a lot to its product.
    expect(blocks).toBeLessThanOrEqual(600)
    expect(sorted).toBeLessThanOrEqual(100)
    for (const [table, rows] of Object.entries(rowsRead)) expect([table, rows <= 120]).toEqual([table, true])
  })
})
