import type { EventEnvelope, EventPayload, ImportChange } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { lotsOf, rowCounts, sendCount } from '../../../tests/harness/counts.ts'
import { reserve } from '../../../tests/harness/document-data.ts'
import { expectInvariants } from '../../../tests/harness/invariants.ts'
import { expectProblem } from '../../../tests/harness/problem-answers.ts'
import { useService } from '../../../tests/harness/prologue.ts'
import { addLot, addProduct } from '../../../tests/harness/stock-data.ts'
import { sql } from '../../db/sql.ts'
import { renderPayload } from '../../webhooks/request.ts'

const service = await useService()
const staff = await service.aStaffMember(['staff:stock'])

/** A client with 10 of MAL in L1, 5 in L2, and 7 of SYR in its only lot. */
async function aCountedClient() {
  const { db } = service
  const client = await service.aClient()
  const mal = await addProduct(db, client.id, { sku: 'MAL', unit_type: 'caja' })
  const syr = await addProduct(db, client.id, { sku: 'SYR', unit_type: 'kg' })
  await addLot(db, client.id, mal.id, { lot_number: 'L1', quantity: 10 })
  await addLot(db, client.id, mal.id, { lot_number: 'L2', quantity: 5, expiry_date: '2027-03-31' })
  await addLot(db, client.id, syr.id, { lot_number: 'SIN-LOTE', quantity: 7 })
  return { ...client, mal: mal.id, syr: syr.id }
}

type Told = { type: string; object: Record<string, unknown> }
const eventsOf = async (clientId: string): Promise<Told[]> => {
  const rows = await service.db.rows(
    sql<{ body: string }>`select body from events where client_id = ${clientId} order by type, id`,
  )
  return rows.map(({ body }) => JSON.parse(body)).map(({ type, data }) => ({ type, object: data.object }))
}
const lot = (sku: string, lot_number: string, quantity: number, more: object = {}) => ({
  sku,
  lot_number,
  quantity,
  expiry_date: null,
  vintage_year: null,
  ...more,
})

