// An archived product cannot be ordered or received and is not listed, and its stock stays 0.

import { describe, expect, test } from 'vitest'
import { lotsOf, sendCount } from '../../tests/harness/counts.ts'
import { expectRefusal } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { order, type Warehouse } from '../../tests/harness/warehouse.ts'

const { service, warehouse } = await useWarehouse()

type Client = Awaited<ReturnType<Warehouse['aStockedClient']>>
const archive = (productId: string, archived = true) =>
  warehouse.staff.patch(`/products/${productId}`, { archived })
const skuOf = async (productId: string) => (await warehouse.staff.get(`/products/${productId}`)).body.sku
async function anArchivedProduct(): Promise<Client> {
  const client = await warehouse.aStockedClient(0)
  expect((await archive(client.productId)).body.archived).toBe(true)
  return client
}
const adjust = (product_id: string, delta: number) =>
  warehouse.staff.post('/stock/adjustments', { product_id, delta, reason: 'Recuento' })
const transfer = (from: Client, to: Client) =>
  warehouse.staff.post('/stock/transfers', {
    from_product_id: from.productId,
    to_product_id: to.productId,
    quantity: 1,
    reason: 'Venta',
  })
const ingreso = ({ id }: Client, ...productIds: string[]) =>
  warehouse.staff.post('/remitos', {
    client_id: id,
    type: 'ingreso',
    items: productIds.map((product_id) => ({ product_id, quantity: 1 })),
  })

describe('PATCH /products/:id with archived', () => {
  test('answers with the product, and leaves its entry in the audit log', async () => {
    const { id, productId } = await warehouse.aStockedClient(0)
    const before = (await warehouse.staff.get(`/products/${productId}`)).body
    const { status, body } = await archive(productId)
    expect([status, body]).toEqual([200, { ...before, archived: true, updated_at: body.updated_at }])
    expect((await warehouse.staff.get(`/products/${productId}`)).body).toEqual(body)
    const { body: log } = await warehouse.staff.get(`/audit?client_id=${id}&action=products.update`)
    expect(log.data).toMatchObject([{ subject_id: productId, before, after: body }])
  })

  test('is refused while there is stock, or a pending order of what is gone', async () => {
    const client = await warehouse.aStockedClient(5)
    expect(expectRefusal(await archive(client.productId), 'products/in-stock').detail).toContain('5 (caja)')
    await order(client, 2)
    await adjust(client.productId, -5)
    expect(expectRefusal(await archive(client.productId), 'products/in-stock').detail).toContain('2 reserved')
    expect((await warehouse.staff.get(`/products/${client.productId}`)).body.archived).toBe(false)
  })

  test('removes it from lists, except those of archived products; it can still be read', async () => {
    const client = await anArchivedProduct()
    const other = await warehouse.aProduct(client.id)
    const ids = (body: { data: { id?: string; product_id: string }[] }) =>
      body.data.map(({ id, product_id }) => id ?? product_id)
    const products = `/clients/${client.id}/products?`
    const stock = `/stock?client_id=${client.id}&`
    for (const [query, listed] of [
      ['', [other]],
      ['archived=false', [other]],
      ['archived=true', [client.productId]],
      [`archived=true&sku=${await skuOf(client.productId)}`, [client.productId]],
      [`sku=${await skuOf(client.productId)}`, []],
    ] as const)
      expect(ids((await warehouse.staff.get(products + query)).body)).toEqual(listed)
    for (const [query, listed] of [
      ['', [other]],
      ['archived=true', [client.productId]],
      [`product_id=${client.productId}`, []],
      [`product_id=${client.productId}&archived=true`, [client.productId]],
    ] as const) {
      expect(ids((await warehouse.staff.get(stock + query)).body)).toEqual(listed)
      expect(ids((await client.portal.get(`/stock?${query}`)).body)).toEqual(listed)
    }
    expect((await client.portal.get(`/stock/${client.productId}`)).body).toMatchObject({ quantity: 0 })
  })

  test('is visible at once to a reader that has the list cached', async () => {
    const client = await warehouse.aStockedClient(0)
    const read = (etag?: string) =>
      client.portal.call('GET', '/stock', undefined, etag ? { 'if-none-match': etag } : {})
    let { headers } = await read()
    for (const [archived, count] of [
      [true, 0],
      [false, 1],
    ] as const) {
      await archive(client.productId, archived)
      const answer = await read(headers.get('etag') ?? '')
      expect([answer.status, answer.body.data.length]).toEqual([200, count])
      headers = answer.headers
    }
  })

  test('brings the product back with false, and it can be ordered and received again', async () => {
    const client = await anArchivedProduct()
    expect((await archive(client.productId, false)).body.archived).toBe(false)
    expect((await ingreso(client, client.productId)).status).toBe(201)
    expect((await order(client, 1)).status).toBe(201)
  })
})

