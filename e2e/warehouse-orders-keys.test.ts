// On the board, keys act on what is shown and on nothing else. Typed with a real keyboard, key by key.
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { order } from '../server/tests/harness/warehouse.ts'
import { boardOf, column, currentOf, isFramed, isLive, noticesOf, ordersOf, ticket } from './harness/board.ts'
import { visit } from './harness/browser.ts'
import { holdBack, intercept } from './harness/intercept.ts'
import { sharedWorld } from './harness/world.ts'

const { warehouse, aStaffUser } = await sharedWorld()

type Stocked = Awaited<ReturnType<typeof warehouse.aStockedClient>>

/** The statuses that the service has, oldest order first. */
async function statesOf({ portal }: Stocked): Promise<string[]> {
  const { body } = await portal.get('/orders')
  return body.data
    .map(({ status, status_reason }: { status: string; status_reason: string | null }) =>
      status_reason ? `${status}: ${status_reason}` : status,
    )
    .reverse()
}

const words = {
  en: {
    pending: 'Pending',
    approved: 'Approved',
    reason: /^Reason/,
    rejected: 'rejected',
    by: 'approved by',
  },
  es: {
    pending: 'Pendiente',
    approved: 'Aprobado',
    reason: /^Motivo/,
    rejected: 'rechazado',
    by: 'aprobado por',
  },
}
const reason = 'averiado: 3 cajas mojadas, pegar etiqueta'

test.each([
  { language: 'es', code: 'has not loaded' },
  { language: 'en', code: 'has not loaded' },
  { language: 'es', code: 'has loaded' },
  { language: 'en', code: 'has loaded' },
] as const)(
  'text typed right after x becomes the reason, in $language, when the dialog $code',
  async ({ language, code }) => {
    const client = await warehouse.aStockedClient()
    const [first] = await ordersOf(client, 2)
    const { page } = await boardOf(client, { language })
    const dialog = code === 'has not loaded' ? await holdBack(page, 'reason-dialog') : null
    if (dialog) await isLive(page, language)
    await isFramed(page, first?.order_number ?? '')
    await page.keyboard.press('x')
    await page.keyboard.type(`${reason}?`)
    await page.keyboard.press('Backspace')
    await dialog?.isAsked()
    expect(await statesOf(client)).toEqual(['pending', 'pending'])
    dialog?.letGo()
    const field = page.getByRole('dialog').getByLabel(words[language].reason)
    await expect.poll(() => field.inputValue()).toBe(reason)
    await page.keyboard.press('Enter')
    await noticesOf(page, language).getByText(words[language].rejected).waitFor()
    await expect.poll(() => statesOf(client)).toEqual([`rejected: ${reason}`, 'pending'])
    await expect.poll(() => column(page, words[language].pending).getByRole('article').count()).toBe(1)
  },
)

test('an Enter before the dialog is visible confirms nothing, and the keys after it do nothing', async () => {
  const client = await warehouse.aStockedClient()
  const [first] = await ordersOf(client, 2)
  const { page } = await boardOf(client)
  const dialog = await holdBack(page, 'reason-dialog')
  await isLive(page)
  await isFramed(page, first?.order_number ?? '')
  await page.keyboard.press('x')
  await page.keyboard.type('averiado')
  await page.keyboard.press('Enter')
  await page.keyboard.type('aaa')
  dialog.letGo()
  const field = page.getByRole('dialog').getByLabel('Reason')
  await expect.poll(() => field.inputValue()).toBe('averiado')
  expect(await statesOf(client)).toEqual(['pending', 'pending'])
})

