// The last page of many rows costs what the first does. Each list is asked for over HTTP, with each of its
// filters; the statement that the service ran for it is recorded, and EXPLAIN shows what it reads. Fifty sandboxes have rows before
// and behind those of the clients, which would be read first by a list of the staff whose index has them.
import { acceptedFilters, withCheckDigit } from '@anden/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ordersToLabel } from '../src/orders/pdf/labels.ts'
import { ordersToPick } from '../src/orders/pick-list.ts'
import { historyBalances, ledgerBalances } from '../src/stock/ledger-queries.ts'
import { type BigLists, startBigLists } from './harness/big-lists.ts'
import {
  auditActionCount,
  bookCount,
  createdAtOf,
  dayOfNotice,
  digits,
  fillTables,
  hotActor,
  hotDestinatario,
  hotDriver,
  hotImport,
  hotLot,
  hotProduct,
  idAt,
  quietLot,
  rareDestinatario,
  rareDriver,
  rowAt,
  rowCount,
  tripDateOf,
} from './harness/big-tables.ts'
import { type PlanCost, type PreparedStatement, planCost } from './harness/plans.ts'
import { fillSandboxes, sandboxTables } from './harness/sandbox-rows.ts'

let lists: BigLists<Row>
beforeAll(async () => {
  lists = await startBigLists('2026-11-02T12:00:00.000Z', async (db, clientId) => {
    await fillTables(db, clientId)
    await fillSandboxes(db)
  })
}, 600_000)
afterAll(() => lists?.stop())

type Row = Record<string, string> & { products: { sku: string } }

type Key = readonly [string, string]
type Big = {
  /** Whether the path is one of the back office. */
  staff?: true
  path: string
  table: string
  queries: string[]
  keyOf: (row: Row) => Key
  deepKey: Key
  /** Lists that one page is merged from, each read as far as a page. */
  merged?: number
  /** Tables that are small in the data of this test. */
  lookedUp?: readonly string[]
  /** Statements after the one for the rows. */
  more?: number
}

const from = `from=${createdAtOf(1000)}`
const to = `to=${createdAtOf(rowAt(9))}`
const ranges = ['', from, to, `${from}&${to}`]
const within = (filters: string[]) => filters.flatMap((filter) => ranges.map((range) => `${filter}&${range}`))
const byTime = (row: Row): Key => [row['created_at'] ?? '', (row['id'] ?? '').replace(/^\w+_/, '')]
// Deep, and of the rare kind as well as of the common one.
const deepAt = (digit: number): Key => [createdAtOf(rowAt(1)), idAt(digit, rowAt(1))]

const lots = {
  path: '/stock/lots',
  table: 'lots',
  keyOf: (row: Row): Key => [row['expiry_date'] ?? 'infinity', row['id'] ?? ''],
}
const lotFilters = [
  '',
  'expiring_before=2031-12-31',
  'include_depleted=true',
  'expiring_before=2031-12-31&include_depleted=true',
  'expiring_after=2031-01-01',
  'expiring_after=2031-01-01&expiring_before=2031-12-31',
  'expiring_after=2031-01-01&include_depleted=true',
]
const deepLot: Key = ['2031-06-01', idAt(digits.lot, rowAt(5))]
const remitoTypes = ['', 'type=ingreso', 'type=egreso']
const middle = String(rowAt(5)).padStart(8, '0')
const someGtin = withCheckDigit(String(rowAt(5)).slice(0, -1).padStart(12, '0'))
const ownNumber = `remito_number=R 0001-${middle}`
const sharedNumber = 'remito_number=X 0001-00000001'
const ofNumbers = (numbers: string[], filters: string[]) =>
  within(numbers.flatMap((number) => filters.map((filter) => `${number}&${filter}`)))
const remitos = {
  table: 'remitos',
  queries: [...within(remitoTypes), ...ofNumbers([ownNumber, sharedNumber], remitoTypes)],
  keyOf: byTime,
  deepKey: deepAt(digits.remito),
}

const days = [
  '',
  'expected_from=2020-03-01',
  `expected_to=${dayOfNotice(rowAt(9))}`,
  `expected_from=2020-03-01&expected_to=${dayOfNotice(rowAt(9))}`,
]
const onDays = (filters: string[]) => filters.flatMap((filter) => days.map((day) => `${filter}&${day}`))
const byDay = (row: Row): Key => [row['expected_on'] ?? '', row['id'] ?? '']
const deepNotice: Key = [dayOfNotice(rowAt(1)), idAt(digits.notice, rowAt(1))]

