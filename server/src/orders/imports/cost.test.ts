// The largest sheet that is taken, against the same orders one by one.
import { expect, test } from 'vitest'
import { orderSheetHeader, sendSheet } from '../../../tests/harness/order-sheets.ts'
import { useWarehouse } from '../../../tests/harness/prologue.ts'

const { warehouse } = await useWarehouse()

test('2,000 lines in 500 orders are previewed and placed for less than three times the cost of one by one', async () => {
  const client = await warehouse.aStockedClient(1_000_000)
  const { body } = await client.portal.get('/stock')
  const { sku } = body.data[0].products
  const line = (order: number) => `OC-${order};Vinoteca;${sku};1`
  const lines = Array.from({ length: 500 }, (_, order) => Array(4).fill(line(order))).flat()
  const items = Array(4).fill({ sku, quantity: 1 })
  const took = async (work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    return performance.now() - start
  }
  const alone = (key: number) =>
    client.portal.post(
      '/orders',
      { destinatario_id: client.destinatarioId, items },
      { 'idempotency-key': `one ${key}` },
    )
  await alone(0)
  const count = 25
  const ofOne =
    (await took(async () => {
      for (let key = 1; key <= count; key++) await alone(key)
    })) / count
  const sent = (query: string) =>
    sendSheet(client.portal, `/orders/imports${query}`, [orderSheetHeader, ...lines])
  const ofPreview = await took(async () => {
    const { body: preview } = await sent('?dry_run=true')
    expect([preview.orders.length, preview.fault_count, preview.totals[0].requested]).toEqual([500, 0, 2_000])
  })
  const ofImport = await took(async () => expect((await sent('')).body).toMatchObject({ placed: 500 }))
  expect(ofPreview).toBeLessThan(3 * 500 * ofOne)
  expect(ofImport).toBeLessThan(3 * 500 * ofOne)
  const tooMany = await sendSheet(client.portal, '/orders/imports', [orderSheetHeader, ...lines, line(0)])
  expect(tooMany.body.errors).toMatchObject([{ line: 2_002, code: 'too_many_lines' }])
  const orders = Array.from({ length: 501 }, (_, order) => line(1_000 + order))
  const refused = await sendSheet(client.portal, '/orders/imports', [orderSheetHeader, ...orders])
  expect(refused.body.errors).toMatchObject([{ line: 502, code: 'too_many_orders' }])
  const large = await sendSheet(client.portal, '/orders/imports', 'x'.repeat(5 * 1024 * 1024 + 1))
  expect(large.status).toBe(413)
}, 120_000)
