// The client's and the warehouse's view of an order, both open at the same time.
import { unwrap } from '@anden/sdk/webhooks'
import { expect, test } from 'vitest'
import { useReceiver } from '../server/tests/harness/prologue.ts'
import { order } from '../server/tests/harness/warehouse.ts'
import { boardOf, column, currentOf, isLive, ordersOf, ticket } from './harness/board.ts'
import { visit } from './harness/browser.ts'
import { intercept } from './harness/intercept.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const { warehouse } = world
const receiver = await useReceiver()

type Stocked = Awaited<ReturnType<typeof warehouse.aStockedClient>>

const numbersOf = async (client: Stocked, count: number, quantity = 1) =>
  (await ordersOf(client, count, quantity)).map(({ order_number }) => order_number)

/** The events that the receiver got, with every signature verified. */
const eventsReceived = (secret: string) =>
  Promise.all(receiver.received.map(({ body, headers }) => unwrap(body, { ...headers }, secret)))

const steps = ['created', 'approved', 'in_preparation', 'in_transit', 'delivered'].map(
  (step) => `order.${step}`,
)

test('an order goes from the client to its recipient, and both sides and the receiver see each step', async () => {
  const client = await warehouse.aStockedClient()
  const { body: endpoint } = await client.portal.post('/webhooks', { url: receiver.url, events: steps })
  const { page } = await boardOf(client)
  const { page: clientPage } = await visit('/orders/new', { as: await client.aUser() })

  await clientPage.getByLabel('Recipient').fill('vino')
  await clientPage.getByRole('option', { name: /Vinoteca/ }).click()
  await clientPage.getByPlaceholder('SKU or name').fill('SKU')
  await clientPage.getByRole('option', { name: /Producto/ }).click()
  await clientPage.getByPlaceholder('Quantity').fill('12')
  await clientPage.getByRole('button', { name: 'Place the order' }).click()
  const heading = clientPage.getByRole('heading', { level: 1, name: /^PED-/ })
  await heading.waitFor()
  const number = (await heading.textContent()) ?? ''
  const clientSees = (state: string) => heading.locator('..').getByText(state, { exact: true }).waitFor()

  // The board shows the order without a reload, with the lots that approval would take.
  const pending = ticket(page, 'Pending', number)
  await pending.getByText(/· 12$/).waitFor()
  expect(await pending.getAttribute('aria-current')).toBe('true')
  await page.keyboard.press('a')
  await ticket(page, 'Approved', number).getByText(/^R 0/).waitFor()
  await clientSees('Approved')
  await page.keyboard.press('p')
  await ticket(page, 'In preparation', number).waitFor()
  await clientSees('In preparation')
  const printing = page.waitForEvent('download')
  await page.keyboard.press('r')
  const chunks = await (await (await printing).createReadStream()).toArray()
  expect(Buffer.concat(chunks).subarray(0, 5).toString()).toBe('%PDF-')
  await page.keyboard.press('d')
  await ticket(page, 'In transit', number).waitFor()
  await clientSees('In transit')
  await page.keyboard.press('e')
  await expect.poll(() => page.getByRole('article', { name: number }).count()).toBe(0)
  await clientSees('Delivered')

  await receiver.arrived(steps.length)
  const events = await eventsReceived(endpoint.signing_secret)
  // Each event is delivered once. The order of arrival is not guaranteed, so a receiver sorts them by their content.
  expect(events.map(({ type }) => type).sort()).toEqual([...steps].sort())
})

test('an approval without enough stock reports the shortage, and the rest of the selection is approved', async () => {
  const client = await warehouse.aStockedClient(20)
  const [first = '', second = '', third = ''] = await numbersOf(client, 3, 6)
  const { page, expectAnswers } = await boardOf(client)
  await ticket(page, 'Pending', first).waitFor()
  // Of 20, 18 are reserved. After a count there are 14, so one of the orders cannot be fulfilled.
  await warehouse.staff.post('/stock/adjustments', {
    product_id: client.productId,
    delta: -6,
    reason: 'Recuento',
  })
  expectAnswers('409 /api/v1/backoffice/orders/')
  for (const number of [first, second, third]) {
    await expect.poll(() => currentOf(page)).toBe(number)
    await page.keyboard.press('s')
    await page.keyboard.press('j')
  }
  await page.getByRole('region', { name: 'Selected orders' }).getByText('3 selected').waitFor()
  await page.keyboard.press('a')
  const notices = page.getByRole('region', { name: 'Notices' })
  const done = notices.getByRole('status').getByRole('listitem')
  await expect.poll(() => done.count()).toBe(2)
  for (const text of await done.allTextContents()) expect(text).toMatch(/^PED-\d+ approved/)
  const refused = notices.getByRole('alert').getByRole('listitem')
  expect(await refused.count()).toBe(1)
  expect(await refused.textContent()).toMatch(
    /^PED-\d+ Not enough stock\. Producto SKU-\w+: 4\scases short, 2 of 6 available\./,
  )
  await expect.poll(() => column(page, 'Approved').getByRole('article').count()).toBe(2)
  // The remaining order shows the shortage before approval as well.
  await page.keyboard.press('ArrowLeft')
  await column(page, 'Pending')
    .getByText(/Producto SKU-\w+: 4\scases short, 2 of 6 available/)
    .waitFor()
})

