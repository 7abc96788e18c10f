// Lists as CSV, over HTTP: what is in the file, and what is around it.

import { expect, test, vi } from 'vitest'
import { asCsv, asSpanishCsv, recordsOf, rowsByPage } from '../../../../tests/harness/csv.ts'
import { addDestinatarios } from '../../../../tests/harness/document-data.ts'
import { expectProblem } from '../../../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../../../tests/harness/prologue.ts'

const rateLimits = { read_per_hour: 9000, write_per_hour: 9000, burst_per_minute: 9000 }
const { service, warehouse } = await useWarehouse({
  rateLimits,
  clock: () => Date.parse('2026-11-17T01:30:00Z'),
  csvPolicy: { firstPageRows: 7, maxPageRows: 20, maxRows: 70 },
})
const client = await warehouse.aStockedClient(7)
const hostile = [
  ...[
    '=1+1',
    '+54 261',
    '-2',
    '@x',
    '"quoted"',
    'a,b;c',
    'two\nlines',
    'two\r\nlines',
    '＝1',
    ' blank ',
    'Ñandú',
  ],
  ...["=cmd|' /C calc'!A0", '\t=1', '"', '""', "'", ';;', ',,'],
]
await addDestinatarios(
  service.db,
  client.id,
  hostile.map((text, index) => ({ name: `${index}`, address: text })),
)
await addDestinatarios(
  service.db,
  client.id,
  Array.from({ length: 45 }, (_, index) => ({ name: `Vinoteca ${index}` })),
)
const readsOf = (table: string) =>
  vi.mocked(service.db.rows).mock.calls.filter(([{ text }]) => text.includes(`from ${table}`)).length

test.each([
  ['commas', ',', asCsv],
  ['semicolons', ';', asSpanishCsv],
] as const)(
  'a file with %s has the rows that paging has, hostile text among them',
  async (_, mark, accept) => {
    const rows = await rowsByPage(client.portal, '/destinatarios', 100)
    const [header = [], ...records] = recordsOf(
      (await client.portal.get('/destinatarios', accept)).text,
      mark,
    )
    expect(header).toEqual(Object.keys(rows[0] ?? {}))
    expect(records).toHaveLength(rows.length)
    const guarded = (text: string) => (/^\s*[=+\-@＝]/.test(text) ? `'${text}` : text)
    const expected = rows.map((row) => header.map((name) => guarded(String(row[name] ?? ''))))
    expect(records).toEqual(expected)
  },
)

test('the filters apply', async () => {
  const { text } = await client.portal.get('/destinatarios?name=vinoteca%201', asCsv)
  expect(recordsOf(text)).toHaveLength(1 + 11)
})