test('Escape cancels a dialog that has not loaded, and keys act on the board again', async () => {
  const client = await warehouse.aStockedClient()
  const [first, second] = await ordersOf(client, 2)
  const { page } = await boardOf(client)
  const dialog = await holdBack(page, 'reason-dialog')
  await isLive(page)
  await isFramed(page, first?.order_number ?? '')
  await page.keyboard.press('x')
  await page.keyboard.type('averiado')
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await isFramed(page, second?.order_number ?? '')
  dialog.letGo()
  await page.keyboard.press('a')
  await expect.poll(() => statesOf(client)).toEqual(['pending', 'approved'])
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('a dialog that cannot be loaded is reported, and keys typed for it do nothing', async () => {
  const client = await warehouse.aStockedClient()
  const [first] = await ordersOf(client, 1)
  const { page, expectAnswers } = await boardOf(client)
  expectAnswers('Failed to load resource')
  await intercept(page, '**/assets/reason-dialog-*.js', (route) => route.abort())
  await isLive(page)
  await isFramed(page, first?.order_number ?? '')
  await page.clock.install()
  await page.keyboard.press('x')
  await page.keyboard.type('averiado')
  await noticesOf(page).getByRole('alert').getByText('It could not be opened').waitFor()
  await page.keyboard.type('a')
  expect(await statesOf(client)).toEqual(['pending'])
  // After a pause in typing, the keys belong to the board again.
  await page.clock.fastForward('00:02')
  await page.keyboard.press('a')
  await expect.poll(() => statesOf(client)).toEqual(['approved'])
})

test.each(['has not loaded', 'has loaded'])(
  'text typed right after Ctrl-K is searched for, when the search %s',
  async (code) => {
    const client = await warehouse.aStockedClient()
    const [first] = await ordersOf(client, 1)
    const { page } = await boardOf(client)
    const search = code === 'has not loaded' ? await holdBack(page, 'palette') : null
    if (search) await isLive(page)
    await isFramed(page, first?.order_number ?? '')
    await page.keyboard.press('Control+K')
    await page.keyboard.type('apdex')
    await search?.isAsked()
    search?.letGo()
    const field = page.getByRole('combobox', { name: 'Search and commands' })
    await expect.poll(() => field.inputValue()).toBe('apdex')
    expect(await statesOf(client)).toEqual(['pending'])
  },
)

test('after g the next key goes to a page or is dropped, however late it comes', async () => {
  const client = await warehouse.aStockedClient()
  const [first] = await ordersOf(client, 1)
  const { page } = await boardOf(client)
  await isFramed(page, first?.order_number ?? '')
  const hint = page.getByText('Go to…')
  for (const dropped of ['x', 'Escape']) {
    await page.keyboard.press('g')
    await hint.waitFor()
    await page.keyboard.press(dropped)
    await hint.waitFor({ state: 'hidden' })
  }
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.clock.install()
  await page.keyboard.press('g')
  await hint.waitFor()
  await page.clock.fastForward('05:00')
  await page.keyboard.press('a')
  await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor()
  expect(await statesOf(client)).toEqual(['pending'])
})

test('keys pressed during a navigation act neither on the old page nor on the new one', async () => {
  const client = await warehouse.aStockedClient()
  const [first] = await ordersOf(client, 1)
  const { page } = await boardOf(client)
  const detail = await holdBack(page, 'detail')
  await isLive(page)
  await isFramed(page, first?.order_number ?? '')
  await page.keyboard.press('Enter')
  await page.keyboard.type('axp')
  await detail.isAsked()
  detail.letGo()
  await page.getByRole('heading', { level: 1, name: first?.order_number ?? '' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await statesOf(client)).toEqual(['pending'])
  // From now on, keys belong to the new page.
  await page.keyboard.press('a')
  await expect.poll(() => statesOf(client)).toEqual(['approved'])
})

test.each(['en', 'es'] as const)(
  'the frame stays in place when another dispatcher moves its order, and keys do nothing there (%s)',
  async (language) => {
    const client = await warehouse.aStockedClient()
    const [first, second] = await ordersOf(client, 3)
    const [number, next] = [first?.order_number ?? '', second?.order_number ?? '']
    const leo = await aStaffUser()
    const { page } = await boardOf(client, { language })
    const { page: other } = await boardOf(client, { as: leo })
    await isFramed(page, number)
    await isFramed(other, number)
    await other.keyboard.press('a')
    const empty = ticket(page, words[language].pending, number)
    await empty.getByText(`${words[language].by} Ana`).waitFor()
    expect(await currentOf(page)).toBe(number)
    // The order itself is in its new column.
    await ticket(page, words[language].approved, number).waitFor()
    for (const key of ['a', 'p', 'x', 's', 'r']) await page.keyboard.press(key)
    expect(await page.getByRole('dialog').count()).toBe(0)
    // The next order has moved up, below the empty frame.
    await page.keyboard.press('j')
    await isFramed(page, next)
    await expect.poll(() => empty.count()).toBe(0)
    await page.keyboard.press('a')
    await expect.poll(() => statesOf(client)).toEqual(['approved', 'approved', 'pending'])
  },
)

test('an order that its client cancels leaves an empty frame as well', async () => {
  const client = await warehouse.aStockedClient()
  const [first] = await ordersOf(client, 2)
  const { page } = await boardOf(client)
  await isFramed(page, first?.order_number ?? '')
  await client.portal.patch(`/orders/${first?.id}`, { action: 'cancel' })
  await ticket(page, 'Pending', first?.order_number ?? '')
    .getByText('cancelled by test')
    .waitFor()
  await page.keyboard.press('a')
  await page.keyboard.press('k')
  expect(await statesOf(client)).toEqual(['cancelled', 'pending'])
})

test('keys act neither on a selected order that another dispatcher moved, nor on another in its place', async () => {
  const client = await warehouse.aStockedClient()
  const [first, second, third] = await ordersOf(client, 3)
  const { page } = await boardOf(client)
  await isFramed(page, first?.order_number ?? '')
  await page.keyboard.press('s')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await isFramed(page, third?.order_number ?? '')
  await warehouse.act(first?.id ?? '', 'approve')
  const bar = page.getByRole('region', { name: 'Selected orders' })
  await bar.getByText(`Moved by someone else: ${first?.order_number}`).waitFor()
  await page.keyboard.press('a')
  await page.keyboard.press('p')
  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'hidden' })
  expect(await statesOf(client)).toEqual(['approved', 'pending', 'pending'])
  expect(second).toBeDefined()
})

test('an order that was moved while its reason was being typed is left unchanged', async () => {
  const client = await warehouse.aStockedClient()
  const [first] = await ordersOf(client, 1)
  const { page } = await boardOf(client)
  await isFramed(page, first?.order_number ?? '')
  await page.keyboard.press('c')
  await page.getByRole('dialog').getByLabel('Reason').waitFor()
  await page.keyboard.type('sin stock')
  await warehouse.act(first?.id ?? '', 'approve')
  await ticket(page, 'Approved', first?.order_number ?? '').waitFor()
  await page.keyboard.press('Control+Enter')
  await noticesOf(page)
    .getByRole('alert')
    .getByText(/was faster: it is now approved/)
    .waitFor()
  expect(await statesOf(client)).toEqual(['approved'])
})

test.each(['en', 'es'] as const)(
  'after each key a notice says what was done to which order, and several can be read (%s)',
  async (language) => {
    const client = await warehouse.aStockedClient()
    const placed = await ordersOf(client, 4)
    const { page } = await boardOf(client, { language })
    await isFramed(page, placed[0]?.order_number ?? '')
    for (const { order_number } of placed) {
      await isFramed(page, order_number)
      await page.keyboard.press('a')
    }
    const lines = noticesOf(page, language).getByRole('status').getByRole('listitem')
    await expect.poll(() => lines.count()).toBe(4)
    const done = { en: 'approved', es: 'aprobado' }[language]
    for (const { order_number } of placed)
      await lines
        .filter({ hasText: new RegExp(`^${order_number} ${done} · Remito R \\d{4,5}-\\d{8}$`) })
        .waitFor()
    await lines.first().getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: /^PED-/ }).waitFor()
    await noticesOf(page, language).waitFor()
  },
)

