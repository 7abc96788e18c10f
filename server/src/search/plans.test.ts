// A search reads about as much as it shows, however much data there is: even for a word in every row, for a single letter,
// and without any match. PostgreSQL explains the statement that the service ran.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BigLists, startBigLists } from '../../tests/harness/big-lists.ts'
import { digits, fillWith, id, idAt, owner } from '../../tests/harness/big-tables.ts'
import { planCost } from '../../tests/harness/plans.ts'
import { raw, sql } from '../db/sql.ts'

const rowCount = 10_000
/** Of the tables that grow with use, each row of one product, lot and recipient or of one of many. */
const historyCount = 4 * rowCount
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
    reference: `'Malbec ' || i / 1000`,
    destinatario_id: id(digits.destinatario),
  },
  returns: {
    id: id(digits.return),
    ...unit,
    number: `'DEV-' || case when i % 10 = 0 then lpad((i / 1000)::text, 6, '0') else ${number} end`,
    order_id: id(digits.order),
    remito_id: id(digits.remito),
  },
  destinatarios: { id: id(digits.destinatario), ...unit, name: `'Malbec'`, name_folded: `'malbec'` },
  trips: {
    id: id(digits.trip),
    number: `'VIA-' || ${number}`,
    date: `date '2026-01-01'`,
    driver_name: `'Malbec'`,
    driver_folded: `'malbec'`,
  },
}

/** Each subject has a word that all share, one of its own, and three more that begin with the same letter. */
const kinds = ['product', 'lot', 'remito', 'destinatario', 'trip']
const subjects = [digits.product, digits.lot, digits.remito, digits.destinatario, digits.trip]
const long = 'x'.repeat(60)
const words = [`'malbec'`, `'${long}' || i / 25`, `'ma'`, `'mb'`, `'mc'`]
const search_terms = {
  // Those of trips are of the warehouse.
  client_id: `case when i % 5 = 4 then warehouse_id() else ${owner} end`,
  kind: `(array['${kinds.join(`','`)}'])[1 + i % 5]`,
  term: `(array[${words.join()}])[1 + i / 5 % 5]`,
  word: 'i / 5 % 5',
  subject_id: `(array[${subjects.map((digit) => id(digit, 'i / 25')).join()}])[1 + i % 5]`,
}

/** Fifty sandboxes have the same words, which the staff's search reads past nowhere. */
const termsOfSandboxes = {
  ...search_terms,
  client_id: `('ffffffff-0000-8000-8000-' || lpad((i % 50)::text, 12, '0'))::uuid`,
  kind: `(array['${kinds.slice(0, 4).join(`','`)}'])[1 + i % 4]`,
}

const one = (digit: number, of: string) =>
  `case when i % 2 = 0 then ${id(digit, '1')} else ${id(digit, of)} end`
const createdAt = `timestamptz '2020-01-01T00:00:00Z' + i * interval '3 minutes'`
const history = {
  orders: {
    // After those of the search.
    id: id(digits.order, `${rowCount} + i`),
    ...unit,
    order_number: `'PED-' || lpad((${rowCount} + i)::text, 6, '0')`,
    status: `case when i % 1000 = 9 then 'rejected' else 'delivered' end`,
    reference: `'Malbec ' || i / 5000`,
    // Of the same client.
    destinatario_id: `case when i % 2 = 1 then ${id(digits.destinatario, '1')} else ${id(digits.destinatario, '1000 + i % 1000')} end`,
    created_at: createdAt,
  },
  order_items: {
    id: id(digits.entry),
    ...unit,
    order_id: id(digits.order, `${rowCount} + i`),
    position: '1',
    product_id: one(digits.product, 'i % 500'),
    quantity: '1',
    placed_at: createdAt,
  },
  stock_ledger: {
    id: id(digits.entry),
    client_id: '$1::uuid',
    product_id: id(digits.product, '1'),
    lot_id: one(digits.lot, 'i % 500'),
    delta: '1',
    cause: `'remito_egreso'`,
    document_id: id(digits.remito, '1 + i / 4'),
    actor: `'staff'`,
  },
}

const addClients = sql`
  insert into clients (id, name, email)
  select ${raw(id(digits.client))}, 'Malbec', 'b@b.example' from generate_series(0, 2000) as i`