const bigLists: Big[] = [
  {
    path: '/stock',
    table: 'products',
    queries: ['', `product_id=${hotProduct}`, 'archived=true', `archived=true&product_id=${hotProduct}`],
    keyOf: (row) => [row.products.sku, row['product_id'] ?? ''],
    deepKey: [`SKU-${String(rowAt(9)).padStart(8, '0')}`, idAt(digits.product, rowAt(9))],
  },
  { ...lots, queries: lotFilters, deepKey: deepLot },
  { ...lots, queries: lotFilters.map((filter) => `product_id=${hotProduct}&${filter}`), deepKey: deepLot },
  { path: '/remitos', ...remitos },
  { path: '/movements', ...remitos },
  {
    path: '/orders',
    table: 'orders',
    queries: [
      ...within(
        ['', `destinatario_id=${hotDestinatario}`, `destinatario_id=${rareDestinatario}`].flatMap((whom) =>
          ['', 'status=pending', 'status=delivered', 'status=rejected'].map((status) => `${whom}&${status}`),
        ),
      ),
      ...ofNumbers(
        [`order_number=PED-${rowAt(5)}`, `reference=OC-${rowAt(5)}`],
        ['', `destinatario_id=${hotDestinatario}`].flatMap((whom) => [whom, `${whom}&status=delivered`]),
      ),
    ],
    keyOf: byTime,
    deepKey: deepAt(digits.order),
  },
  {
    path: '/orders',
    table: 'orders',
    queries: within([
      'is_open=true',
      'is_open=false',
      `destinatario_id=${hotDestinatario}&is_open=true`,
      'status=pending,delivered',
      `destinatario_id=${hotDestinatario}&status=pending,delivered,approved`,
    ]),
    keyOf: byTime,
    deepKey: deepAt(digits.order),
    merged: 5,
  },
  {
    path: '/inbound',
    table: 'inbound_notices',
    queries: [...onDays(['', 'status=announced', 'status=received']), `reference=OC-${rowAt(5)}`],
    keyOf: byDay,
    deepKey: deepNotice,
  },
  {
    path: '/inbound',
    table: 'inbound_notices',
    queries: onDays(['status=announced,received', 'status=announced,arrived,receiving']),
    keyOf: byDay,
    deepKey: deepNotice,
    merged: 3,
  },
  {
    path: '/returns',
    table: 'returns',
    queries: [
      ...within(['', 'status=expected', 'status=received']),
      `order_id=${idAt(digits.order, rowAt(5))}`,
    ],
    keyOf: byTime,
    deepKey: deepAt(digits.return),
  },
  {
    path: '/transactions',
    table: 'account_entries',
    queries: within([
      '',
      'type=payment',
      'type=credit_sale',
      'payment_method=cheque',
      'payment_method=qr',
      'type=payment&payment_method=cheque',
    ]),
    // One row, with the time zone, for the day of payments that have none.
    lookedUp: ['warehouse_clock'],
    keyOf: byTime,
    deepKey: deepAt(digits.entry),
  },
  {
    path: '/destinatarios',
    table: 'destinatarios',
    queries: [''],
    keyOf: (row) => [(row['name'] ?? '').toLowerCase(), row['id'] ?? ''],
    deepKey: ['local 90', idAt(digits.destinatario, 1)],
  },
]