describe('POST /stock/imports', () => {
  test('sets each named lot, up and down, and leaves the others as they are', async () => {
    const client = await aCountedClient()
    const answer = await sendCount(staff, client.id, ['sku,quantity,lot_number', 'MAL,12,L1', 'SYR,2.125,'])
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      dry_run: false,
      lines: 2,
      products_created: 0,
      products_changed: 0,
      lots_created: 0,
      lots_changed: 2,
      unchanged: 0,
    })
    expect(await lotsOf(service.db, client.id)).toEqual([
      lot('MAL', 'L1', 12),
      lot('MAL', 'L2', 5, { expiry_date: '2027-03-31' }),
      lot('SYR', 'SIN-LOTE', 2.125),
    ])
    await expectInvariants(service.db)
  })

  test('a lot is its product, number, expiry date and vintage year: any other one is a new lot', async () => {
    const client = await aCountedClient()
    const lines = [
      'vintage_year,expiry_date,lot_number,sku,quantity',
      ',,L1,MAL,1',
      '2020,,L1,MAL,2',
      ',2027-03-31,L1,MAL,3',
      '2020,2027-03-31,L1,MAL,4',
      ',,,MAL,5',
    ]
    const { body } = await sendCount(staff, client.id, lines)
    expect(body).toMatchObject({ lines: 5, lots_created: 4, lots_changed: 1, unchanged: 0 })
    expect(await lotsOf(service.db, client.id)).toEqual([
      lot('MAL', 'L1', 4, { vintage_year: 2020, expiry_date: '2027-03-31' }),
      lot('MAL', 'L1', 3, { expiry_date: '2027-03-31' }),
      lot('MAL', 'L1', 2, { vintage_year: 2020 }),
      lot('MAL', 'L1', 1),
      lot('MAL', 'L2', 5, { expiry_date: '2027-03-31' }),
      lot('MAL', 'SIN-LOTE', 5),
      lot('SYR', 'SIN-LOTE', 7),
    ])
    const sources = await service.db.rows(
      sql`select source_type, count(*) from lots where client_id = ${client.id} group by 1 order by 1`,
    )
    expect(sources).toEqual([
      { source_type: 'csv_import', count: 4 },
      { source_type: 'remito_ingreso', count: 3 },
    ])
    await expectInvariants(service.db)
  })

  test('creates an unknown product that is described, once, with its stock row, found by its name', async () => {
    const client = await service.aClient()
    const lines = [
      'sku,quantity,lot_number,name,unit_type',
      'TOR,3.5,A,Torrontés Ñandú,litro',
      'TOR,1.5,B,,',
      'CERO,0,,Nada todavía,caja',
    ]
    const { body } = await sendCount(staff, client.id, lines)
    expect(body).toMatchObject({ lines: 3, products_created: 2, lots_created: 2, unchanged: 1 })
    const { body: stock } = await client.portal.get('/stock')
    expect(stock.data).toMatchObject([
      { quantity: 0, products: { sku: 'CERO', name: 'Nada todavía', unit_type: 'caja' } },
      { quantity: 5, products: { sku: 'TOR', name: 'Torrontés Ñandú', unit_type: 'litro' } },
    ])
    const reader = await service.aStaffMember(['staff:read'])
    const found = await reader.get(`/clients/${client.id}/products?name=${encodeURIComponent('ñANDÚ')}`)
    expect(found.body.data).toHaveLength(1)
    await expectInvariants(service.db)
  })

  test('a known product keeps its name, and its sku belongs to its client alone', async () => {
    const client = await aCountedClient()
    const other = await aCountedClient()
    await sendCount(staff, client.id, ['sku,quantity,name,unit_type', 'SYR,1,Otro nombre,kg'])
    const { body } = await client.portal.get(`/stock/${client.syr}`)
    expect(body).toMatchObject({ quantity: 1, products: { name: 'Malbec' } })
    expect((await other.portal.get(`/stock/${other.syr}`)).body.quantity).toBe(7)
  })

  test('publishes lots created, lots emptied and the net change of each product, and nothing else', async () => {
    const client = await aCountedClient()
    const lines = [
      'sku,quantity,lot_number,expiry_date',
      'MAL,0,L1,', // emptied
      'MAL,15,L3,2028-01-01', // created: the net change of MAL is 10 − 10 + 15
      'MAL,0,L4,', // does not exist, and is not created
      'MAL,5,L2,2027-03-31', // unchanged
      'SYR,7,,',
    ]
    const { body } = await sendCount(staff, client.id, lines)
    expect(body).toMatchObject({ lines: 5, lots_created: 1, lots_changed: 1, unchanged: 3 })
    const id = expect.any(String)
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const of = { lot_id: id, product_id: client.mal, vintage_year: null }
    expect(await eventsOf(client.id)).toEqual([
      {
        type: 'lot.created',
        object: {
          ...of,
          lot_number: 'L3',
          expiry_date: '2028-01-01',
          quantity: 15,
          source_type: 'csv_import',
          created_at: at,
        },
      },
      {
        type: 'lot.depleted',
        object: { ...of, lot_number: 'L1', expiry_date: null, depleted_at: at },
      },
      {
        type: 'stock.changed',
        object: {
          product_id: client.mal,
          old_quantity: 15,
          new_quantity: 20,
          delta: 5,
          source: null,
          updated_at: at,
        },
      },
    ])
  })

  test('its events have the bytes that rendering their payloads gives', async () => {
    const client = await aCountedClient()
    const answer = await sendCount(staff, client.id, [
      'sku,quantity,lot_number,expiry_date,vintage_year',
      'SYR,0,,,',
      'SYR,0.001,"L ""a"" \\ \u007f ñ 🍷 \u2028 </b>",2028-02-29,2019',
      'SYR,12.50,"{""x"":1}",,',
      'MAL,0,L2,2027-03-31,',
      'MAL,1000000000,L9,,1900',
    ])
    expect(answer.status, answer.text).toBe(201)
    const rows = await service.db.rows(
      sql<{ body: string }>`select body from events where client_id = ${client.id} order by id`,
    )
    const types = rows.map(({ body }) => {
      const { type, data } = JSON.parse(body) as EventEnvelope
      const payload = renderPayload(type, data.object as EventPayload<typeof type>)
      expect(body.endsWith(`,"data":{"object":${payload}}}`), `${body}\n${payload}`).toBe(true)
      return type
    })
    expect(types).toEqual([
      ...Array(5).fill(expect.stringMatching(/^lot\.(created|depleted)$/)),
      ...Array(2).fill('stock.changed'),
    ])
  })

  test('a change between the lots of one product is no change of its stock', async () => {
    const client = await aCountedClient()
    await sendCount(staff, client.id, [
      'sku,quantity,lot_number,expiry_date',
      'MAL,9,L1,',
      'MAL,6,L2,2027-03-31',
    ])
    expect(await eventsOf(client.id)).toEqual([])
    expect((await client.portal.get(`/stock/${client.mal}`)).body.quantity).toBe(15)
    await expectInvariants(service.db)
  })

  test('leaves its entries in the ledger, and one in the audit log', async () => {
    const client = await aCountedClient()
    const { body } = await sendCount(staff, client.id, ['sku,quantity,lot_number', 'MAL,8,L1', 'SYR,7,'])
    const entries = await service.db.rows(sql`
      select product_id, delta, cause, actor from stock_ledger where document_id = ${body.id}`)
    expect(entries).toEqual([
      {
        product_id: client.mal,
        delta: -2,
        cause: 'csv_import',
        actor: expect.stringMatching(/^staff test \(sk_\w{7}\)$/),
      },
    ])
    const audit = await service.db.rows(sql`
      select client_id, actor, action, before, after from audit_entries where subject_id = ${body.id}`)
    expect(audit).toEqual([
      {
        client_id: client.id,
        actor: expect.stringMatching(/^staff test \(sk_\w{7}\)$/),
        action: 'stock.import',
        before: null,
        after: body,
      },
    ])
  })

  test('may go below what orders have reserved', async () => {
    const client = await aCountedClient()
    await reserve(service.db, client.id, client.syr, 6)
    expect((await sendCount(staff, client.id, ['sku,quantity', 'SYR,4'])).status).toBe(201)
    expect((await client.portal.get(`/stock/${client.syr}`)).body).toMatchObject({
      quantity: 4,
      reserved_quantity: 6,
      available_quantity: 0,
    })
    await expectInvariants(service.db)
  })

  test('one connection serves one import after another', async () => {
    const client = await aCountedClient()
    for (const quantity of [1, 2, 3]) {
      const { body } = await sendCount(staff, client.id, ['sku,quantity', `SYR,${quantity}`])
      expect(body).toMatchObject({ lines: 1, lots_changed: 1 })
    }
  })

  test('needs staff:stock, a client that exists, and known parameters', async () => {
    const client = await service.aClient()
    const reader = await service.aStaffMember(['staff:read'])
    expectProblem(await sendCount(reader, client.id, 'sku,quantity\nA,1'), 'auth/insufficient-scope')
    expectProblem(await sendCount(staff, uuidv7(), 'sku,quantity\nA,1'), 'clients/not-found')
    const post = (query: string) =>
      staff.post(`/stock/imports${query}`, 'sku,quantity\nA,1', { 'content-type': 'text/csv' })
    for (const query of ['', `?client_id=${client.id}&dry=true`, `?client_id=${client.id}&dry_run=si`]) {
      expectProblem(await post(query), 'validation/invalid-parameter')
    }
  })

  test('takes CSV and nothing else, and no other route takes CSV', async () => {
    const client = await service.aClient()
    const path = `/stock/imports?client_id=${client.id}`
    expectProblem(await staff.post(path, { sku: 'A' }), 'validation/unsupported-media-type')
    expectProblem(await staff.post(path), 'validation/unsupported-media-type')
    const json = await staff.post('/stock/adjustments', 'sku,quantity', { 'content-type': 'text/csv' })
    expectProblem(json, 'validation/unsupported-media-type')
  })
})

