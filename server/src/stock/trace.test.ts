import { portalScopes } from '@anden/contract'
import { describe, expect, test } from 'vitest'
import { useWarehouse } from '../testing/prologue.ts'
import { order, type Warehouse } from '../testing/warehouse.ts'
import { recipientsOfLot } from './trace-queries.ts'

const { service, warehouse } = await useWarehouse()
const { staff } = warehouse

type Client = Awaited<ReturnType<Warehouse['aStockedClient']>>
const clientTrace = ({ portal }: Client, lotId: string, query = '') =>
  portal.get(`/stock/lots/${lotId}/trace${query}`)
const staffTrace = (lotId: string, query = '') => staff.get(`/lots/${lotId}/trace${query}`)
const lotOf = async ({ portal }: Client): Promise<string> =>
  (await portal.get('/stock/lots?include_depleted=true')).body.data[0].id
const adjust = (client: Client, delta: number, lot_id: string) =>
  staff.post('/stock/adjustments', { product_id: client.productId, delta, reason: 'Rotura', lot_id })
const transfer = (from: Client, to: Client, quantity: number) =>
  staff.post('/stock/transfers', {
    from_product_id: from.productId,
    to_product_id: to.productId,
    quantity,
    reason: 'Vendido al otro',
  })
const approvedOrder = async (client: Client, quantity: number) => {
  const { body } = await order(client, quantity)
  await warehouse.act(body.id, 'approve')
  return body
}