let big: BigLists<never>
beforeAll(async () => {
  big = await startBigLists('2026-11-02T12:00:00.000Z', async (db, clientId) => {
    await db.run(addClients)
    await db.run(sql`analyze clients`)
    await fillWith(db, clientId, tables, rowCount)
    await fillWith(db, clientId, { search_terms }, 25 * rowCount)
    await fillWith(db, clientId, { search_terms: termsOfSandboxes }, 25 * rowCount)
    await fillWith(db, clientId, history, historyCount)
  })
}, 600_000)
afterAll(() => big?.stop())

const queries = [
  'malbec',
  'm',
  'x',
  `${long}777`,
  'nothing',
  'ped',
  '7',
  '777',
  'via-000007',
  'ab 12',
  'ped-000007',
  'malbec 7',
  '%',
  '0',
]

test.each(['', ...queries.map((query) => `?q=${encodeURIComponent(query)}`)])(
  'the names of clients%s are read from an index',
  async (query) => {
    const { statement } = await big.staffStatementFor(`/clients/names${query}`)
    const { seqScans, blocks, rowsRead } = await planCost(big.connection, statement)
    expect(seqScans).toEqual([])
    expect(blocks).toBeLessThanOrEqual(120)
    for (const [table, rows] of Object.entries(rowsRead)) expect([table, rows <= 40]).toEqual([table, true])
  },
)

describe.each(queries)('the search for %s', (query) => {
  test.each(['portal', 'backoffice'])('in the %s reads a few blocks for each result', async (api) => {
    const path = `/search?q=${encodeURIComponent(query)}`
    const { statement } = await (api === 'portal' ? big.statementFor(path) : big.staffStatementFor(path))
    const { seqScans, blocks, sorted, rowsRead } = await planCost(big.connection, statement)
    expect(seqScans).toEqual([])
    // At most 5 of 8 groups, each joined to its owner and a lot to its product.
    expect(blocks).toBeLessThanOrEqual(600)
    expect(sorted).toBeLessThanOrEqual(100)
    for (const [table, rows] of Object.entries(rowsRead)) expect([table, rows <= 120]).toEqual([table, true])
  })
})

const range = 'from=2020-02-01T00:00:00Z&to=2020-03-01T00:00:00Z'
const lists: [api: 'portal' | 'backoffice', path: string, filters: string[]][] = [
  ['portal', '/orders', ['', 'status=rejected', 'is_open=true', `destinatario_id=${idAt(6, 1)}`, range]],
  ['portal', '/orders/counts', ['', range]],
  [
    'backoffice',
    '/orders',
    ['', 'status=rejected', 'city=Mendoza', `destinatario_id=${idAt(6, 1)}`, range, 'client_id={client}'],
  ],
  ['portal', '/remitos', ['', 'type=ingreso', range]],
  ['portal', '/movements', ['']],
  ['backoffice', '/remitos', ['', 'type=ingreso', 'client_id={client}']],
  [
    'portal',
    '/stock/lots',
    ['', 'include_depleted=true', `product_id=${idAt(1, 1)}`, 'expiring_before=2030-01-01'],
  ],
  ['backoffice', '/lots?client_id={client}', ['', 'include_depleted=true']],
  ['portal', '/destinatarios', ['', 'name=mal']],
  ['backoffice', '/clients', ['']],
  ['backoffice', '/clients/{client}/products', ['', 'archived=true']],
]
const cases = lists.flatMap(([api, path, filters]) => filters.map((filter) => ({ api, path, filter })))

// At most 500 rows of each of 100 subjects, where the tables have more of each.
describe.each(cases)('q of the list $path in the $api, with $filter,', ({ api, path, filter }) => {
  test.each(['malbec', 'malbec 7', 'm', 'ped-', '0', 'nothing', 'l'])(
    '%s reads a bounded part of the tables, by indexes',
    async (q) => {
      const named = `${path}${path.includes('?') ? '&' : '?'}q=${q}&${filter}`.replaceAll(
        '{client}',
        big.client.id,
      )
      const statements = await big.statementsOf(api, named.replace(/&$/, ''))
      const { seqScans, rowsRead } = await planCost(big.connection, statements.at(-1) ?? raw(''))
      expect(seqScans).toEqual([])
      const bounds: Record<string, number> = {
        order_items: 12_000,
        orders: 14_000,
        stock_ledger: 12_000,
        remitos: 12_500,
      }
      for (const [table, rows] of Object.entries(rowsRead))
        expect([table, rows, rows <= (bounds[table] ?? 1_200)]).toEqual([table, rows, true])
    },
  )
})