describe('POST /stock/imports?dry_run=true', () => {
  const lines = [
    'sku,quantity,lot_number,name,unit_type',
    'MAL,12,L1,,',
    'MAL,0,L9,,',
    'NUEVO,2.5,A,Nuevo,kg',
    'NUEVO,1,B,,',
    'SYR,7,,,',
    'VACIO,0,,Vacío,caja',
  ]

  test('shows line by line what the import would change, and sums it up alike', async () => {
    const client = await aCountedClient()
    const { status, body, headers } = await sendCount(staff, client.id, lines, { dryRun: true })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    const change = (fields: Partial<ImportChange>) => ({
      expiry_date: null,
      vintage_year: null,
      creates_product: false,
      creates_lot: false,
      unit_type: 'caja',
      location: null,
      weight_kg: null,
      ...fields,
    })
    const { changes, fingerprint, ...summary } = body
    expect(fingerprint).toMatch(/^[0-9a-f]{32}$/)
    expect(changes).toEqual([
      change({ line: 2, sku: 'MAL', lot_number: 'L1', old_quantity: 10, new_quantity: 12, delta: 2 }),
      change({
        ...{ line: 4, sku: 'NUEVO', lot_number: 'A', old_quantity: 0, new_quantity: 2.5, delta: 2.5 },
        ...{ creates_product: true, creates_lot: true, unit_type: 'kg' },
      }),
      change({
        ...{ line: 5, sku: 'NUEVO', lot_number: 'B', old_quantity: 0, new_quantity: 1, delta: 1 },
        ...{ creates_lot: true, unit_type: 'kg' },
      }),
      change({
        ...{ line: 7, sku: 'VACIO', lot_number: 'SIN-LOTE', old_quantity: 0, new_quantity: 0, delta: 0 },
        creates_product: true,
      }),
    ])
    const done = await sendCount(staff, client.id, lines)
    expect(summary).toEqual({ ...done.body, id: null, dry_run: true })
  })

  test('changes nothing, and keeps nothing under its Idempotency-Key', async () => {
    const client = await aCountedClient()
    const before = { rows: await rowCounts(service.db), lots: await lotsOf(service.db, client.id) }
    const headers = { 'idempotency-key': uuidv7() }
    const first = await sendCount(staff, client.id, lines, { dryRun: true, headers })
    const second = await sendCount(staff, client.id, [...lines, 'MAL,1,L3,,'], { dryRun: true, headers })
    expect(second.body.changes).toHaveLength(first.body.changes.length + 1)
    expect({ rows: await rowCounts(service.db), lots: await lotsOf(service.db, client.id) }).toEqual(before)
    expect((await sendCount(staff, client.id, lines, { headers })).status).toBe(201)
  })

  test('refuses what the import would refuse, in the same words', async () => {
    const client = await aCountedClient()
    const bad = ['sku,quantity', 'MAL,1.5', 'NADIE,1', 'SYR,x']
    const [dry, real] = [
      await sendCount(staff, client.id, bad, { dryRun: true }),
      await sendCount(staff, client.id, bad),
    ]
    expectProblem(dry, 'imports/invalid-file')
    expect({ ...dry.body, request_id: '' }).toEqual({ ...real.body, request_id: '' })
  })
})

