import { describe, expect, test } from 'vitest'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { order } from '../../tests/harness/warehouse.ts'

const { service, warehouse } = await useWarehouse()

describe('the life of an order', () => {
  test('reserves stock when created, takes it when approved, and publishes an event at each step', async () => {
    const client = await warehouse.aStockedClient(100)
    const created = await order(client, 30, { notes: 'Urgente' })
    expect(created.status).toBe(201)
    expect(created.headers.get('location')).toBe(`${service.url}/api/v1/portal/orders/${created.body.id}`)
    expect(created.body).toMatchObject({
      order_number: 'PED-000001',
      status: 'pending',
      delivery_type: 'envio',
      delivery_address: 'Av. San Martín 1',
      delivery_contact: 'Vinoteca, 1',
      notes: 'Urgente',
      distribution_order_attachments: [],
    })
    const stock = () => client.portal.get(`/stock/${client.productId}`).then(({ body }) => body)
    expect(await stock()).toMatchObject({ quantity: 100, reserved_quantity: 30, available_quantity: 70 })

    for (const action of ['approve', 'prepare', 'dispatch', 'deliver']) {
      const { status, text } = await warehouse.act(created.body.id, action)
      expect(status, text).toBe(200)
    }
    expect(await stock()).toMatchObject({ quantity: 70, reserved_quantity: 0, available_quantity: 70 })

    const { body: remitos } = await client.portal.get('/remitos?type=egreso')
    expect(remitos.data).toMatchObject([
      { source_order_id: created.body.id, remito_number: ['R 00001-00000001'], status: 'issued' },
    ])
    const { body: events } = await client.portal.get('/events')
    const published = events.data.map((event: { type: string }) => event.type)
    expect(published.toReversed()).toEqual([
      'remito.created',
      'lot.created',
      'stock.changed',
      'order.created',
      'remito.created',
      'stock.changed',
      'order.approved',
      'order.in_preparation',
      'order.in_transit',
      'order.delivered',
    ])
  })

  test('cancelling an approved order returns its goods and voids its egreso', async () => {
    const client = await warehouse.aStockedClient(10)
    const { body: created } = await order(client, 4)
    await warehouse.act(created.id, 'approve')
    const cancelled = await client.portal.patch(`/orders/${created.id}`, {
      action: 'cancel',
      reason: 'Error',
    })
    expect(cancelled.status).toBe(200)
    expect(cancelled.body).toMatchObject({ status: 'cancelled', status_reason: 'Error' })
    const { body: stock } = await client.portal.get(`/stock/${client.productId}`)
    expect(stock).toMatchObject({ quantity: 10, available_quantity: 10 })
    const { body: remitos } = await client.portal.get('/remitos?type=egreso')
    expect(remitos.data).toMatchObject([{ status: 'voided' }])
    const again = await client.portal.patch(`/orders/${created.id}`, { action: 'cancel' })
    expect(again.status).toBe(200)
    const { body: events } = await client.portal.get('/events?type=order.cancelled')
    expect(events.data).toHaveLength(1)
    expect(events.data[0].data.object).toMatchObject({ previous_status: 'approved', status_reason: 'Error' })
  })
})