// {client} stands for the big client, {other} for one of the others.
const others = 'client_id={other}'
const big = 'client_id={client}'
const actor = `actor=${encodeURIComponent(hotActor)}`
const audit = {
  staff: true as const,
  path: '/audit',
  table: 'audit_entries',
  keyOf: byTime,
  deepKey: deepAt(digits.entry),
}
const staffLists: Big[] = [
  {
    staff: true,
    path: '/orders',
    table: 'orders',
    queries: within(
      ['', big].flatMap((whose) =>
        ['', 'status=pending', 'status=delivered'].map((status) => `${whose}&${status}`),
      ),
    ),
    keyOf: byTime,
    deepKey: deepAt(digits.order),
  },
  {
    staff: true,
    path: '/orders',
    table: 'orders',
    queries: within([`status=pending,delivered`, `${big}&status=pending,delivered`]),
    keyOf: byTime,
    deepKey: deepAt(digits.order),
    merged: 2,
  },
  {
    staff: true,
    path: '/orders',
    table: 'orders',
    queries: ofNumbers(
      [`order_number=PED-${rowAt(5)}`, 'order_number=PED-5', `reference=OC-${rowAt(5)}`, 'reference=OC-5'],
      ['', 'status=delivered', 'status=pending', others, `${others}&status=delivered`],
    ),
    keyOf: byTime,
    deepKey: [createdAtOf(5400), idAt(digits.order, 5400)],
    merged: 8,
  },
  {
    staff: true,
    path: '/queue',
    table: 'orders',
    queries: [
      'status=pending',
      `${big}&status=pending`,
      'status=approved&for_trip=true',
      `${big}&status=approved&for_trip=true`,
    ],
    // By their key, for each row of the page; so few here that reading all of them is as cheap.
    lookedUp: ['clients'],
    more: 5,
    keyOf: byTime,
    deepKey: deepAt(digits.order),
  },
  {
    staff: true,
    path: '/inbound',
    table: 'inbound_notices',
    queries: [
      ...['', big].flatMap((whose) =>
        onDays(['', 'status=announced', 'status=received'].map((status) => `${whose}&${status}`)),
      ),
      `reference=OC-${rowAt(5)}`,
      `${big}&reference=OC-${rowAt(5)}&status=received`,
    ],
    keyOf: byDay,
    deepKey: deepNotice,
    lookedUp: ['clients'],
  },
  {
    staff: true,
    path: '/inbound',
    table: 'inbound_notices',
    queries: onDays(['status=announced,arrived,receiving', `${big}&status=announced,received`]),
    keyOf: byDay,
    deepKey: deepNotice,
    merged: 3,
    lookedUp: ['clients'],
  },
  {
    staff: true,
    path: '/returns',
    table: 'returns',
    queries: within(
      ['', big].flatMap((whose) =>
        ['', 'status=expected', 'status=received'].map((status) => `${whose}&${status}`),
      ),
    ),
    keyOf: byTime,
    deepKey: deepAt(digits.return),
    lookedUp: ['clients'],
  },
  {
    staff: true,
    path: '/trips',
    table: 'trips',
    queries: ['', hotDriver, rareDriver, 'Nadie'].flatMap((name) =>
      ['', 'status=draft', 'status=closed', 'status=departed'].flatMap((status) =>
        ['', `date=${tripDateOf(1001)}`].map((date) =>
          [name && `driver=${encodeURIComponent(name)}`, status, date].filter(Boolean).join('&'),
        ),
      ),
    ),
    keyOf: (row) => [row['date'] ?? '', row['id'] ?? ''],
    deepKey: [tripDateOf(rowAt(5)), idAt(digits.trip, rowAt(5))],
  },
  {
    ...remitos,
    staff: true,
    path: '/remitos',
    queries: [
      ...within(['', big].flatMap((whose) => remitoTypes.map((type) => `${whose}&${type}`))),
      ...ofNumbers([ownNumber, sharedNumber], [...remitoTypes, big, `${big}&type=egreso`]),
      ...within(['', big].flatMap((whose) => acceptedFilters.map((value) => `${whose}&accepted=${value}`))),
    ],
  },
  {
    staff: true,
    path: '/disputes',
    table: 'remito_acceptances',
    queries: ['', big].flatMap((whose) =>
      ['', '&status=open', '&status=settled'].map((one) => `${whose}${one}`),
    ),
    keyOf: byTime,
    deepKey: [createdAtOf(rowAt(5)), idAt(digits.acceptance, rowAt(5))],
  },
  {
    staff: true,
    path: '/remito-books',
    table: 'remito_books',
    queries: [''],
    keyOf: byTime,
    deepKey: [createdAtOf(bookCount / 2), idAt(digits.remito, bookCount / 2)],
  },
  {
    staff: true,
    path: '/stock',
    table: 'products',
    queries: ['', big, `${big}&product_id=${hotProduct}`, 'archived=true', `${big}&archived=true`],
    keyOf: (row) => [row.products.sku, row['product_id'] ?? ''],
    deepKey: [`SKU-${String(rowAt(9)).padStart(8, '0')}`, idAt(digits.product, rowAt(9))],
    // The names of the clients that have a row on the page are looked up.
    merged: 4,
    lookedUp: ['clients'],
  },
  {
    staff: true,
    path: '/clients/{client}/destinatarios',
    table: 'destinatarios',
    queries: [''],
    keyOf: (row) => [(row['name'] ?? '').toLowerCase(), row['id'] ?? ''],
    deepKey: ['local 90', idAt(digits.destinatario, 1)],
  },
  {
    staff: true,
    path: '/clients/{client}/products',
    table: 'products',
    queries: [
      '',
      'archived=true',
      `sku=SKU-${middle}`,
      `sku=SKU-${middle}&archived=true`,
      `gtin=${someGtin}`,
    ],
    keyOf: (row) => [row['sku'] ?? '', row['id'] ?? ''],
    deepKey: [`SKU-${String(rowAt(9)).padStart(8, '0')}`, idAt(digits.product, rowAt(9))],
  },
  {
    ...audit,
    queries: within(
      ['', big].flatMap((whose) => [
        whose,
        `${whose}&action=action.7`,
        `${whose}&action=orders.approve`,
        `${whose}&action=orders.approve&${actor}`,
        `${whose}&action=nothing`,
      ]),
    ),
  },
  { ...audit, path: '/stock/imports', queries: within(['', big]) },
  { ...audit, queries: within([actor, `${big}&${actor}`]), merged: auditActionCount },
]
const cases = [...bigLists, ...staffLists].flatMap(({ queries, ...list }) =>
  queries.map((query) => ({
    ...list,
    query,
    url: `${list.path}?${query}`.replace(/&+/g, '&').replace(/[?&]+$/, ''),
  })),
)