test('a refusal is shown with its reason until it is closed', async () => {
  const client = await warehouse.aStockedClient(30)
  const placed = await ordersOf(client, 25)
  const last = placed.at(-1)
  const { page, expectAnswers } = await boardOf(client)
  expectAnswers('409 /api/v1/backoffice/orders/')
  await isFramed(page, placed[0]?.order_number ?? '')
  for (let pressed = 1; pressed < placed.length; pressed += 1) await page.keyboard.press('j')
  await isFramed(page, last?.order_number ?? '')
  await warehouse.staff.post('/stock/adjustments', {
    product_id: client.productId,
    delta: -30,
    reason: 'Recuento',
  })
  await page.keyboard.press('a')
  const refusal = noticesOf(page).getByRole('alert')
  await refusal.getByText(/Not enough stock/).waitFor()
  expect(await isInSight(page, refusal)).toBe(true)
  await refusal.getByRole('button', { name: 'Copy the request id' }).waitFor()
  await refusal.getByRole('link', { name: last?.order_number ?? '' }).waitFor()
  await page.clock.install()
  await page.clock.fastForward('10:00')
  expect(await refusal.count()).toBe(1)
  await refusal.getByRole('button', { name: 'Close the notice' }).click()
  await refusal.waitFor({ state: 'hidden' })
})

