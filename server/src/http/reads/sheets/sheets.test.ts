// Lists as files for people, over HTTP: what is in the file, compared with what the API has.

import type { OrderDetail, StockRow } from '@anden/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { recordsOf, rowsByPage } from '../../../../tests/harness/csv.ts'
import { addDestinatarios } from '../../../../tests/harness/document-data.ts'
import { expectProblem } from '../../../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../../../tests/harness/prologue.ts'
import { order } from '../../../../tests/harness/warehouse.ts'
import { readXlsx, recordsOfXlsx, wallTime } from '../../../../tests/harness/xlsx.ts'
import { issueApiKey, issueStaffKey } from '../../../identity/issue-keys.ts'

const { service, warehouse } = await useWarehouse({
  timeZone: 'America/Argentina/Buenos_Aires',
  rateLimits: { read_per_hour: 9000, write_per_hour: 9000, burst_per_minute: 9000 },
  csvPolicy: { firstPageRows: 3, maxPageRows: 5 },
})
const client = await warehouse.aStockedClient(100)
const kilos = await warehouse.aProduct(client.id, 'kg')
await warehouse.receive(client.id, { product_id: kilos, quantity: 40.5 })

async function place(quantity: number, more = {}): Promise<OrderDetail> {
  const answer = await order(client, quantity, more)
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const plain = await place(2)
const mixed = await place(1, {
  items: [
    { product_id: client.productId, quantity: 3, notes: 'frágil' },
    { product_id: kilos, quantity: 1.25 },
  ],
  notes: '=1+1',
})
await warehouse.act(mixed.id, 'approve')
for (let i = 0; i < 12; i++) await place(1)

async function download(path: string, token = client.token, api = 'portal') {
  const response = await fetch(`${service.url}/api/v1/${api}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(response.status).toBe(200)
  return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}
const xlsx = async (path: string, token?: string) => readXlsx((await download(path, token)).bytes)
/** The byte order mark is part of the text. */
const csv = async (path: string) =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode((await download(path)).bytes)

test('orders in Spanish: the rows of the list, with numbers, names, words and local time', async () => {
  const sheet = await xlsx('/orders/export?language=es')
  expect(sheet.name).toBe('Pedidos')
  const records = recordsOfXlsx(sheet)
  const rows = await rowsByPage(client.portal, '/orders', 100)
  expect(records.map((record) => record['Pedido'])).toEqual(rows.map(({ order_number }) => order_number))
  const { body: detail } = await client.portal.get(`/orders/${mixed.id}`)
  const { body: remitos } = await client.portal.get(`/remitos?source_order_id=${mixed.id}`)
  const record = records.find((one) => one['Pedido'] === mixed.order_number)
  const [first, second] = detail.distribution_order_items
  expect(record).toMatchObject({
    Estado: 'Aprobado',
    Destinatario: 'Vinoteca',
    Entrega: 'Envío',
    Dirección: 'Av. San Martín 1',
    Remito: remitos.data[0].remito_number.join(', '),
    Renglones: 2,
    Cantidad: null,
    Unidad: 'varias',
    Productos: `3 cajas ${first.products.sku}, 1,25 kg ${second.products.sku}`,
    Notas: '=1+1',
  })
  const local = new Date(Date.parse(detail.created_at) - 3 * 3_600_000).toISOString()
  expect(wallTime(record?.['Fecha'])).toBe(local.slice(0, 16).replace('T', ' '))
  expect(records.find((one) => one['Pedido'] === plain.order_number)).toMatchObject({
    Estado: 'Pendiente',
    Cantidad: 2,
    Unidad: 'cajas',
    Remito: null,
  })
})

test('the filters of the list apply, and one row per line if that is asked for', async () => {
  const { rows } = await xlsx('/orders/export?language=es&status=approved')
  expect(rows).toHaveLength(1)
  const lines = recordsOfXlsx(await xlsx('/orders/export?language=es&rows=lines'))
  const { body: stored } = await service.portal(client.token).get(`/orders/${mixed.id}`)
  const found = lines.filter((line) => line['Pedido'] === mixed.order_number)
  expect(found.map((line) => [line['Renglón'], line['SKU'], line['Cantidad'], line['Unidad']])).toEqual(
    stored.distribution_order_items.map(
      (item: { products: { sku: string }; quantity: number }, index: number) => [
        index + 1,
        item.products.sku,
        item.quantity,
        index === 0 ? 'cajas' : 'kg',
      ],
    ),
  )
  expect(lines).toHaveLength(13 + 2)
})

test('as CSV: a byte order mark, semicolons, lines that end in CRLF and a decimal comma in Spanish', async () => {
  const spanish = await csv('/orders/export?format=csv&language=es&rows=lines')
  expect(spanish.startsWith('\u{feff}Pedido;Fecha;Referencia;Estado;Destinatario;')).toBe(true)
  expect(spanish.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const [header = [], ...records] = recordsOf(spanish, ';')
  const cell = (record: readonly string[] | undefined, name: string) => record?.[header.indexOf(name)]
  const kilosLine = records.find((record) => cell(record, 'Unidad') === 'kg')
  expect(cell(kilosLine, 'Cantidad')).toBe('1,25')
  expect(cell(kilosLine, 'Fecha')).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/)
  const [, ...english] = recordsOf(await csv('/orders/export?format=csv&language=en&rows=lines'))
  expect(english.find((record) => record.includes('kg'))).toContain('1.25')
})

test('the language is that of the request, the name of the file that of the list and the day', async () => {
  const { headers } = await download('/orders/export?language=en')
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.xlsx"$/)
  expect(headers.get('content-language')).toBe('en')
  const response = await fetch(`${service.url}/api/v1/portal/stock/export?format=csv`, {
    headers: { authorization: `Bearer ${client.token}`, 'accept-language': 'en-GB,es;q=0.5' },
  })
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
  expect(response.headers.get('vary')).toContain('Accept-Language')
  expect(await response.text()).toMatch(/^SKU,Product,Unit,In stock,/)
  expectProblem(await client.portal.get('/orders/export?language=fr'), 'validation/invalid-parameter')
  expectProblem(await client.portal.get('/orders/export?status=lost'), 'validation/invalid-parameter')
})

const hostile = [
  ...['=1+1', '+54 261 555-0100', '-2', '@x', "=cmd|' /C calc'!A0", '\t=1', '＝1', '"quoted"', 'a,b;c'],
  ...[
    'two\nlines',
    'two\r\nlines',
    ' blank ',
    '<b>&amp;</b>',
    '_x0041_',
    'bell\u{7}',
    'Ñandú 😀',
    '\u{fffe}',
  ],
]

test('text stays text: formulas, telephones, CUIT, control characters, markup', async () => {
  const owner = await service.aClient()
  await addDestinatarios(
    service.db,
    owner.id,
    hostile.map((text, index) => ({
      name: `${String(index).padStart(2, '0')}`,
      address: text,
      phone: '02614250000',
      cuit_dni: '20123456786',
    })),
  )
  const sheet = await xlsx('/destinatarios/export?language=es', owner.token)
  const column = (name: string) => sheet.rows.map((row) => row[sheet.headings.indexOf(name)])
  expect(column('Dirección')).toEqual(
    hostile.map((text) => ({ type: 'text', value: text.replace('\u{fffe}', '\u{fffd}') })),
  )
  expect(new Set(column('Teléfono').map((cell) => cell?.value))).toEqual(new Set(['02614250000']))
  expect(new Set(column('Teléfono').map((cell) => cell?.type))).toEqual(new Set(['text']))
  expect(column('CUIT / DNI')[0]).toEqual({ type: 'text', value: '20-12345678-6' })

  const response = await fetch(`${service.url}/api/v1/portal/destinatarios/export?format=csv&language=es`, {
    headers: { authorization: `Bearer ${owner.token}` },
  })
  const [header = [], ...records] = recordsOf(await response.text(), ';')
  const cells = records.map((record) => record[header.indexOf('Dirección')])
  const guarded = (text: string) => (/^\s*[=+\-@＝]/.test(text) ? `'${text}` : text)
  expect(cells).toEqual(hostile.map(guarded))
  expect(records[0]?.[header.indexOf('Teléfono')]).toBe("'02614250000")
  expect(records[0]?.[header.indexOf('CUIT / DNI')]).toBe('20-12345678-6')
})

test('a key that may not read recipients gets the orders without them', async () => {
  const { token } = await service.aClient({ scopes: ['read:orders'] })
  expect(recordsOfXlsx(await xlsx('/orders/export?language=en', token))).toEqual([])
  const key = await issueApiKey(service.db, { clientId: client.id, name: 'ERP', scopes: ['read:orders'] })
  const [first] = recordsOfXlsx(await xlsx('/orders/export?language=en', key.token))
  expect(first).toMatchObject({ Recipient: null, Contact: null, 'CUIT / DNI': null, Status: 'Pending' })
})

test('the staff sees the orders and remitos of every client, with its name', async () => {
  const { token } = await issueStaffKey(service.db, { name: 'ERP', scopes: ['staff:read'] })
  const read = async (path: string) =>
    recordsOfXlsx(readXlsx((await download(path, token, 'backoffice')).bytes))
  const { body: owner } = await warehouse.staff.get(`/clients/${client.id}`)
  const orders = await read(`/orders/export?language=es&client_id=${client.id}`)
  expect(orders).toHaveLength(14)
  expect(new Set(orders.map((one) => one['Cliente']))).toEqual(new Set([owner.name]))
  const lines = await read(`/remitos/export?language=es&rows=lines&type=egreso&client_id=${client.id}`)
  expect(lines).toMatchObject([
    { Cliente: owner.name, Pedido: mixed.order_number, Tipo: 'Egreso', Estado: 'Emitido', Cantidad: 3 },
    { Cliente: owner.name, Pedido: mixed.order_number, Lote: 'SIN-LOTE', Cantidad: 1.25, Unidad: 'kg' },
  ])
  const clients = await read('/clients/export?language=es')
  expect(clients.find((one) => one['Cliente'] === owner.name)).toMatchObject({ Estado: 'Activo', Saldo: 0 })
})

test('a person who is signed in gets the file by a plain link, and staff who inspect a client too', async () => {
  const { cookie } = await client.aUser('reader')
  const get = (headers: Record<string, string>) =>
    fetch(`${service.url}/api/v1/portal/stock/export?language=es`, { headers })
  const own = await get({ cookie })
  const records = recordsOfXlsx(readXlsx(new Uint8Array(await own.arrayBuffer())))
  const rows = await rowsByPage(client.portal, '/stock', 100)
  expect(records.map((one) => [one['SKU'], one['Stock'], one['Disponible']])).toEqual(
    rows.map((row) => {
      const { products, quantity, available_quantity } = row as StockRow
      return [products.sku, quantity, available_quantity]
    }),
  )
  const staff = await service.aStaffUser()
  expect((await staff.api.post(`/clients/${client.id}/inspect`)).status).toBe(200)
  const inspected = await get({ cookie: staff.cookie, 'anden-client': client.id })
  expect(recordsOfXlsx(readXlsx(new Uint8Array(await inspected.arrayBuffer())))).toEqual(records)
})

describe('the account', () => {
  type Entry = { type: string; amount: number; description: string | null }
  const changeOf = ({ type, amount }: Entry) => Math.round((type === 'credit_sale' ? amount : -amount) * 100)
  let entries: (Entry & { created_at: string })[] = []

  beforeAll(async () => {
    const { staff } = warehouse
    for (let i = 0; i < 9; i++) {
      const sold = { client_id: client.id, amount: 1000.1 + i, description: `venta ${i}` }
      const { body } = await staff.post('/credit-sales', sold)
      const paid = {
        client_id: client.id,
        amount: 333.33,
        payment_method: 'cheque',
        description: `pago ${i}`,
      }
      await staff.post('/payments', paid)
      if (i === 4) await staff.post(`/transactions/${body.id}/reverse`, { reason: 'dos veces' })
    }
    entries = (await rowsByPage(client.portal, '/transactions', 100)).toReversed() as typeof entries
  })

  test('has debit, credit and the balance after each entry, which ends with the balance of the account', async () => {
    const [opening, ...records] = recordsOfXlsx(await xlsx('/transactions/export?language=es'))
    expect(opening).toMatchObject({ Concepto: 'Saldo inicial', Saldo: 0, Debe: null, Haber: null })
    let balance = 0
    const expected = entries.map((entry) => {
      const change = changeOf(entry)
      balance += change
      const [Debe, Haber] = change > 0 ? [change / 100, null] : [null, -change / 100]
      return { Descripción: entry.description, Debe, Haber, Saldo: balance / 100 }
    })
    expect(records).toMatchObject(expected)
    const { body } = await client.portal.get('/balance')
    expect(records.at(-1)?.['Saldo']).toBe(body.saldo)
    expect(records.find((one) => one['Concepto'] === 'Anulación: venta a crédito')).toMatchObject({
      Haber: 1004.1,
    })
  })

  test('keeps the balance of the whole account with a filter, and begins with it at a later day', async () => {
    const all = recordsOfXlsx(await xlsx('/transactions/export?language=es'))
    const balanceOf = (description: unknown) =>
      all.find((one) => one['Descripción'] === description)?.['Saldo']
    const [, ...payments] = recordsOfXlsx(await xlsx('/transactions/export?language=es&type=payment'))
    expect(payments).toHaveLength(9)
    for (const payment of payments) {
      expect(payment).toMatchObject({ 'Medio de pago': 'Cheque', Debe: null })
      expect(payment['Saldo']).toBe(balanceOf(payment['Descripción']))
    }
    const from = entries[10]?.created_at ?? ''
    const since = recordsOfXlsx(await xlsx(`/transactions/export?language=es&from=${from}`))
    expect(since[0]).toMatchObject({ Concepto: 'Saldo inicial', Saldo: all[10]?.['Saldo'] })
    expect(since.slice(1)).toEqual(all.slice(11))
    const none = recordsOfXlsx(await xlsx('/transactions/export?language=es&from=2100-01-01T00:00:00Z'))
    expect(none).toMatchObject([{ Saldo: all.at(-1)?.['Saldo'] }])
  })
})

test('the account has the day on which a payment was made, as a date without a time', async () => {
  const { id, token } = await service.aClient()
  const paid = { client_id: id, amount: 10, payment_method: 'efectivo' }
  await warehouse.staff.post('/credit-sales', { client_id: id, amount: 100 })
  await warehouse.staff.post('/payments', { ...paid, paid_on: '2026-02-28' })
  const { body: today } = await warehouse.staff.post('/payments', paid)
  const sheet = await xlsx('/transactions/export?language=es', token)
  const column = sheet.rows.map((row) => row[sheet.headings.indexOf('Fecha de pago')] ?? null)
  expect(column.map((cell) => cell && wallTime(cell.value))).toEqual([
    null,
    null,
    '2026-02-28 00:00',
    `${today.paid_on} 00:00`,
  ])
  expect(column[2]).toMatchObject({ type: 'number', format: 'dd/mm/yyyy' })
})

test('movements of a product have the stock after each, and those of a lot its recipients', async () => {
  const { body: stock } = await client.portal.get(`/stock/${kilos}`)
  const movements = recordsOfXlsx(await xlsx(`/stock/${kilos}/history/export?language=es`))
  expect(movements).toMatchObject([
    { Movimiento: 'Ingreso', Cantidad: 40.5, Stock: 40.5 },
    { Movimiento: 'Egreso', Cantidad: -1.25, Stock: stock.quantity },
  ])
  const { body: lots } = await client.portal.get(`/stock/lots?product_id=${kilos}`)
  const trace = recordsOfXlsx(await xlsx(`/stock/lots/${lots.data[0].id}/trace/export?language=es`))
  expect(trace).toMatchObject([
    { Movimiento: 'Ingreso', Estado: 'Recibido', Destinatario: null },
    { Pedido: mixed.order_number, Destinatario: 'Vinoteca', Teléfono: '1', Cantidad: -1.25 },
  ])
  const unknown = '0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10'
  expectProblem(await client.portal.get(`/stock/${unknown}/history/export`), 'stock/not-found')
})