describe('an archived product', () => {
  test('cannot be ordered', async () => {
    const client = await anArchivedProduct()
    expectRefusal(await order(client, 1), 'orders/unknown-product', {
      errors: [{ pointer: '/items/0/product_id', detail: 'is archived' }],
    })
  })

  test('refuses ingresos, adjustments and transfers in either direction', async () => {
    const [client, other] = [await anArchivedProduct(), await warehouse.aStockedClient(5)]
    const active = await warehouse.aProduct(client.id)
    for (const [answer, pointer] of [
      [await ingreso(client, active, client.productId), '/items/1/product_id'],
      [await adjust(client.productId, 1), '/product_id'],
      [await transfer(other, client), '/to_product_id'],
      [await transfer(client, other), '/from_product_id'],
    ] as const)
      expectRefusal(answer, 'products/archived', { errors: [{ pointer, detail: 'is archived' }] })
  })

  test('is a fault on its line of an import, in a dry run too', async () => {
    const client = await anArchivedProduct()
    const file = `sku,quantity,name,unit_type\nNUEVO,1,Nuevo,caja\n${await skuOf(client.productId)},1,X,caja`
    const errors = [{ line: 3, column: 'sku', detail: 'is archived' }]
    for (const dryRun of [false, true]) {
      const answer = await sendCount(warehouse.staff, client.id, file, { dryRun })
      expectRefusal(answer, 'imports/invalid-file', { errors })
    }
    expect(await lotsOf(service.db, client.id)).toEqual([])
  })

  test('keeps its SKU: a second product with it is rejected with the reason', async () => {
    const client = await anArchivedProduct()
    const sku = await skuOf(client.productId)
    const other = await warehouse.aProduct(client.id)
    for (const answer of [
      await warehouse.staff.post(`/clients/${client.id}/products`, { name: 'X', sku, unit_type: 'kg' }),
      await warehouse.staff.patch(`/products/${other}`, { sku }),
    ])
      expect(expectRefusal(answer, 'products/duplicate-sku').detail).toContain(`archived product`)
  })

  test('is restored when its goods return: an order is cancelled, or an egreso voided', async () => {
    for (const undo of ['cancel', 'void']) {
      const client = await warehouse.aStockedClient(5)
      const { body: placed } = await order(client, 5)
      await warehouse.act(placed.id, 'approve')
      if (undo === 'void') await warehouse.receive(client.id, { product_id: client.productId, quantity: 1 })
      const item = { product_id: client.productId, quantity: 1 }
      const egreso = { client_id: client.id, type: 'egreso', items: [item] }
      const { body: out } = undo === 'void' ? await warehouse.staff.post('/remitos', egreso) : { body: null }
      expect((await archive(client.productId)).status).toBe(200)
      const answer = out
        ? await warehouse.staff.post(`/remitos/${out.id}/void`, { reason: 'Error' })
        : await client.portal.patch(`/orders/${placed.id}`, { action: 'cancel' })
      expect(answer.status).toBe(200)
      const { body } = await warehouse.staff.get(`/products/${client.productId}`)
      expect(body.archived).toBe(false)
      expect((await client.portal.get('/stock')).body.data[0].quantity).toBe(out ? 1 : 5)
      const { body: log } = await warehouse.staff.get(`/audit?client_id=${client.id}&action=products.update`)
      expect(log.data[0]).toMatchObject({ before: { archived: true }, after: body })
    }
  })
})