test('the file is UTF-8 with a byte order mark, named after the list and the day of the warehouse, and not cached', async () => {
  const response = await fetch(`${service.url}/api/v1/portal/stock/lots`, {
    headers: { authorization: `Bearer ${client.token}`, ...asCsv },
  })
  expect([...new Uint8Array(await response.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': 'attachment; filename="stock-lots-2026-11-16.csv"',
    'cache-control': 'no-store',
    vary: 'Accept, Accept-Language',
  })
  expect(response.headers.get('etag')).toBeNull()
})

test('numbers have a decimal point, or a comma with Accept-Language: es; dates stay as in JSON', async () => {
  const { body } = await client.portal.get('/stock')
  const [row] = body.data
  const [english, spanish] = [asCsv, asSpanishCsv].map((accept) => client.portal.get('/stock', accept))
  const cells = { quantity: '7', 'products.sku': row.products.sku, updated_at: row.updated_at }
  for (const [answer, separator] of [
    [await english, ','],
    [await spanish, ';'],
  ] as const) {
    const [header = [], line = []] = recordsOf(answer?.text ?? '', separator)
    const found = Object.fromEntries(header.map((name, index) => [name, line[index]]))
    expect(found).toMatchObject(cells)
  }
})

test('JSON stays the default, keeps its ETag, and varies by Accept', async () => {
  for (const accept of ['*/*', 'application/json, text/csv;q=0.5', 'text/html']) {
    const { headers, body } = await client.portal.get('/stock', { accept })
    expect(body.data).toHaveLength(1)
    expect(headers.get('etag')).not.toBeNull()
    expect(headers.get('vary')).toBe('Accept, Accept-Language')
  }
  expect((await client.portal.get('/balance', asCsv)).body.saldo).toBe(0)
})

test('If-None-Match with the ETag of a page in JSON does not prevent the file', async () => {
  const etag = (await client.portal.get('/stock')).headers.get('etag') ?? ''
  const { status } = await client.portal.get('/stock', { ...asCsv, 'if-none-match': etag })
  expect(status).toBe(200)
})

test('the file continues after a cursor, and has no limit', async () => {
  const { body } = await client.portal.get('/destinatarios?limit=10')
  const { text } = await client.portal.get(`/destinatarios?cursor=${body.next_cursor}`, asCsv)
  const rows = await rowsByPage(client.portal, '/destinatarios', 100)
  expect(
    recordsOf(text)
      .slice(1)
      .map(([id]) => id),
  ).toEqual(rows.slice(10).map(({ id }) => id))
  const { errors } = expectProblem(
    await client.portal.get('/destinatarios?limit=10', asCsv),
    'validation/invalid-parameter',
  )
  expect(errors[0].pointer).toBe('limit')
})

test('errors before the first byte are problem documents', async () => {
  const get = (path: string) => client.portal.get(path, asCsv)
  expectProblem(await get('/orders?status=lost'), 'validation/invalid-parameter')
  expectProblem(await get('/orders?cursor=lost'), 'validation/invalid-cursor')
  const unknown = '0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10'
  expectProblem(await get(`/webhooks/${unknown}/deliveries`), 'webhooks/not-found')
  const ledger = await warehouse.staff.get(`/ledger?product_id=${unknown}`, asCsv)
  expectProblem(ledger, 'products/not-found')
  expect(ledger.headers.get('content-disposition')).toBeNull()
})

test('a file of the maximum length is complete; with one row more, the transfer breaks off', async () => {
  const { id, portal } = await service.aClient()
  const addRows = (count: number) =>
    addDestinatarios(
      service.db,
      id,
      Array.from({ length: count }, (_, index) => ({ name: `${index}` })),
    )
  await addRows(70)
  expect(recordsOf((await portal.get('/destinatarios', asCsv)).text)).toHaveLength(71)
  await addRows(1)
  await expect(portal.get('/destinatarios', asCsv)).rejects.toThrow('terminated')
})

test('a list in an envelope gives its rows', async () => {
  const path = `/ledger?product_id=${client.productId}`
  const [header = [], ...records] = recordsOf((await warehouse.staff.get(path, asCsv)).text)
  const [entry] = await rowsByPage(warehouse.staff, path, 100)
  expect(records).toEqual([header.map((name) => String(entry?.[name] ?? ''))])
})

test('a list that is not paged gives its rows', async () => {
  const url = 'https://erp.example/hook'
  await client.portal.post('/webhooks', { url, events: ['order.created', 'order.approved'] })
  const [header = [], ...records] = recordsOf((await client.portal.get('/webhooks', asCsv)).text)
  expect(records.map((record) => record[header.indexOf('events')])).toEqual(['order.created, order.approved'])
})

test('a HEAD request has the headers of the file and reads one page', async () => {
  vi.spyOn(service.db, 'rows')
  try {
    const { status, text, headers } = await client.portal.call('HEAD', '/destinatarios', undefined, asCsv)
    expect([status, text, readsOf('destinatarios')]).toEqual([200, '', 1])
    expect(headers.get('content-type')).toContain('text/csv')
    expect(headers.get('content-disposition')).toContain('destinatarios-')
    expect(headers.get('content-length')).toBeNull()
    await client.portal.get('/destinatarios', asCsv)
    expect(readsOf('destinatarios')).toBe(1 + 4)
  } finally {
    vi.mocked(service.db.rows).mockRestore()
  }
})

test('a file counts as one request', async () => {
  const remaining = async () =>
    Number((await client.portal.get('/destinatarios', asCsv)).headers.get('x-ratelimit-remaining'))
  const before = await remaining()
  expect(await remaining()).toBe(before - 1)
})
