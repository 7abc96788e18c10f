import { eventTypes } from '@anden/contract/values'
import { unwrap } from '@anden/sdk/webhooks'
import { expect, test } from 'vitest'
import { useReceiver } from '../server/tests/harness/prologue.ts'
import { answering } from '../server/tests/harness/receiver.ts'
import { order } from '../server/tests/harness/warehouse.ts'
import { visit } from './harness/browser.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const receiver = await useReceiver()

test('an endpoint is added, tested, receives an event, is paused by failures, repaired and recovered', async () => {
  const client = await world.aClient()
  const pay = () =>
    world.warehouse.staff.post('/payments', { client_id: client.id, amount: 1, payment_method: 'qr' })
  const { page } = await visit('/developers/webhooks', { as: await client.aUser() })
  await page.getByRole('link', { name: 'Add the first one' }).click()
  await page.getByLabel('Address').fill(receiver.url)
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.getByRole('button', { name: 'Add the endpoint' }).click()
  const secret =
    (await page.getByRole('region', { name: 'Signing secret', exact: true }).textContent())?.trim() ?? ''
  await page
    .getByRole('button', { name: 'Go to the endpoint' })
    .or(page.getByRole('link', { name: 'Go to the endpoint' }))
    .click()

  await page.getByRole('button', { name: 'Test ping' }).click()
  await receiver.arrived(1)
  const [ping] = receiver.received
  await unwrap(ping?.body ?? '', { ...ping?.headers }, secret)
  await page.getByRole('dialog').getByText('200').first().waitFor()
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByText('live', { exact: true }).waitFor()
  await pay()
  const deliveries = page.getByRole('table', { name: 'Deliveries' })
  await deliveries.getByText('payment.received').first().waitFor()
  await deliveries.getByText('200').first().waitFor()

  receiver.respond(answering(503, 'closed for the day'))
  await pay()
  await pay()
  await page
    .getByText(/^paused/)
    .first()
    .waitFor()
  await deliveries.getByText('503').first().click()
  await page.getByText('closed for the day').first().waitFor()
  await pay()

  receiver.respond(answering(200))
  await page
    .getByRole('button', { name: /^Re-activate/ })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Re-activate and recover|Recover)/ })
    .click()
  await page.getByText('receiving').first().waitFor()
  const amounts = () => receiver.received.filter(({ body }) => body.includes('payment.received'))
  await expect.poll(() => new Set(amounts().map(({ body }) => JSON.parse(body).id)).size).toBe(4)
})

test('an endpoint gets only what its filter lets pass, with its own headers, which nobody can read again', async () => {
  const client = await world.warehouse.aStockedClient()
  const before = receiver.received.length
  receiver.respond(answering(200))
  const { page } = await visit('/developers/webhooks/new', { as: await client.aUser() })
  await page.getByLabel('Address').fill(`${receiver.url}/filtered`)
  await page.getByLabel('With these products').pressSequentially('SKU')
  await page.getByRole('option').first().click()
  await page.getByRole('checkbox', { name: 'Delivered', exact: true }).check()
  await page.getByRole('checkbox', { name: 'Approved', exact: true }).check()
  await page.getByRole('checkbox', { name: 'Try again by itself after a pause' }).check()
  await page.getByRole('button', { name: 'Add the endpoint' }).click()
  await page.getByRole('button', { name: 'Go to the endpoint' }).click()
  await page
    .getByText('1 product · Approved, Delivered')
    .or(page.getByText('1 product · Delivered, Approved'))
    .waitFor()
  await page.getByText('It is tried again for a day.').waitFor()

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Own headers…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').pressSequentially('X-Gateway-Key')
  await dialog.getByLabel('Value').pressSequentially('c2VjcmV0bw==')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('X-Gateway-Key').waitFor()

  const { data } = (await client.portal.get('/webhooks')).body
  expect(data).toMatchObject([
    {
      header_names: ['X-Gateway-Key'],
      filter: { product_id: [client.productId], status: expect.arrayContaining(['approved', 'delivered']) },
      auto_resume: true,
    },
  ])
  expect(Object.keys(data[0].filter).sort()).toEqual(['product_id', 'status'])

  const { body } = await order(client, 1)
  await world.warehouse.act(body.id, 'approve')
  const deliveries = page.getByRole('table', { name: 'Deliveries' })
  await deliveries.getByText('order.approved').first().click()
  await page.getByText('X-Gateway-Key: …').waitFor()
  expect(await page.content()).not.toContain('c2VjcmV0bw')
  const sent = receiver.received.slice(before)
  expect(sent.every(({ headers }) => headers['x-gateway-key'] === 'c2VjcmV0bw==')).toBe(true)
  expect(sent.some(({ body }) => body.includes('"type":"order.created"'))).toBe(false)

  await page.goto(`/developers/webhooks/${data[0].id}/edit`)
  await page.getByRole('button', { name: /^Remove Producto/ }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Approved, Delivered').or(page.getByText('Delivered, Approved')).first().waitFor()
  const { body: changed } = await client.portal.get(`/webhooks/${data[0].id}`)
  expect(changed.filter).toEqual({ status: expect.arrayContaining(['approved', 'delivered']) })
  expect(changed.header_names).toEqual(['X-Gateway-Key'])
})

test('an endpoint subscribes to a family with what comes later, and gets events from before it existed', async () => {
  const client = await world.aClient()
  const { staff } = world.warehouse
  for (const amount of [1, 2, 3])
    await staff.post('/payments', { client_id: client.id, amount, payment_method: 'qr' })
  const { page } = await visit('/developers/webhooks/new', { as: await client.aUser() })
  await page.getByLabel('Address').fill(`${receiver.url}/past`)
  await page.getByText(`${eventTypes.length} chosen, and those to come`).waitFor()
  await page.getByRole('button', { name: 'None', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Payments', exact: true }).click()
  await page.getByRole('checkbox', { name: 'order.created' }).click()
  await page.getByText('2 chosen', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Add the endpoint' }).click()
  await page
    .getByRole('button', { name: 'Go to the endpoint' })
    .or(page.getByRole('link', { name: 'Go to the endpoint' }))
    .click()

  await page.getByText('Deliveries come from 203.0.113.0/28').waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Send past events…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send past events' })
  await dialog.getByText('Choose from which day on').waitFor()
  await dialog.getByLabel('From').fill('2026-01-01')
  await dialog.getByText('3 events would be sent').waitFor()
  await dialog.getByRole('checkbox', { name: 'payment.received' }).click()
  await dialog.getByText('0 events would be sent').waitFor()
  await dialog.getByRole('checkbox', { name: 'payment.received' }).click()
  await dialog.getByRole('button', { name: 'Send 3' }).click()
  const past = () => receiver.received.filter(({ path }) => path === '/hooks/past')
  await expect
    .poll(() =>
      past()
        .map(({ body }) => JSON.parse(body).data.object.amount)
        .sort(),
    )
    .toEqual([1, 2, 3])

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByText('and those to come').waitFor()
  const { body } = await client.portal.get('/webhooks')
  expect(body.data[0].event_patterns).toEqual(['order.created', 'payment.*'])
})
