import { describe, expect, test } from 'vitest'
import { expectProblem } from '../testing/problem-answers.ts'
import { useWarehouse } from '../testing/prologue.ts'
import { order } from '../testing/warehouse.ts'

const { warehouse } = await useWarehouse()
const { staff } = warehouse

describe('GET /queue', () => {
  test('has the open orders of one status, oldest first, with what a dispatcher must know', async () => {
    const client = await warehouse.aStockedClient(100)
    const litres = await warehouse.aProduct(client.id, 'litro')
    await warehouse.receive(client.id, { product_id: litres, quantity: 9.5 })
    const items = [
      { product_id: client.productId, quantity: 4 },
      { product_id: client.productId, quantity: 2 },
      { product_id: litres, quantity: 1.5 },
    ]
    const { body: first } = await order(client, 0, { items })
    const { body: second } = await order(client, 1)
    const { body } = await staff.get(`/queue?status=pending&client_id=${client.id}`)
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([first.id, second.id])
    expect(body.data[0]).toEqual({
      id: first.id,
      order_number: first.order_number,
      status: 'pending',
      delivery_type: 'envio',
      client: { id: client.id, name: expect.any(String) },
      destinatario: { id: client.destinatarioId, name: 'Vinoteca', city: null },
      lines: 3,
      quantities: [
        { unit_type: 'caja', quantity: 6 },
        { unit_type: 'litro', quantity: 1.5 },
      ],
      remito: null,
      created_at: first.created_at,
      updated_at: first.updated_at,
    })
  })

  test('names the egreso of an approved order, and of all clients without a filter', async () => {
    const client = await warehouse.aStockedClient(10)
    const { body: placed } = await order(client, 4)
    await warehouse.act(placed.id, 'approve')
    const { body: remitos } = await staff.get(`/remitos?source_order_id=${placed.id}`)
    const { body } = await staff.get('/queue?status=approved&limit=100')
    const queued = body.data.find(({ id }: { id: string }) => id === placed.id)
    expect(queued.remito).toEqual({
      id: remitos.data[0].id,
      remito_number: remitos.data[0].remito_number,
    })
  })

  test('pages from the oldest to the newest', async () => {
    const client = await warehouse.aStockedClient(10)
    const placed: string[] = []
    for (let count = 0; count < 3; count++) placed.push((await order(client, 1)).body.id)
    const path = `/queue?status=pending&client_id=${client.id}&limit=2`
    const first = await staff.get(path)
    const second = await staff.get(`${path}&cursor=${first.body.next_cursor}`)
    expect([...first.body.data, ...second.body.data].map(({ id }) => id)).toEqual(placed)
    expect(second.body.has_more).toBe(false)
  })

  test.each(['', '?status=delivered', '?status=PENDING'])(
    'refuses %s: it has open orders of one status',
    async (query) => {
      expectProblem(await staff.get(`/queue${query}`), 'validation/invalid-parameter')
    },
  )
})
