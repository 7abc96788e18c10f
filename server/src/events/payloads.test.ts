// The payload of each event: every field as specified, with the state at the time of the change.

import { type EventEnvelope, type EventType, eventPayloads } from '@anden/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { formats } from '../../tests/harness/ajv-formats.ts'
import type { Caller } from '../../tests/harness/http.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { order, type Warehouse } from '../../tests/harness/warehouse.ts'

const { warehouse } = await useWarehouse()

type Client = Awaited<ReturnType<Warehouse['aStockedClient']>>
const ajv = new Ajv2020({ strict: false, formats })
const moment = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)

/** The payloads of a type, newest first; each in a complete envelope. */
async function published({ portal }: { portal: Caller }, type: EventType) {
  const { body } = await portal.get(`/events?type=${type}&limit=100`)
  return (body.data as EventEnvelope[]).map((event) => {
    expect(event).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-f-]{36}$/),
      type,
      created_at: moment,
      api_version: 'v1',
      livemode: true,
      data: { object: expect.any(Object) },
    })
    const { object } = event.data
    expect(ajv.validate(eventPayloads[type], object), ajv.errorsText()).toBe(true)
    return object
  })
}
const count = async (client: Client) => (await client.portal.get('/events?limit=100')).body.data.length
/** Without what only the answer to the staff has. */
const inEvents = ({
  distribution_order_attachments: _,
  timeline: __,
  client_id: ___,
  client_name: ____,
  destinatario: _____,
  placed_by: ______,
  duplicate_of: _______,
  weight_kg: ________,
  weight_known: _________,
  trip_id: __________,
  trip_number: ___________,
  changes: ____________,
  ...order
}: Record<string, unknown>) => order

describe('order.*', () => {
  test('carry the order as of the change, without attachments and timeline, and with the previous status', async () => {
    const client = await warehouse.aStockedClient(10)
    const { body: created } = await order(client, 2, { notes: 'Frágil' })
    expect(await published(client, 'order.created')).toEqual([
      { ...inEvents(created), previous_status: null },
    ])
    const steps = [
      ['approve', 'order.approved', 'pending'],
      ['prepare', 'order.in_preparation', 'approved'],
      ['dispatch', 'order.in_transit', 'in_preparation'],
      ['fail', 'order.failed_delivery', 'in_transit'],
      ['dispatch', 'order.in_transit', 'failed_delivery'],
      ['deliver', 'order.delivered', 'in_transit'],
    ] as const
    for (const [action, type, previous_status] of steps) {
      const { body } = await warehouse.act(created.id, action, action === 'fail' ? 'Cerrado' : undefined)
      const [newest] = await published(client, type)
      expect(newest).toEqual({ ...inEvents(body), previous_status })
    }
    expect(await published(client, 'order.failed_delivery')).toMatchObject([{ status_reason: 'Cerrado' }])
    expect((await published(client, 'order.created'))[0]).toMatchObject({ status: 'pending' })
  })

  test('carry what an update has changed', async () => {
    const client = await warehouse.aStockedClient(10)
    const { body: created } = await order(client, 2)
    const change = { action: 'update', if_revision: 1, notes: 'Frágil' }
    const { body } = await client.portal.patch(`/orders/${created.id}`, change)
    expect(await published(client, 'order.updated')).toEqual([
      { ...inEvents(body), previous_status: 'pending', changes: body.changes },
    ])
    expect(body.changes).toMatchObject([{ revision: 2, fields: [{ field: 'notes', after: 'Frágil' }] }])
  })

  test.each([
    ['reject', 'order.rejected'],
    ['cancel', 'order.cancelled'],
  ] as const)('carry the reason of %s', async (action, type) => {
    const client = await warehouse.aStockedClient(10)
    const { body: created } = await order(client, 2)
    const { body } = await warehouse.act(created.id, action, 'Sin camión')
    expect(await published(client, type)).toEqual([
      { ...inEvents(body), status_reason: 'Sin camión', previous_status: 'pending' },
    ])
  })
})