describe('the trace of a lot', () => {
  test('shows origins and destinations with document, order, recipient and quantity', async () => {
    const client = await warehouse.aStockedClient(0)
    const { productId: product_id, destinatarioId } = client
    const items = [{ product_id, quantity: 20, lot_number: 'L1' }]
    const { body: ingreso } = await staff.post('/remitos', {
      client_id: client.id,
      type: 'ingreso',
      date: '2026-10-30',
      remito_number: ['X 0003-00001821'],
      items,
    })
    const placed = await approvedOrder(client, 6)
    const lotId = await lotOf(client)
    const { status, body } = await clientTrace(client, lotId)
    expect(status).toBe(200)
    const recipient = { id: destinatarioId, name: 'Vinoteca', phone: '1', address: 'Av. San Martín 1' }
    const rest = { email: null, city: null, province: null, postal_code: null }
    expect(body).toMatchObject({
      lot: { id: lotId, lot_number: 'L1', quantity: 14, hold: null },
      totals: { in: 20, out: 6, left: 14 },
      flows: [
        { cause: 'remito_egreso', in: 0, out: 6 },
        { cause: 'remito_ingreso', in: 20, out: 0 },
      ],
      recipients: [{ ...recipient, ...rest, quantity: 6 }],
      recipient_count: 1,
      has_more: false,
    })
    const remito = { id: ingreso.id, type: 'ingreso', status: 'issued', date: '2026-10-30' }
    expect(body.entries).toMatchObject([
      {
        cause: 'remito_ingreso',
        delta: 20,
        remito: { ...remito, remito_number: ['X 00003-00001821'] },
        order: null,
        recipient: null,
      },
      {
        cause: 'remito_egreso',
        delta: -6,
        remito: { type: 'egreso', status: 'issued', remito_number: [expect.stringMatching(/^R 00001-/)] },
        order: { id: placed.id, order_number: placed.order_number, status: 'approved' },
        recipient: { ...recipient, ...rest },
      },
    ])
    const forStaff = (await staffTrace(lotId)).body
    expect(forStaff).toMatchObject({
      client: { id: client.id },
      totals: body.totals,
      recipients: body.recipients,
    })
    expect(forStaff.entries).toMatchObject([{ transfer: null, actor: expect.stringMatching(/^staff/) }, {}])
  })

  test('counts a voided remito on neither side, and no recipient has what came back', async () => {
    const client = await warehouse.aStockedClient(10)
    const again = await warehouse.receive(client.id, { product_id: client.productId, quantity: 5 })
    await approvedOrder(client, 3)
    const { id } = await approvedOrder(client, 4)
    await warehouse.act(id, 'cancel', 'Rechazado')
    await staff.post(`/remitos/${again.id}/void`, { reason: 'Dos veces' })
    const { body } = await clientTrace(client, await lotOf(client))
    expect(body.totals).toEqual({ in: 10, out: 3, left: 7 })
    expect(body.recipients).toMatchObject([{ id: client.destinatarioId, quantity: 3 }])
    expect(body.entries.map(({ cause, delta, remito }: never) => [cause, delta, remito['status']])).toEqual([
      ['remito_ingreso', 10, 'issued'],
      ['remito_ingreso', 5, 'voided'],
      ['remito_egreso', -3, 'issued'],
      ['remito_egreso', -4, 'voided'],
      ['remito_void', 4, 'voided'],
      ['remito_void', -5, 'voided'],
    ])
  })

  test('leads the staff on to the lot of the other client, of which the client learns nothing', async () => {
    const [from, to] = [await warehouse.aStockedClient(10), await warehouse.aStockedClient(0)]
    await transfer(from, to, 4)
    const [given, got] = [await lotOf(from), await lotOf(to)]
    const sides = [
      { own: from, lotId: given, delta: -4, other: to, otherLot: got },
      { own: to, lotId: got, delta: 4, other: from, otherLot: given },
    ]
    for (const { own, lotId, delta, other, otherLot } of sides) {
      const shown = (await staffTrace(lotId)).body.entries.at(-1)
      expect(shown).toMatchObject({ cause: 'transfer', delta, reason: 'Vendido al otro' })
      expect(shown.transfer).toEqual({ client: { id: other.id, name: expect.any(String) }, lot_id: otherLot })
      const answer = await clientTrace(own, lotId)
      expect(Object.keys(answer.body.entries.at(-1)).sort()).toEqual(
        ['id', 'cause', 'delta', 'document_id', 'remito', 'order', 'recipient', 'created_at'].sort(),
      )
      for (const secret of [other.id, otherLot, 'Vendido']) expect(answer.text).not.toContain(secret)
      expect((await clientTrace(own, otherLot)).status).toBe(404)
    }
  })

  test('shows adjustments, counts and goods out without an order, and adds up', async () => {
    const client = await warehouse.aStockedClient(10)
    const lotId = await lotOf(client)
    await adjust(client, -2, lotId)
    await adjust(client, 1, lotId)
    await staff.post('/remitos', {
      client_id: client.id,
      type: 'egreso',
      items: [{ product_id: client.productId, quantity: 3 }],
    })
    const { sku } = (await client.portal.get(`/stock/${client.productId}`)).body.products
    const csv = { 'content-type': 'text/csv' }
    await staff.post(`/stock/imports?client_id=${client.id}`, `sku,quantity\n${sku},4\n`, csv)
    const { body } = await staffTrace(lotId)
    expect(body.totals).toEqual({ in: 11, out: 7, left: 4 })
    expect(body.flows).toEqual([
      { cause: 'adjustment', in: 1, out: 2 },
      { cause: 'csv_import', in: 0, out: 2 },
      { cause: 'remito_egreso', in: 0, out: 3 },
      { cause: 'remito_ingreso', in: 10, out: 0 },
    ])
    expect(body.recipients).toEqual([])
    expect(body.entries[1]).toMatchObject({ cause: 'adjustment', remito: null, reason: 'Rotura' })
  })

  test('shows contacts only to a key that may read destinatarios, and those of a deleted one, too', async () => {
    const client = await warehouse.aStockedClient(10)
    await approvedOrder(client, 2)
    const lotId = await lotOf(client)
    await client.portal.delete(`/destinatarios/${client.destinatarioId}`)
    expect((await clientTrace(client, lotId)).body.recipients).toMatchObject([
      { name: 'Vinoteca', quantity: 2 },
    ])
    const scopes = portalScopes.filter((scope) => scope !== 'read:destinatarios')
    const { body: key } = await staff.post(`/clients/${client.id}/keys`, { name: 'WMS', scopes })
    const { body } = await service.portal(key.token).get(`/stock/lots/${lotId}/trace`)
    expect(body.recipients).toBeNull()
    expect(body.entries[1]).toMatchObject({ recipient: null, order: { status: 'approved' } })
  })

  test('has every movement once over its pages, oldest first, and the sums on the first page', async () => {
    const client = await warehouse.aStockedClient(10)
    const lotId = await lotOf(client)
    for (const delta of [1, 2, 3, 4]) await adjust(client, delta, lotId)
    const deltas: number[] = []
    for (let cursor = ''; ; ) {
      const { body } = await clientTrace(client, lotId, `?limit=2${cursor}`)
      expect(body.lot).toMatchObject({ id: lotId, quantity: 20 })
      if (cursor === '') expect(body).toMatchObject({ totals: { in: 20, out: 0, left: 20 }, recipients: [] })
      else expect(body).toMatchObject({ totals: null, flows: null, recipients: null, recipient_count: null })
      deltas.push(...body.entries.map(({ delta }: { delta: number }) => delta))
      if (!body.has_more) break
      cursor = `&cursor=${body.next_cursor}`
    }
    expect(deltas).toEqual([10, 1, 2, 3, 4])
  })

  test('lists the recipients with the largest quantities first, bounded, and counts all of them', async () => {
    const client = await warehouse.aStockedClient(10)
    const { body: other } = await client.portal.post('/destinatarios', { name: 'Almacén' })
    await approvedOrder(client, 2)
    await approvedOrder({ ...client, destinatarioId: other.id }, 1)
    const lotId = await lotOf(client)
    const { body } = await clientTrace(client, lotId)
    expect(body).toMatchObject({ recipients: [{ quantity: 2 }, { quantity: 1 }], recipient_count: 2 })
    const [first, ...rest] = await service.db.rows(recipientsOfLot(lotId, 1))
    expect(rest).toEqual([])
    expect(first).toMatchObject({ id: client.destinatarioId, quantity: 2, recipient_count: 2 })
  })
})