describe('Idempotency-Key', () => {
  test('the same bytes get the first answer again, and change nothing more', async () => {
    const client = await aCountedClient()
    const headers = { 'idempotency-key': uuidv7() }
    const first = await sendCount(staff, client.id, 'sku,quantity\nSYR,3', { headers })
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    await sendCount(staff, client.id, 'sku,quantity\nSYR,8')
    const again = await sendCount(staff, client.id, 'sku,quantity\nSYR,3', { headers })
    expect([again.status, again.text]).toEqual([201, first.text])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect((await client.portal.get(`/stock/${client.syr}`)).body.quantity).toBe(8)
  })

  test('other bytes, or another client, under the same key are refused', async () => {
    const client = await aCountedClient()
    const other = await aCountedClient()
    const headers = { 'idempotency-key': uuidv7() }
    await sendCount(staff, client.id, 'sku,quantity\nSYR,3', { headers })
    for (const [id, file] of [
      [client.id, 'sku,quantity\nSYR,3\n'],
      [other.id, 'sku,quantity\nSYR,3'],
    ] as const) {
      const answer = await sendCount(staff, id, file, { headers })
      expectProblem(answer, 'idempotency/key-reused-with-different-body')
    }
    expect((await other.portal.get(`/stock/${other.syr}`)).body.quantity).toBe(7)
  })

  test('a rejected file leaves the key free for the corrected one', async () => {
    const client = await aCountedClient()
    const headers = { 'idempotency-key': uuidv7() }
    expectProblem(
      await sendCount(staff, client.id, 'sku,quantity\nSYR,x', { headers }),
      'imports/invalid-file',
    )
    expect((await sendCount(staff, client.id, 'sku,quantity\nSYR,3', { headers })).status).toBe(201)
  })

  test('sent five times at once, the file is imported once', async () => {
    const client = await service.aClient()
    const headers = { 'idempotency-key': uuidv7() }
    const file = 'sku,quantity,name,unit_type\nA,3,A,caja'
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => sendCount(staff, client.id, file, { headers })),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    const { count } = await service.db.one(
      sql<{ count: number }>`select count(*) from stock_ledger where client_id = ${client.id}`,
    )
    expect(count).toBe(1)
  })
})