describe('remito.*, stock.changed and lot.*', () => {
  test('describe received goods', async () => {
    const client = await warehouse.aStockedClient(0)
    const lot = { lot_number: 'L1', expiry_date: '2031-03-31', vintage_year: 2022 }
    const remito = await warehouse.receive(client.id, { product_id: client.productId, quantity: 5, ...lot })
    const {
      client_id: _,
      client_name: _name,
      voided_by: _by,
      voided_by_name: _voider,
      issued_by: _issuer,
      issued_by_name: _author,
      ...detail
    } = remito
    expect(await published(client, 'remito.created')).toEqual([detail])
    const [made] = (await client.portal.get('/stock/lots')).body.data
    const named = { lot_id: made.id, product_id: client.productId, ...lot }
    expect(await published(client, 'lot.created')).toEqual([
      { ...named, quantity: 5, source_type: 'remito_ingreso', created_at: moment },
    ])
    const change = { product_id: client.productId, source: null, updated_at: moment }
    expect(await published(client, 'stock.changed')).toEqual([
      { ...change, old_quantity: 0, new_quantity: 5, delta: 5 },
    ])
    const { body: voided } = await warehouse.staff.post(`/remitos/${remito.id}/void`, { reason: 'Error' })
    expect(await published(client, 'remito.voided')).toEqual([
      { ...detail, status: 'voided', voided_at: moment, void_reason: 'Error' },
    ])
    expect(voided.status).toBe('voided')
    expect((await published(client, 'stock.changed'))[0]).toEqual({
      ...change,
      old_quantity: 5,
      new_quantity: 0,
      delta: -5,
    })
    expect(await published(client, 'lot.depleted')).toEqual([{ ...named, depleted_at: moment }])
  })

  test('lot.depleted is published each time a lot is emptied, lot.created once', async () => {
    const client = await warehouse.aStockedClient(5)
    const adjust = (delta: number) =>
      warehouse.staff.post('/stock/adjustments', { product_id: client.productId, delta, reason: 'Recuento' })
    for (const delta of [-2, -3, 4, -4]) await adjust(delta)
    expect(await published(client, 'lot.depleted')).toHaveLength(2)
    expect(await published(client, 'lot.created')).toHaveLength(1)
    await adjust(1)
    const [newest] = await published(client, 'stock.changed')
    expect(newest).toMatchObject({ old_quantity: 0, new_quantity: 1, delta: 1 })
  })

  test('stock.changed is published once per product and transaction, with the net delta', async () => {
    const client = await warehouse.aStockedClient(10)
    const second = await warehouse.aProduct(client.id)
    await warehouse.receive(
      client.id,
      { product_id: client.productId, quantity: 1, lot_number: 'A' },
      { product_id: second, quantity: 4 },
      { product_id: client.productId, quantity: 2, lot_number: 'B' },
    )
    const [one, two] = await published(client, 'stock.changed')
    const byProduct = Object.fromEntries(
      [one, two].map((object) => [object?.['product_id'], object?.['delta']]),
    )
    expect(byProduct).toEqual({ [client.productId]: 3, [second]: 4 })
    expect(await published(client, 'stock.changed')).toHaveLength(3)
  })

  test('stock.changed is not published for a net delta of zero, nor for a reservation', async () => {
    const client = await warehouse.aStockedClient(10)
    const before = await published(client, 'stock.changed')
    await order(client, 2)
    const { sku } = (await client.portal.get(`/stock/${client.productId}`)).body.products
    const file = `sku,quantity,lot_number\n${sku},6,SIN-LOTE\n${sku},4,NUEVO\n`
    const headers = { 'content-type': 'text/csv' }
    const { status } = await warehouse.staff.post(`/stock/imports?client_id=${client.id}`, file, headers)
    expect(status).toBe(201)
    expect(await published(client, 'stock.changed')).toEqual(before)
    expect((await published(client, 'lot.created'))[0]).toMatchObject({
      quantity: 4,
      source_type: 'csv_import',
    })
  })

  test('a transfer and an adjustment are the source of the lots they create', async () => {
    const [from, to] = [await warehouse.aStockedClient(5), await warehouse.aStockedClient(0)]
    await warehouse.staff.post('/stock/transfers', {
      from_product_id: from.productId,
      to_product_id: to.productId,
      quantity: 5,
      reason: 'Venta',
    })
    await warehouse.staff.post('/stock/adjustments', {
      product_id: to.productId,
      delta: 1,
      reason: 'Hallado',
      lot_number: 'X',
    })
    const sources = (await published(to, 'lot.created')).map((object) => object['source_type'])
    expect(sources).toEqual(['adjustment', 'transfer'])
    expect((await published(from, 'stock.changed'))[0]).toMatchObject({ delta: -5 })
    expect(await published(from, 'lot.depleted')).toHaveLength(1)
  })
})

describe('payment.received and credit_note.issued', () => {
  test('carry the transaction, and the credit note with its number', async () => {
    const client = await warehouse.aStockedClient(0)
    const entry = { client_id: client.id, amount: 10.5, description: 'Factura 3' }
    const { body: payment } = await warehouse.staff.post('/payments', { ...entry, payment_method: 'qr' })
    expect(await published(client, 'payment.received')).toEqual([payment])
    const { body: note } = await warehouse.staff.post('/credit-notes', { ...entry, number: 'NC-1' })
    const { id: noteId, amount, description, created_at } = note
    expect(await published(client, 'credit_note.issued')).toEqual([
      { id: noteId, number: 'NC-1', amount, description, created_at },
    ])
    const before = await count(client)
    await warehouse.staff.post('/credit-sales', entry)
    expect(await count(client)).toBe(before)
    expect(payment.id).toEqual(expect.stringMatching(/^pay_/))
  })
})

test('a refused request publishes nothing', async () => {
  const client = await warehouse.aStockedClient(1)
  const before = await count(client)
  await order(client, 5)
  const items = [{ product_id: client.productId, quantity: 5 }]
  await warehouse.staff.post('/remitos', { client_id: client.id, type: 'egreso', items })
  await warehouse.staff.post('/stock/adjustments', { product_id: client.productId, delta: -5, reason: 'x' })
  expect(await count(client)).toBe(before)
})
