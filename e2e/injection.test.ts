// Text written by others is shown as text on every page: names, reasons, file names, responses of receivers.
import { expect, test } from 'vitest'
import { accept, acceptancesIn, whole } from '../server/tests/harness/acceptances.ts'
import type { Caller } from '../server/tests/harness/http.ts'
import { announce } from '../server/tests/harness/inbound-data.ts'
import type { SignedInUser } from '../server/tests/harness/people.ts'
import { answering, startReceiver } from '../server/tests/harness/receiver.ts'
import { until } from '../server/tests/harness/until.ts'
import { upload } from '../server/tests/harness/uploads.ts'
import { order } from '../server/tests/harness/warehouse.ts'
import { addressOf, dashboardPages } from './harness/pages.ts'
import { walkAs } from './harness/walk.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const hostile = `"><img src=x onerror=ran()><script>ran()</script>{{ran()}}`
const pages = dashboardPages.filter((page) => page.for !== 'nobody')

/** A client whose every text is hostile. */
async function aHostileClient() {
  const { warehouse } = world
  const receiver = await startReceiver(answering(500, hostile))
  const client = await world.aClient({ name: hostile })
  const { portal } = client
  const created = await warehouse.staff.post(`/clients/${client.id}/products`, {
    name: hostile,
    sku: '<b>SKU</b>',
    unit_type: 'caja',
  })
  expect(created.status, created.text).toBe(201)
  const productId = created.body.id as string
  const lot = { product_id: productId, quantity: 50, lot_number: '<b onclick=ran()>L</b>' }
  await warehouse.receive(client.id, { ...lot, expiry_date: '2030-01-01' })
  const destinatario = await portal.post('/destinatarios', {
    name: hostile,
    address: hostile,
    city: hostile,
    delivery_schedule: hostile,
  })
  expect(destinatario.status, destinatario.text).toBe(201)
  const webhook = await portal.post('/webhooks', { url: receiver.url, events: ['order.created'] })
  expect(webhook.status, webhook.text).toBe(201)
  const orderer = { ...client, destinatarioId: destinatario.body.id as string, productId }
  const placed = await order(orderer, 1, { notes: hostile })
  expect(placed.status, placed.text).toBe(201)
  await upload({ url: world.url }, client, placed.body.id, { name: '<img src=x onerror=ran()>.pdf' })
  await warehouse.act(placed.body.id, 'reject', hostile)
  const delivered = await order(orderer, 3, { notes: hostile })
  for (const action of ['approve', 'prepare', 'dispatch', 'deliver'])
    await warehouse.act(delivered.body.id, action)
  const pending = await order(orderer, 1, { notes: hostile, reference: hostile })
  expect(pending.status, pending.text).toBe(201)
  await announceHostile(orderer)
  await acceptHostile(delivered.body.id)
  await returnHostile(delivered.body.id)
  await warehouse.staff.post('/payments', {
    client_id: client.id,
    amount: 10,
    payment_method: 'qr',
    notes: hostile,
  })
  await until('the receiver has answered', async () => {
    const { body } = await portal.get(`/webhooks/${webhook.body.id}/deliveries`)
    return body.data.some(({ attempts }: { attempts: number }) => attempts > 0)
  })
  await receiver.stop()
  return client
}

/** A notice of goods that came with differences, and one of goods that are still to come. */
async function announceHostile({ portal, productId }: { portal: Caller; productId: string }) {
  const { staff } = world.warehouse
  const items = [{ product_id: productId, quantity: 12, lot_number: '<b onclick=ran()>L</b>' }]
  const texts = { carrier: hostile, notes: hostile, items }
  const notice = await announce(portal, productId, { ...texts, reference: hostile })
  const [line] = notice.items
  for (const change of [
    { action: 'arrive' },
    { action: 'receive', items: [{ item_id: line.id, quantity: 10 }] },
    { action: 'close', differences: [{ item_id: line.id, reason: 'missing', note: hostile }] },
  ]) {
    const { status, text } = await staff.patch(`/inbound/${notice.id}`, change)
    expect(status, text).toBe(200)
  }
  await announce(portal, productId, { ...texts, reference: `${hostile} 2` })
}

/** A delivery with differences, of which one comes back. */
async function acceptHostile(orderId: string) {
  const { remitoIdOf, pathOf } = acceptancesIn(world.warehouse, world.url)
  const remitoId = await remitoIdOf(orderId)
  const { body: remito } = await world.warehouse.staff.get(`/remitos/${remitoId}`)
  const items = remito.distribution_remito_items.map(({ id }: { id: string }) => ({
    item_id: id,
    accepted: 1,
    missing: 1,
    damaged: 1,
    refused: 0,
    note: hostile,
  }))
  const sent = whole({ items: [] }, { name: hostile, items })
  const accepted = await accept(world.url, await pathOf(remitoId), sent)
  expect(accepted.status, accepted.text).toBe(201)
}

/** Goods of a delivered order that were to come back, and do not. */
async function returnHostile(orderId: string) {
  const { staff } = world.warehouse
  const [shipped] = (await staff.get(`/orders/${orderId}/returnable`)).body.items
  const item = { remito_item_id: shipped.remito_item_id, quantity: 1, reason: 'damaged', note: hostile }
  const expected = await staff.post('/returns', { order_id: orderId, items: [item], notes: hostile })
  expect(expected.status, expected.text).toBe(201)
  const closed = await staff.patch(`/returns/${expected.body.id}`, { action: 'close', reason: hostile })
  expect(closed.status, closed.text).toBe(200)
}

const client = await aHostileClient()
const countRuns = 'window.hasRun = 0; window.ran = () => { window.hasRun += 1 }'

const sideOf = async (person: SignedInUser) => ({ person, walk: await walkAs({ as: person }, countRuns) })
const sides = { client: await sideOf(await client.aUser()), staff: await sideOf(await world.aStaffUser()) }

// Each page is reached from the previous one, as by a link, so that scripts which start late are still noticed.
test.each(pages)('$route executes no text that it shows', async (dashboardPage) => {
  const { person, walk } = sides[dashboardPage.for === 'staff' ? 'staff' : 'client']
  await walk.moveTo(await addressOf(dashboardPage, person.api, world))
  expect(await walk.page.evaluate('window.hasRun')).toBe(0)
  const active = `document.querySelectorAll('img[src="x"], main b[onclick]').length`
  expect(await walk.page.evaluate(active)).toBe(0)
})