/** Of the rarest kind, which live rows of a thousand are, and every third of a sandbox. */
const mostOfLive = Math.max(1500, rowCount / 1000)
const limit = 20
const fetched = limit + 1

type Bounded = Pick<Big, 'staff' | 'path' | 'table' | 'merged' | 'lookedUp'> & { query: string }

/** An index of all clients without the sandboxes; each other one begins with a client, a document or the like. */
const isLive = (index: string) => index.includes('_live_')
/** Whose indexes are by client, or which belong to no client. */
const withoutLiveIndex = ['products', 'destinatarios', 'trips', 'remito_books']

function expectLiveIndex({ indexes }: PlanCost, { staff, table, query }: Bounded) {
  const isOfOne = /client_id=|remito_number=/.test(query)
  if (staff && !isOfOne && !withoutLiveIndex.includes(table)) expect(indexes.filter(isLive)).not.toEqual([])
}

/** A page costs a few blocks a row: those of the index, of the row, and of what is joined to it. */
async function expectCheap(statement: PreparedStatement, list: Bounded) {
  const { table, query, merged = 1, lookedUp = [] } = list
  const account = await planCost(lists.connection, statement)
  expectLiveIndex(account, list)
  // Four remitos share a number.
  const most = merged > 1 ? merged * fetched : query.includes('remito_number') ? 4 : 1
  expect(account.seqScans.filter((scanned) => !lookedUp.includes(scanned))).toEqual([])
  expect(account.sorted).toBeLessThanOrEqual(most)
  expect(account.rowsRead[table] ?? 0, account.indexes.join()).toBeLessThanOrEqual(2 * fetched * merged)
  for (const rows of Object.values(account.rowsRead)) expect(rows).toBeLessThanOrEqual(10 * fetched * merged)
  expect(account.blocks).toBeLessThanOrEqual(Math.max(20 * fetched, merged * (fetched + 10)))
}