test('if two dispatchers approve one order, the second sees who was faster, and both see all moves', async () => {
  const client = await warehouse.aStockedClient()
  const [number = '', other = ''] = await numbersOf(client, 2)
  const [one, two] = [await boardOf(client), await boardOf(client)]
  two.expectAnswers('409 /api/v1/backoffice/orders/')

  // The second key press is in flight while the first is being executed.
  const release = Promise.withResolvers<void>()
  let isHeld = false
  await intercept(two.page, '**/backoffice/orders/*', async (route) => {
    isHeld = true
    await release.promise
    await route.continue()
  })
  await isLive(two.page)
  for (const { page } of [one, two]) await expect.poll(() => currentOf(page)).toBe(number)
  await two.page.keyboard.press('a')
  await expect.poll(() => isHeld, { message: 'the second press is held' }).toBe(true)
  await one.page.keyboard.press('a')
  await ticket(one.page, 'Approved', number).getByText(/^R 0/).waitFor()
  release.resolve()
  const note = two.page.getByRole('alert')
  await note.getByText(/was faster: it is now approved\./).waitFor()
  expect(await note.textContent()).toMatch(new RegExp(`^${number} .+ was faster`))
  await ticket(two.page, 'Approved', number).waitFor()
  expect(await one.page.getByRole('alert').count()).toBe(0)

  // Each of them sees what the other does next.
  await expect.poll(() => currentOf(two.page)).toBe(other)
  await two.page.keyboard.press('a')
  await ticket(one.page, 'Approved', other).waitFor()
  await one.page.keyboard.press('ArrowRight')
  await one.page.keyboard.press('p')
  await expect.poll(() => column(two.page, 'In preparation').getByRole('article').count()).toBe(1)
})

test('rejecting, failing and cancelling ask for a reason, which the client reads', async () => {
  const client = await warehouse.aStockedClient()
  const placed = [await order(client, 1), await order(client, 1), await order(client, 1)]
  const [rejected, cancelled, failed] = placed.map(({ body }) => body)
  await warehouse.act(cancelled.id, 'approve')
  for (const action of ['approve', 'prepare', 'dispatch']) await warehouse.act(failed.id, action)
  const { page } = await boardOf(client)
  const dialog = page.getByRole('dialog')
  /** In the dialog, the keys of the board are letters of the reason. */
  const giveReason = async ({ order_number }: { order_number: string }, key: string, action: string) => {
    await expect.poll(() => currentOf(page)).toBe(order_number)
    await page.keyboard.press(key)
    await dialog.getByLabel(/^Reason/).waitFor()
    await page.keyboard.type('a palette had collapsed')
    await dialog.getByRole('button', { name: action, exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  await giveReason(rejected, 'x', 'Reject')
  await giveReason(cancelled, 'c', 'Cancel order')
  await giveReason(failed, 'f', 'Could not deliver')
  await ticket(page, 'In transit', failed.order_number).getByText('Not delivered').waitFor()
  const states = async () => {
    const { body } = await client.portal.get('/orders')
    return body.data.map(
      (one: { status: string; status_reason: string }) => `${one.status}: ${one.status_reason}`,
    )
  }
  await expect
    .poll(states)
    .toEqual(['failed_delivery', 'cancelled', 'rejected'].map((state) => `${state}: a palette had collapsed`))
})

test('keys that belong to something else leave the orders alone', async () => {
  const client = await warehouse.aStockedClient()
  const [number = ''] = await numbersOf(client, 1)
  const { page } = await boardOf(client)
  await expect.poll(() => currentOf(page)).toBe(number)
  // A clicked checkbox takes no letters, so the keys keep working.
  await ticket(page, 'Pending', number).getByRole('checkbox').click()
  await page.keyboard.press('x')
  await page.getByRole('dialog').getByRole('button', { name: 'Back' }).focus()
  await page.keyboard.press('a')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  // Enter on a button presses the button; `g`, then `a`, leads to the accounts.
  await ticket(page, 'Pending', number).getByRole('button', { name: 'Reject' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Reject' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor()
  const { body } = await client.portal.get('/orders')
  expect(body.data).toMatchObject([{ status: 'pending' }])
})
