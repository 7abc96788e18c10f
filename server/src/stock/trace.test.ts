import { portalScopes } from '@anden/contract'
import { describe, expect, test } from 'vitest'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { order, type Warehouse } from '../../tests/harness/warehouse.ts'
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
const csv = { accept: 'text/csv' }
type Entry = { cause: string; delta: number; status: string }
const approvedOrder = async (client: Client, quantity: number) => {
  const { body } = await order(client, quantity)
  await warehouse.act(body.id, 'approve')
  return body
}

/** Moves an approved order on, step by step. */
const advance = async (client: Client, quantity: number, ...steps: [string, string?][]) => {
  const placed = await approvedOrder(client, quantity)
  for (const [action, reason] of steps) await warehouse.act(placed.id, action, reason)
  return placed
}
const fail: [string, string] = ['fail', 'Local cerrado']
const nothingOut = { in_warehouse: 0, in_transit: 0, delivered: 0, failed_delivery: 0 }
const noOtherOut = { handed_over: 0, transferred: 0, adjusted: 0 }

describe('what has become of the goods that went out', () => {
  test('splits them by where their orders are, over all and per recipient', async () => {
    const client = await warehouse.aStockedClient(100)
    const { body: other } = await client.portal.post('/destinatarios', { name: 'Almacén' })
    await advance(client, 1)
    await advance(client, 2, ['prepare'])
    await advance(client, 4, ['prepare'], ['dispatch'])
    await advance(client, 8, ['prepare'], ['dispatch'], ['deliver'])
    await advance(client, 16, ['prepare'], ['dispatch'], fail)
    await advance({ ...client, destinatarioId: other.id }, 5, ['prepare'], ['dispatch'], ['deliver'])
    const lotId = await lotOf(client)
    const { body } = await clientTrace(client, lotId)
    expect(body.totals).toEqual({ in: 100, out: 36, left: 64 })
    const ofClient = { in_warehouse: 3, in_transit: 4, delivered: 8, failed_delivery: 16 }
    expect(body.out_by_status).toEqual({ ...ofClient, delivered: 13, ...noOtherOut })
    expect(body.recipients).toMatchObject([
      { id: client.destinatarioId, quantity: 31, by_status: ofClient },
      { id: other.id, quantity: 5, by_status: { ...nothingOut, delivered: 5 } },
    ])
    expect(body.entries.map(({ delta, status }: Entry) => [delta, status])).toEqual([
      [100, 'received'],
      [-1, 'in_warehouse'],
      [-2, 'in_warehouse'],
      [-4, 'in_transit'],
      [-8, 'delivered'],
      [-16, 'failed_delivery'],
      [-5, 'delivered'],
    ])
    const { body: forStaff } = await staffTrace(lotId)
    expect(forStaff).toMatchObject({ out_by_status: body.out_by_status, recipients: body.recipients })
  })

  test('follows an order from the warehouse to its recipient, and back if it is cancelled', async () => {
    const client = await warehouse.aStockedClient(10)
    const { id } = await approvedOrder(client, 4)
    const lotId = await lotOf(client)
    const shown = async () => {
      const { body } = await clientTrace(client, lotId)
      const { status } = body.entries[1]
      expect(body.totals.in - body.totals.out).toBe(body.totals.left)
      return [status, body.out_by_status[status] ?? 0, body.totals.out]
    }
    expect(await shown()).toEqual(['in_warehouse', 4, 4])
    const steps: [string, string | undefined, string][] = [
      ['prepare', undefined, 'in_warehouse'],
      ['dispatch', undefined, 'in_transit'],
      ['fail', 'Cerrado', 'failed_delivery'],
      ['dispatch', undefined, 'in_transit'],
      ['fail', 'Cerrado', 'failed_delivery'],
    ]
    for (const [action, reason, status] of steps) {
      await warehouse.act(id, action, reason)
      expect(await shown()).toEqual([status, 4, 4])
    }
    await warehouse.act(id, 'cancel', 'Vuelve')
    expect(await shown()).toEqual(['voided', 0, 0])
    const { body } = await clientTrace(client, lotId)
    expect(body.entries[2]).toMatchObject({ cause: 'remito_void', delta: 4, status: 'voided' })
    expect(body.out_by_status).toEqual({ ...nothingOut, ...noOtherOut })
    expect(body.recipients).toEqual([])
  })

  test('distinguishes goods out without an order, transfers and adjustments, and adds up to what went out', async () => {
    const [client, other] = [await warehouse.aStockedClient(50), await warehouse.aStockedClient(0)]
    const lotId = await lotOf(client)
    await advance(client, 7, ['prepare'], ['dispatch'])
    await staff.post('/remitos', {
      client_id: client.id,
      type: 'egreso',
      items: [{ product_id: client.productId, quantity: 3 }],
    })
    await transfer(client, other, 2)
    await adjust(client, -1, lotId)
    await adjust(client, 4, lotId)
    const { body } = await clientTrace(client, lotId)
    const out = { ...nothingOut, in_transit: 7, handed_over: 3, transferred: 2, adjusted: 1 }
    expect(body.out_by_status).toEqual(out)
    expect(Object.values<number>(body.out_by_status).reduce((sum, one) => sum + one)).toBe(body.totals.out)
    expect(body.entries.map(({ status }: Entry) => status)).toEqual([
      'received',
      'in_transit',
      'handed_over',
      'transferred',
      'adjusted',
      'adjusted',
    ])
  })

  test('is shown without the right to read destinatarios, and in the CSV of both APIs', async () => {
    const client = await warehouse.aStockedClient(10)
    await advance(client, 2, ['prepare'], ['dispatch'], ['deliver'])
    await advance(client, 3, ['prepare'])
    const lotId = await lotOf(client)
    const { body: key } = await staff.post(`/clients/${client.id}/keys`, {
      name: 'WMS',
      scopes: ['read:stock'],
    })
    const { body } = await service.portal(key.token).get(`/stock/lots/${lotId}/trace`)
    expect(body.recipients).toBeNull()
    expect(body.out_by_status).toEqual({ ...nothingOut, delivered: 2, in_warehouse: 3, ...noOtherOut })
    for (const { text } of [
      await client.portal.get(`/stock/lots/${lotId}/trace`, csv),
      await staff.get(`/lots/${lotId}/trace`, csv),
    ]) {
      const [head, ...lines] = text
        .trim()
        .split('\r\n')
        .map((line) => line.split(','))
      expect(head?.slice(-3)).toEqual(['status', 'return.id', 'return.number'])
      expect(lines.map((line) => line.at(-3))).toEqual(['received', 'delivered', 'in_warehouse'])
    }
  })
})

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

  test('shows the staff the lot of the other client, which stays hidden from the client', async () => {
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
        [
          'id',
          'cause',
          'delta',
          'document_id',
          'remito',
          'order',
          'recipient',
          'created_at',
          'status',
          'return',
        ].sort(),
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
      const nothingOfSums = { totals: null, flows: null, out_by_status: null, recipients: null }
      if (cursor === '') expect(body).toMatchObject({ totals: { in: 20, out: 0, left: 20 }, recipients: [] })
      else expect(body).toMatchObject({ ...nothingOfSums, recipient_count: null })
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
