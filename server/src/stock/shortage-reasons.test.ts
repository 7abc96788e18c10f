// A shortage states its reasons: what is available and what each reason withholds add up to what is in the warehouse.
import type { Shortage, ShortageCause } from '@anden/contract'
import { describe, expect, test } from 'vitest'
import { controlledClock } from '../../tests/harness/clock.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { order } from '../../tests/harness/warehouse.ts'

const clock = controlledClock('2026-11-16T12:00:00.000Z')
const { warehouse } = await useWarehouse({ clock: clock.now })
const { staff } = warehouse

/** 30 have expired, 5 of which are also on hold; 100 are on hold; 20 can be picked, 6 of which are reserved. */
async function aCellar() {
  const client = await warehouse.aStockedClient(0)
  const { id, productId: product_id } = client
  await warehouse.receive(
    id,
    { product_id, quantity: 25, lot_number: 'EXPIRED', expiry_date: '2026-11-15', vintage_year: 2018 },
    { product_id, quantity: 5, lot_number: 'BOTH', expiry_date: '2026-11-15', vintage_year: 2020 },
    { product_id, quantity: 100, lot_number: 'HELD', vintage_year: 2020 },
    { product_id, quantity: 12, lot_number: 'FREE', vintage_year: 2020 },
    { product_id, quantity: 8, lot_number: 'OTHER', vintage_year: 2021 },
  )
  const { data } = (await staff.get(`/lots?client_id=${id}`)).body
  const lots: Record<string, string> = Object.fromEntries(
    data.map((lot: { lot_number: string; id: string }) => [lot.lot_number, lot.id]),
  )
  for (const name of ['HELD', 'BOTH']) {
    await staff.patch(`/lots/${lots[name]}`, { hold: true, reason: 'Control de calidad' })
  }
  await order(client, 6)
  return { ...client, product_id, lots }
}

type Parts = Partial<Record<ShortageCause, number>>

function expectParts(shortage: Shortage, available: number, parts: Parts) {
  expect(shortage.available).toBe(available)
  expect(Object.fromEntries(shortage.reasons.map(({ code, quantity }) => [code, quantity]))).toEqual(parts)
  const sum = shortage.reasons.reduce((total, { quantity }) => total + quantity, shortage.available)
  expect(sum).toBe(shortage.in_stock)
}

const orderBody = ({ destinatarioId }: { destinatarioId: string }, items: object[]) => ({
  destinatario_id: destinatarioId,
  items,
})

describe('the reasons of a shortage', () => {
  test('are the same for an order and for its preview', async () => {
    const client = await aCellar()
    const items = [{ product_id: client.product_id, quantity: 15 }]
    const refused = await order(client, 0, { items })
    expect(refused.status).toBe(422)
    expectParts(refused.body.shortages[0], 14, { expired: 30, on_hold: 100, reserved: 6 })
    const preview = await client.portal.post('/orders/preview', orderBody(client, items))
    expect(preview.body.shortages).toEqual(refused.body.shortages)
  })

  test('distinguish goods of another vintage', async () => {
    const client = await aCellar()
    const { product_id } = client
    await order(client, 0, { items: [{ product_id, quantity: 2, vintage_year: 2021 }] })
    const refused = await order(client, 0, { items: [{ product_id, quantity: 7, vintage_year: 2021 }] })
    const [shortage] = refused.body.shortages
    expect(shortage).toMatchObject({ requested: 7, vintage_year: 2021, in_stock: 150 })
    expectParts(shortage, 6, { reserved: 2, other_vintage: 142 })
  })

  test('are empty if there is simply not enough of the product', async () => {
    const client = await warehouse.aStockedClient(3)
    const refused = await order(client, 4)
    expect(refused.body.shortages).toEqual([
      {
        product_id: client.productId,
        products: expect.anything(),
        requested: 4,
        available: 3,
        in_stock: 3,
        reasons: [],
      },
    ])
  })

  test('are given at approval, and by the picks before it', async () => {
    const client = await aCellar()
    const { body: placed } = await order(client, 10)
    await staff.patch(`/lots/${client.lots['FREE']}`, { hold: true, reason: 'Rotura' })
    const { body: picks } = await staff.get(`/orders/${placed.id}/picks`)
    expectParts(picks.shortages[0], 8, { expired: 30, on_hold: 112 })
    const refused = await warehouse.act(placed.id, 'approve')
    expect(refused.status).toBe(409)
    expect(refused.body.shortages).toEqual(picks.shortages)
  })

  test('name what other items of the same order take', async () => {
    const client = await warehouse.aStockedClient(0)
    const product_id = client.productId
    await warehouse.receive(client.id, { product_id, quantity: 15, lot_number: 'A', vintage_year: 2020 })
    const items = [
      { product_id, quantity: 5 },
      { product_id, quantity: 10, vintage_year: 2020 },
    ]
    const { body: placed } = await order(client, 0, { items })
    await staff.post('/stock/adjustments', { product_id, delta: -2, reason: 'Rotura' })
    const { body } = await staff.get(`/orders/${placed.id}/picks`)
    expectParts(body.shortages[0], 3, { other_items: 10 })
  })

  test('are given for an egreso and its preview, also by lot', async () => {
    const client = await aCellar()
    const { product_id, lots } = client
    const egreso = (item: object) =>
      staff.post('/remitos', { client_id: client.id, type: 'egreso', items: [{ product_id, ...item }] })
    const tooMuch = await egreso({ quantity: 15 })
    expect(tooMuch.status).toBe(422)
    expectParts(tooMuch.body.shortages[0], 14, { expired: 30, on_hold: 100, reserved: 6 })
    const preview = await staff.post('/stock/preview', { items: [{ product_id, quantity: 15 }] })
    expect(preview.body.shortages).toEqual(tooMuch.body.shortages)
    const expired = await egreso({ quantity: 3, lot_id: lots['EXPIRED'] })
    expectParts(expired.body.shortages[0], 0, { expired: 25, other_lot: 125 })
  })

  test('are given for a transfer, and for an adjustment of a lot', async () => {
    const [client, other] = [await aCellar(), await warehouse.aStockedClient(0)]
    const transfer = await staff.post('/stock/transfers', {
      from_product_id: client.product_id,
      to_product_id: other.productId,
      quantity: 20,
      reason: 'Venta',
    })
    expectParts(transfer.body.shortages[0], 14, { expired: 30, on_hold: 100, reserved: 6 })
    const adjustment = await staff.post('/stock/adjustments', {
      product_id: client.product_id,
      lot_id: client.lots['HELD'],
      delta: -101,
      reason: 'Rotura',
    })
    expectParts(adjustment.body.shortages[0], 100, { other_lot: 50 })
  })

  test('never add up to more than there is, even if more is reserved than can be picked', async () => {
    const client = await warehouse.aStockedClient(10)
    await order(client, 10)
    await staff.post('/stock/adjustments', { product_id: client.productId, delta: -4, reason: 'Rotura' })
    const refused = await order(client, 1)
    expectParts(refused.body.shortages[0], 0, { reserved: 6 })
  })
})