describe.each(cases)('$url', ({ keyOf, deepKey, more, ...list }) => {
  const { staff, path, query } = list
  const page = `${path}?${query ? `${query}&` : ''}limit=${limit}`.replace(/&+/g, '&').replace('?&', '?')
  const statementFor = (url: string) => {
    const named = url.replace('{client}', lists.client.id).replace('{other}', idAt(digits.client, 7))
    return staff ? lists.staffStatementFor(named, more) : lists.statementFor(named)
  }

  test('reads about a page for the first page, and no more for one deep in the list', async () => {
    const first = await statementFor(page)
    await expectCheap(first.statement, list)
    for (const again of first.ofEmptyPage) await expectCheap(again, list)
    const last = first.body.data.at(-1)
    if (!first.body.next_cursor || !last)
      return expect(query).toMatch(
        /product_id|rejected|qr|_number|order_id=|reference=|nothing|sku=|gtin=|departed|driver=|status=draft|date=|for_trip=/,
      )
    const second = await statementFor(`${page}&cursor=${first.body.next_cursor}`)
    await expectCheap(second.statement, list)
    const [start, end] = keyOf(last)
    const moved = second.statement.values.map((value) =>
      value === start ? deepKey[0] : value === end ? deepKey[1] : value,
    )
    expect(moved).toEqual(expect.arrayContaining([...deepKey]))
    expect(moved).not.toEqual(second.statement.values)
    await expectCheap({ text: second.statement.text, values: moved }, list)
  })
})

test.each([
  '/stock?min_quantity=500',
  `/stock?at=${createdAtOf(45_000)}&min_quantity=500&limit=10`,
  `/orders?updated_since=${createdAtOf(rowAt(10) - 40)}`,
  '/destinatarios?name=99999',
  '/destinatarios?name=nowhere',
])('%s may read more than a page, by an index', async (path) => {
  const { statement, ofEmptyPage } = await lists.statementFor(path)
  for (const one of [statement, ...ofEmptyPage]) {
    const { seqScans, indexes } = await planCost(lists.connection, one)
    expect(seqScans).toEqual([])
    expect(indexes).not.toEqual([])
  }
})

test.each([
  '/today',
  '/search?q=PED-5',
  '/search?q=AVI-5',
  '/search?q=DEV-5',
  '/search?q=X 99999',
  '/orders?q=PED-5',
  '/orders?q=OC-5',
  '/remitos?q=99999',
  '/clients',
])('%s reads nothing of the sandboxes', async (path) => {
  const statements = await lists.statementsOf('backoffice', path)
  expect(statements).not.toEqual([])
  for (const statement of statements) {
    const { seqScans, rowsRead } = await planCost(lists.connection, statement)
    expect(seqScans.filter((table) => table in sandboxTables)).toEqual([])
    // As many as sandboxes have pending, or expected, or with one number, are far more.
    for (const [table, rows] of Object.entries(rowsRead))
      if (table in sandboxTables) expect([table, rows <= mostOfLive]).toEqual([table, true])
  }
})

// The newest entries about a few things, or of the actors with a name: these are as many as people and keys, whatever the log has.
test.each([
  '/audit?q=PED-5',
  `/audit?q=${ownNumber.slice('remito_number='.length)}&action=orders.approve`,
  '/audit?who=erp',
  '/audit?who=erp&action=orders.approve',
  '/audit?who=erp&client_id={client}',
  `/audit?who=nobody&${from}&${to}`,
])('%s reads by indexes alone', async (path) => {
  const { statement } = await lists.staffStatementFor(path.replace('{client}', lists.client.id))
  const { seqScans, indexes } = await planCost(lists.connection, statement)
  expect(seqScans.filter((table) => table !== 'clients')).toEqual([])
  expect(indexes).not.toEqual([])
})

test.each([
  ['ledger', 'staffStatementFor', `/ledger?product_id=${hotProduct}&limit=${limit}`],
  ['history', 'statementFor', `/stock/${hotProduct}/history?limit=${limit}`],
] as const)(
  'the %s of a product reads about a page, with the number of each document',
  async (_, read, path) => {
    const first = await lists[read](path)
    const queries = [`&${from}`, `&${from}&${to}`, `&cursor=${first.body.next_cursor}`]
    const pages = [first]
    for (const query of queries) pages.push(await lists[read](path + query))
    for (const { statement } of pages) {
      const { seqScans, sorted, rowsRead } = await planCost(lists.connection, statement)
      expect([seqScans, sorted]).toEqual([[], 0])
      for (const rows of Object.values(rowsRead)) expect(rows).toBeLessThanOrEqual(2 * fetched)
    }
  },
)