test('notices cover neither the bar of the selection nor the one at the bottom of a phone', async () => {
  const client = await warehouse.aStockedClient()
  await ordersOf(client, 2)
  const path = `/warehouse/orders?client_id=${client.id}`
  const { page } = await visit(path, { as: await aStaffUser(), width: 390 })
  const tickets = column(page, 'Pending').getByRole('article')
  await tickets.first().getByRole('button', { name: 'Approve' }).click()
  await noticesOf(page)
    .getByText(/approved/)
    .waitFor()
  await tickets.first().getByRole('checkbox').click()
  const bar = page.getByRole('region', { name: 'Selected orders' })
  await bar.waitFor()
  const bottomBar = page.getByRole('navigation', { name: 'Main, at the bottom' })
  for (const covered of [bar, bottomBar])
    await expect.poll(() => doOverlap(noticesOf(page), covered)).toBe(false)
  expect(await isInSight(page, bar)).toBe(true)
})

test('a double click on the button of an order acts on that order alone', async () => {
  const client = await warehouse.aStockedClient()
  const [first] = await ordersOf(client, 3)
  const { page } = await boardOf(client)
  await isFramed(page, first?.order_number ?? '')
  await ticket(page, 'Pending', first?.order_number ?? '')
    .getByRole('button', { name: 'Approve' })
    .dblclick()
  await noticesOf(page)
    .getByText(/approved/)
    .waitFor()
  await expect.poll(() => statesOf(client)).toEqual(['approved', 'pending', 'pending'])
})

test('an order that arrives in the meantime does not take the frame', async () => {
  const client = await warehouse.aStockedClient()
  const [first] = await ordersOf(client, 1)
  await warehouse.act(first?.id ?? '', 'approve')
  const { page } = await boardOf(client)
  await isFramed(page, first?.order_number ?? '')
  const { body } = await order(client, 1)
  await ticket(page, 'Pending', body.order_number).waitFor()
  expect(await currentOf(page)).toBe(first?.order_number)
})

const doOverlap = async (one: Locator, other: Locator) => {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (!a || !b) throw new Error('not shown')
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

const isInSight = async (page: Page, element: Locator) => {
  const box = await element.boundingBox()
  const height = page.viewportSize()?.height ?? 0
  return box !== null && box.y >= 0 && box.y + box.height <= height
}
