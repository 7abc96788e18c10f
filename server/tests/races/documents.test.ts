// What may happen once happens once, however many requests arrive at the same moment.

import { afterAll, expect, test } from 'vitest'
import { expectEventsMatch } from '../harness/expect-events.ts'
import { expectInvariants } from '../harness/invariants.ts'
import { useWarehouse } from '../harness/prologue.ts'
import { race, rounds, tally, times } from '../harness/race.ts'
import { order } from '../harness/warehouse.ts'

const { service, warehouse } = await useWarehouse({ maxConnections: 24 })
afterAll(() => expectEventsMatch(service.db))

test('an entry of the account is reversed once', async () => {
  const client = await warehouse.aStockedClient(0)
  await rounds(10, async (round) => {
    const [path, more] = [
      ['/payments', { payment_method: 'efectivo' }],
      ['/credit-sales', {}],
      ['/credit-notes', { number: `NC-${round}` }],
    ][round % 3] as [string, object]
    const { body } = await warehouse.staff.post(path, { client_id: client.id, amount: 100.1, ...more })
    const reverse = () => warehouse.staff.post(`/transactions/${body.id}/reverse`, { reason: 'Error' })
    const answers = await race(times(4, () => reverse))
    expect(tally(answers)).toEqual({ '201': 1, '409 account/already-reversed': 3 })
    await expectInvariants(service.db)
  })
  const { body: balance } = await client.portal.get('/balance')
  expect(balance).toEqual({ saldo: 0, total_fiado: 0, total_pagado: 0, total_notas_credito: 0 })
})

test('payments, sales and notes at once add up', async () => {
  const client = await warehouse.aStockedClient(0)
  const given = { client_id: client.id, amount: 0.1 }
  const answers = await race(
    times(20, (index) => [
      () => warehouse.staff.post('/payments', { ...given, payment_method: 'qr' }),
      () => warehouse.staff.post('/credit-sales', { ...given, amount: 0.7 }),
      () => warehouse.staff.post('/credit-notes', { ...given, number: `${index}`, amount: 0.2 }),
    ]).flat(),
  )
  expect(tally(answers)).toEqual({ '201': 60 })
  const { body: balance } = await client.portal.get('/balance')
  expect(balance).toEqual({ saldo: 8, total_fiado: 10, total_pagado: 2, total_notas_credito: 4 })
  await expectInvariants(service.db)
})

test('goods of one printed form are entered once, whichever of its numbers is shared', async () => {
  const client = await warehouse.aStockedClient(0)
  await rounds(10, async (round) => {
    const shared = `R 0001-${String(round).padStart(8, '0')}`
    const own = (index: number) => `X 0002-${String(round * 10 + index).padStart(8, '0')}`
    const enter = (index: number) => () =>
      warehouse.staff.post('/remitos', {
        client_id: client.id,
        type: 'ingreso',
        remito_number: index % 2 ? [shared, own(index)] : [own(index), shared],
        items: [{ product_id: client.productId, quantity: 1 }],
      })
    const answers = await race(times(4, enter))
    expect(tally(answers)).toEqual({ '201': 1, '409 remitos/duplicate-number': 3 })
    await expectInvariants(service.db)
  })
})

test('a number is free again only when its ingreso is voided', async () => {
  const client = await warehouse.aStockedClient(0)
  const form = {
    client_id: client.id,
    type: 'ingreso',
    remito_number: ['R 0009-00000001'],
    items: [{ product_id: client.productId, quantity: 3 }],
  }
  let { body: inForce } = await warehouse.staff.post('/remitos', form)
  await rounds(10, async () => {
    const [voided, again] = await race([
      () => warehouse.staff.post(`/remitos/${inForce.id}/void`, { reason: 'Error' }),
      () => warehouse.staff.post('/remitos', form),
    ])
    expect(voided?.status).toBe(200)
    expect([201, 409]).toContain(again?.status)
    inForce = again?.status === 201 ? again.body : (await warehouse.staff.post('/remitos', form)).body
    const { body: stock } = await client.portal.get(`/stock/${client.productId}`)
    expect(stock.quantity).toBe(3)
    await expectInvariants(service.db)
  })
})

test('a remito is voided once', async () => {
  const client = await warehouse.aStockedClient(10)
  await rounds(8, async (round) => {
    const goods = [{ product_id: client.productId, quantity: 2 }]
    const type = round % 2 ? 'egreso' : 'ingreso'
    const { body } = await warehouse.staff.post('/remitos', { client_id: client.id, type, items: goods })
    const undo = () => warehouse.staff.post(`/remitos/${body.id}/void`, { reason: 'Error' })
    const answers = await race(times(3, () => undo))
    expect(tally(answers)).toEqual({ '200': 1, '409 remitos/already-voided': 2 })
    const { body: stock } = await client.portal.get(`/stock/${client.productId}`)
    expect(stock.quantity).toBe(10)
    await expectInvariants(service.db)
  })
})

test('a SKU goes to one product, new or renamed', async () => {
  const client = await service.aClient()
  const products = await Promise.all(times(3, () => warehouse.aProduct(client.id)))
  await rounds(10, async (round) => {
    const sku = `NUEVO-${round}`
    const answers = await race([
      ...products.map((id) => () => warehouse.staff.patch(`/products/${id}`, { sku })),
      () => warehouse.staff.post(`/clients/${client.id}/products`, { name: 'N', sku, unit_type: 'caja' }),
    ])
    const won = answers.filter(({ status }) => status === 200 || status === 201)
    expect(won).toHaveLength(1)
    expect(tally(answers)).toMatchObject({ '409 products/duplicate-sku': 3 })
  })
})

test('a product is renamed while it is ordered, and a destinatario removed while it is named', async () => {
  await rounds(8, async (round) => {
    const client = await warehouse.aStockedClient(10)
    const answers = await race([
      ...times(6, () => () => order(client, 1)),
      () => warehouse.staff.patch(`/products/${client.productId}`, { sku: `OTRO-${round}` }),
      () => client.portal.patch(`/destinatarios/${client.destinatarioId}`, { name: 'Otra' }),
      () => client.portal.delete(`/destinatarios/${client.destinatarioId}`),
    ])
    const allowed = new Set(['200', '201', '204', '404 destinatarios/not-found'])
    const others = Object.keys(tally(answers)).filter((one) => !allowed.has(one))
    expect(others.filter((one) => one !== '422 orders/unknown-destinatario')).toEqual([])
    await expectInvariants(service.db)
  })
})