test('what is short of the orders of a queue is read by indexes, in as many statements for a page as for one order', async () => {
  const statements = async (limit: number) =>
    await lists.statementsOf('backoffice', `/queue?status=pending&limit=${limit}`)
  const page = await statements(limit)
  expect(page.length).toBeLessThanOrEqual(6)
  expect((await statements(1)).length).toBe(page.length)
  for (const one of page.slice(1)) {
    const { seqScans, indexes } = await planCost(lists.connection, one)
    expect(seqScans).toEqual([])
    expect(indexes).not.toEqual([])
  }
})

test('a pick list of 50 orders and the labels of one are read by keys, whatever else was ever shipped', async () => {
  const { connection } = lists
  const linesEach = 20
  // Each has an egreso, like nearly every order there is.
  const orderIds = Array.from({ length: 50 }, (_, index) => idAt(digits.order, index * 20 + 2))
  const list = await planCost(connection, ordersToPick(orderIds))
  expect(list.seqScans.filter((table) => table !== 'clients')).toEqual([])
  expect(list.rowsRead).toMatchObject({ orders: 50, remitos: 50 })
  const goods = orderIds.length * linesEach
  for (const table of ['remito_items', 'products', 'lots'])
    expect([table, list.rowsRead[table]]).toEqual([table, goods])
  const labels = await planCost(connection, ordersToLabel([orderIds[0] ?? '']))
  expect(labels.seqScans.filter((table) => table !== 'clients')).toEqual([])
  expect(labels.blocks).toBeLessThanOrEqual(50)
})

test('the lots of an import are read by about a page', async () => {
  const path = `/stock/imports/${hotImport}/lots?limit=${limit}`
  const first = await lists.staffStatementFor(path)
  expect(first.body.data).toHaveLength(limit)
  const second = await lists.staffStatementFor(`${path}&cursor=${first.body.next_cursor}`)
  for (const { statement } of [first, second]) {
    const { seqScans, sorted, rowsRead } = await planCost(lists.connection, statement)
    expect([seqScans, sorted]).toEqual([[], 0])
    for (const rows of Object.values(rowsRead)) expect(rows).toBeLessThanOrEqual(2 * fetched)
  }
})

describe('stock at a past moment', () => {
  const moments = [1, 5_000, 45_000, 99_000, 1_000_000].map(createdAtOf)
  /** Twice what is between two checkpoints: those of the migration and those of the trigger can be so far apart. */
  const entriesRead = 40

  test.each(['', '&archived=false', '&archived=true', `&product_id=${hotProduct}`])(
    'reads for each product one checkpoint and the few entries after it, however long its history%s',
    async (filter) => {
      for (const at of moments) {
        const page = `/stock?at=${at}${filter}&limit=${limit}`
        const { statement, body } = await lists.statementFor(page)
        await expectFewEntries(statement, fetched)
        if (!body.next_cursor) continue
        const next = await lists.statementFor(`${page}&cursor=${body.next_cursor}`)
        await expectFewEntries(next.statement, fetched)
      }
    },
  )

  test('is as cheap for one product, and for the opening and the closing of its history', async () => {
    const from = createdAtOf(45_000)
    const to = createdAtOf(99_000)
    for (const at of moments) {
      const { statement } = await lists.statementFor(`/stock/${hotProduct}?at=${at}`)
      await expectFewEntries(statement, 1)
    }
    const statements = [
      ledgerBalances(hotProduct, { from, to }),
      historyBalances(lists.client.id, hotProduct, { from, to }),
    ]
    for (const statement of statements) await expectFewEntries(statement, 2)
  })

  async function expectFewEntries(statement: PreparedStatement, lookups: number) {
    const { seqScans, sorted, rowsRead, blocks } = await planCost(lists.connection, statement)
    expect(seqScans).toEqual([])
    expect(sorted).toBeLessThanOrEqual(1)
    expect(rowsRead['stock_checkpoints'] ?? 0).toBeLessThanOrEqual(lookups)
    expect(rowsRead['stock_ledger'] ?? 0).toBeLessThanOrEqual(entriesRead * lookups)
    // The row of the cursor is read again.
    expect(rowsRead['products'] ?? 0).toBeLessThanOrEqual(lookups + 1)
    expect(blocks).toBeLessThanOrEqual((entriesRead + 20) * lookups)
  }
})

