// A product is archived while goods are brought into it. Both requests wait for the product's lock, in either order; the
// second must see what the first did.

import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { useWarehouse } from '../harness/prologue.ts'
import { outcome, race, rounds } from '../harness/race.ts'
import { order, type Warehouse } from '../harness/warehouse.ts'

const { service, warehouse } = await useWarehouse({ maxConnections: 24 })
const other = await warehouse.aStockedClient(100)

type Client = Awaited<ReturnType<Warehouse['aStockedClient']>>
type Send = () => ReturnType<typeof warehouse.staff.post>
const productOf = async ({ productId }: Client) => (await warehouse.staff.get(`/products/${productId}`)).body
const quantityOf = async ({ portal, productId }: Client) =>
  (await portal.get(`/stock/${productId}`)).body.quantity
const archive = ({ productId }: Client) => warehouse.staff.patch(`/products/${productId}`, { archived: true })

async function untilWaiting(count: number) {
  for (;;) {
    const waiting = await service.db.rows(sql`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    if (waiting.length >= count) return
    await delay(5)
  }
}

/** Both wait while another session holds the product, the first before the second. */
async function inTurn(productId: string, first: Send, second: Send) {
  const holder = await service.db.connect()
  try {
    await holder.query('begin')
    await holder.query('select from stock where product_id = $1 for update', [productId])
    const one = first()
    await untilWaiting(1)
    const two = second()
    await untilWaiting(2)
    await holder.query('commit')
    return [outcome(await one), outcome(await two)]
  } finally {
    await holder.end()
  }
}

const arrivals: Record<string, (client: Client, sku: string) => ReturnType<Send>> = {
  ingreso: ({ id, productId }) =>
    warehouse.staff.post('/remitos', {
      client_id: id,
      type: 'ingreso',
      items: [{ product_id: productId, quantity: 1 }],
    }),
  adjustment: ({ productId }) =>
    warehouse.staff.post('/stock/adjustments', { product_id: productId, delta: 1, reason: 'Recuento' }),
  transfer: ({ productId }) =>
    warehouse.staff.post('/stock/transfers', {
      from_product_id: other.productId,
      to_product_id: productId,
      quantity: 1,
      reason: 'Venta',
    }),
  import: ({ id }, sku) =>
    warehouse.staff.post(`/stock/imports?client_id=${id}`, `sku,quantity\n${sku},1\n`, {
      'content-type': 'text/csv',
    }),
}

test.each(Object.entries(arrivals))(
  'a product is archived, or receives goods by %s: never both',
  async (_, arrive) => {
    const one = await warehouse.aStockedClient(0)
    const { sku } = await productOf(one)
    const [archived, refused] = await inTurn(
      one.productId,
      () => archive(one),
      () => arrive(one, sku),
    )
    expect(archived).toBe('200')
    expect(['422 products/archived', '422 imports/invalid-file']).toContain(refused)
    expect([(await productOf(one)).archived, await quantityOf(one)]).toEqual([true, 0])

    const two = await warehouse.aStockedClient(0)
    const skuOfTwo = (await productOf(two)).sku
    const outcomes = await inTurn(
      two.productId,
      () => arrive(two, skuOfTwo),
      () => archive(two),
    )
    expect(outcomes).toEqual(['201', '409 products/in-stock'])
    expect([(await productOf(two)).archived, await quantityOf(two)]).toEqual([false, 1])
  },
)

test('an order that waits for a product that is being archived finds it archived', async () => {
  const client = await warehouse.aStockedClient(0)
  const outcomes = await inTurn(
    client.productId,
    () => archive(client),
    () => order(client, 1),
  )
  expect(outcomes).toEqual(['200', '422 orders/unknown-product'])
})

test('goods that return while their product is archived bring it back', async () => {
  await rounds(6, async () => {
    const client = await warehouse.aStockedClient(3)
    const { id } = (await order(client, 3)).body
    await warehouse.act(id, 'approve')
    const [archiving, cancelling] = await race([
      () => archive(client),
      () => warehouse.act(id, 'cancel', 'Error'),
    ]).then((answers) => answers.map(outcome))
    expect(cancelling).toBe('200')
    expect(['200', '409 products/in-stock']).toContain(archiving)
    expect([(await productOf(client)).archived, await quantityOf(client)]).toEqual([false, 3])
  })
})
