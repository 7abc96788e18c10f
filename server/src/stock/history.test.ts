import { describe, expect, test } from 'vitest'
import { sendCount } from '../../tests/harness/counts.ts'
import { expectRefusal } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { order, type Warehouse } from '../../tests/harness/warehouse.ts'

const { warehouse } = await useWarehouse()
const { staff } = warehouse

type Client = Awaited<ReturnType<Warehouse['aStockedClient']>>
const historyOf = ({ portal, productId }: Client, query = '') =>
  portal.get(`/stock/${productId}/history?${query}`)
const adjust = ({ productId }: Client, delta: number) =>
  staff.post('/stock/adjustments', { product_id: productId, delta, reason: 'Se le cayó a Juan' })

describe('GET /stock/{id}/history', () => {
  test('shows every movement with its cause and document, between the opening and the closing quantity', async () => {
    const client = await warehouse.aStockedClient(0)
    const remito = await warehouse.receive(client.id, { product_id: client.productId, quantity: 10 })
    const { body: placed } = await order(client, 4)
    await warehouse.act(placed.id, 'approve')
    const { body: adjustment } = await adjust(client, -1)
    await warehouse.act(placed.id, 'cancel', 'Error')
    const { body: stock } = await client.portal.get(`/stock/${client.productId}`)
    const { body: count } = await sendCount(staff, client.id, ['sku,quantity', `${stock.products.sku},7`])
    const [egreso] = (await client.portal.get('/remitos?type=egreso')).body.data

    const { status, body } = await historyOf(client)
    expect(status).toBe(200)
    const entry = (delta: number, cause: string, type: string, id: string, number: string | null = null) => ({
      id: expect.any(String),
      lot_id: expect.any(String),
      lot_number: 'SIN-LOTE',
      delta,
      cause,
      document: { type, id, number },
      created_at: expect.any(String),
    })
    expect(body).toEqual({
      opening: 0,
      entries: [
        entry(10, 'remito_ingreso', 'remito', remito.id),
        entry(-4, 'remito_egreso', 'remito', egreso.id, egreso.remito_number[0]),
        entry(-1, 'adjustment', 'adjustment', adjustment.id),
        entry(4, 'remito_void', 'remito', egreso.id, egreso.remito_number[0]),
        entry(-2, 'csv_import', 'import', count.id),
      ],
      closing: 7,
      next_cursor: null,
      has_more: false,
    })
  })

  test('reveals nothing about the staff, their notes, or the other client of a transfer', async () => {
    const [from, to] = [await warehouse.aStockedClient(5), await warehouse.aStockedClient(0)]
    await adjust(from, 1)
    const goods = { from_product_id: from.productId, to_product_id: to.productId, quantity: 2 }
    const { body: transfer } = await staff.post('/stock/transfers', { ...goods, reason: 'Vendido a Bodega' })
    for (const [client, delta] of [
      [from, -2],
      [to, 2],
    ] as const) {
      const { text, body } = await historyOf(client)
      expect(body.entries.at(-1)).toMatchObject({
        delta,
        cause: 'transfer',
        document: { type: 'transfer', id: transfer.id, number: null },
      })
      const other = client === from ? to : from
      expect(text).not.toMatch(/Juan|Bodega|staff|sk_|actor|reason/)
      expect(text).not.toMatch(new RegExp(`${other.id}|${other.productId}`))
    }
  })

  test('of a range opens with the quantity before it and closes with the quantity at its end', async () => {
    const client = await warehouse.aStockedClient(0)
    for (let i = 0; i < 50; i++) await adjust(client, i % 3 ? 2 : 1)
    const { body: all } = await historyOf(client, 'limit=100')
    const deltas: number[] = all.entries.map(({ delta }: { delta: number }) => delta)
    const times: string[] = all.entries.map((entry: { created_at: string }) => entry.created_at)
    const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
    for (const [from, to] of [
      [1, 5],
      [19, 20],
      [20, 41],
      [33, 49],
    ] as const) {
      // Two adjustments can have the same millisecond.
      const isWithin = (i: number) =>
        (times[i] ?? '') >= (times[from] ?? '') && (times[i] ?? '') < (times[to] ?? '')
      const first = deltas.findIndex((_, i) => isWithin(i))
      const within = deltas.filter((_, i) => isWithin(i))
      const { body } = await historyOf(client, `from=${times[from]}&to=${times[to]}&limit=100`)
      expect(body.entries.map(({ delta }: { delta: number }) => delta)).toEqual(within)
      expect(body.opening).toBe(sum(deltas.slice(0, Math.max(first, 0))))
      expect(body.closing).toBe(body.opening + sum(within))
    }
    const { body: since } = await historyOf(client, `from=${times[40]}`)
    expect(since.closing).toBe(sum(deltas))
    const { body: before } = await historyOf(client, 'to=2020-01-01T00:00:00Z')
    expect(before).toMatchObject({ opening: 0, entries: [], closing: 0 })
  })

  test('has consecutive pages, each with the same opening and closing', async () => {
    const client = await warehouse.aStockedClient(0)
    for (const delta of [5, -1, 2, -3]) await adjust(client, delta)
    const seen: number[] = []
    for (let cursor = ''; ; ) {
      const { body } = await historyOf(client, `limit=1${cursor}`)
      expect([body.opening, body.closing]).toEqual([0, 3])
      seen.push(...body.entries.map(({ delta }: { delta: number }) => delta))
      if (!body.has_more) break
      cursor = `&cursor=${body.next_cursor}`
    }
    expect(seen).toEqual([5, -1, 2, -3])
  })

  test('has an ETag that changes with the next movement', async () => {
    const client = await warehouse.aStockedClient(5)
    const first = await historyOf(client)
    const ifUnchanged = () =>
      client.portal.get(`/stock/${client.productId}/history?`, {
        'if-none-match': first.headers.get('etag') ?? '',
      })
    expect((await ifUnchanged()).status).toBe(304)
    await adjust(client, 1)
    expect((await ifUnchanged()).body).toMatchObject({ closing: 6 })
  })

  test('of another client, or of a product that does not exist, is not found', async () => {
    const [client, other] = [await warehouse.aStockedClient(0), await warehouse.aStockedClient(5)]
    for (const productId of [other.productId, client.id]) {
      expectRefusal(await historyOf({ ...client, productId }), 'stock/not-found')
    }
  })
})