describe.each([
  ['portal', '/stock/lots'],
  ['backoffice', '/lots'],
] as const)('the trace of a lot on the %s', (api, path) => {
  test.each([
    ['many movements', hotLot, 2],
    ['one movement', quietLot, 3],
  ])('with %s reads a page by keys, and its sums from the index', async (_, lot, count) => {
    const statements = await lists.statementsOf(api, `${path}/${lot}/trace?limit=${limit}`)
    expect(statements).toHaveLength(count)
    const plans: Awaited<ReturnType<typeof planCost>>[] = []
    for (const statement of statements) plans.push(await planCost(lists.connection, statement))
    for (const { seqScans } of plans) expect(seqScans).toEqual([])
    const [page, flows] = plans
    expect(page?.sorted).toBe(0)
    for (const rows of Object.values(page?.rowsRead ?? {})) expect(rows).toBeLessThanOrEqual(2 * fetched)
    expect(flows?.indexes).toEqual(['stock_ledger_pkey'])
  })
})

test.each([hotLot, quietLot])('the orders with goods of the lot %s are read by keys', async (lot) => {
  const statements = await lists.statementsOf('backoffice', `/lots/${lot}/orders?limit=${limit}`)
  for (const statement of statements) {
    const { seqScans, blocks } = await planCost(lists.connection, statement)
    expect(seqScans).toEqual([])
    expect(blocks).toBeLessThanOrEqual(50)
  }
})

// Twenty lines, with every way of naming: of each column some values exist and some do not. The hot product is not among them: what is
// available of it is the sum of its lots.
const linesOfSheet = Array.from({ length: 20 }, (_, index) => index * 999 + 2)
const sku = (i: number) => `SKU-${`${i}`.padStart(8, '0')}`
test.each([
  [
    'orders',
    'portal',
    '/orders/imports?dry_run=true',
    'reference,destinatario,sku,quantity',
    (i: number) =>
      `OC-${i},${[`Local ${i}`, `Lokal ${i}`, '20-12345678-6', idAt(digits.destinatario, i)][i % 4]},${sku(i)},1`,
  ],
  [
    'recipients',
    'portal',
    '/destinatarios/imports?dry_run=true',
    'name,cuit_dni',
    (i: number) => `Local ${i},20-12345678-6`,
  ],
  [
    'announced goods',
    'portal',
    '/inbound/read-sheet',
    'sku,quantity',
    (i: number) => `${sku(i)}${i % 2 ? '' : 'X'},1`,
  ],
  [
    'products',
    'backoffice',
    '/products/imports?dry_run=true&client_id={client}',
    'sku,gtin,weight_kg',
    (i: number) => `${sku(i)},${withCheckDigit(`779${`${i}`.padStart(9, '0')}`)},1`,
  ],
] as const)('what a sheet of %s names is looked up by keys', async (_, api, path, header, lineOf) => {
  const sheet = [header, ...linesOfSheet.map(lineOf)]
  const statements = await lists.statementsOf(api, path.replace('{client}', lists.client.id), sheet)
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements) {
    const { seqScans, blocks, rowsRead } = await planCost(lists.connection, statement)
    expect([statement.text, seqScans.filter((table) => table !== 'clients')]).toEqual([statement.text, []])
    expect(blocks).toBeLessThanOrEqual(20 * linesOfSheet.length)
    for (const rows of Object.values(rowsRead)) expect(rows).toBeLessThanOrEqual(4 * linesOfSheet.length)
  }
})

test.each([
  ['stock', `/stock/${hotProduct}`],
  ['remito', `/remitos/${idAt(digits.remito, rowAt(5))}`],
  ['notice', `/inbound/${idAt(digits.notice, rowAt(5))}`],
  ['return', `/returns/${idAt(digits.return, rowAt(5))}`],
  ['order', `/orders/${idAt(digits.order, rowAt(5))}`],
  ['destinatario', `/destinatarios/${hotDestinatario}`],
  ['balance', '/balance'],
])('one %s is read by its key', async (_, path) => {
  const { statement } = await lists.statementFor(path)
  const { seqScans, blocks } = await planCost(lists.connection, statement)
  expect(seqScans.filter((table) => table !== 'account_totals')).toEqual([])
  expect(blocks).toBeLessThanOrEqual(200)
})
