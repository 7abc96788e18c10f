// A client's sandbox on the pages: it is created, entered and left, and what happens in it is nowhere else.
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sql } from '../server/src/db/sql.ts'
import { dayAfter } from '../server/src/stock/warehouse-day.ts'
import type { Caller } from '../server/tests/harness/http.ts'
import { faultsByAxe } from './harness/axe.ts'
import { visit } from './harness/browser.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()

const inSandbox = { 'anden-environment': 'sandbox' }
const bar = (page: Page) => page.getByRole('region', { name: 'Sandbox', exact: true })
const switchOf = (page: Page) => page.getByRole('navigation', { name: 'Environment' })
const headingOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

async function aClientWithSandbox() {
  const client = await world.aClient()
  const user = await client.aUser()
  await user.api.post('/sandbox')
  return { client, user }
}

/** A sandbox with goods of one product, and an order for some of them. */
async function aSandboxWithOrder() {
  const live = await world.warehouse.aStockedClient(10)
  const user = await live.aUser()
  await user.api.post('/sandbox')
  const { body: stock } = await user.api.get('/stock', inSandbox)
  const product = { id: stock.data[0].product_id as string, ...stock.data[0].products }
  const lot = {
    product_id: product.id,
    quantity: 100,
    lot_number: 'L-1',
    expiry_date: dayAfter(await dayOf(user.api), 40),
  }
  await user.api.post('/sandbox/receive', { items: [lot] }, inSandbox)
  const recipientName = `Vinoteca ${crypto.randomUUID().slice(0, 8)}`
  const { body: recipient } = await user.api.post('/destinatarios', { name: recipientName }, inSandbox)
  const { body: order } = await user.api.post(
    '/orders',
    {
      destinatario_id: recipient.id,
      items: [{ product_id: product.id, quantity: 4 }],
    },
    { ...inSandbox, 'idempotency-key': crypto.randomUUID() },
  )
  return { live, user, product, order, recipientName }
}

const dayOf = async (api: Caller): Promise<string> => (await api.get('/sandbox', inSandbox)).body.day

test('a sandbox is created where it is first looked for, and left again by one link', async () => {
  const client = await world.aClient()
  const user = await client.aUser()
  const { page, expectAnswers } = await visit('/orders', { as: user })
  expectAnswers('409 /api/v1/portal/session')
  await headingOf(page, 'Orders')
  expect(await bar(page).count()).toBe(0)
  await switchOf(page).getByRole('link', { name: 'Sandbox' }).click()
  await headingOf(page, 'Try it in a sandbox')
  expect(await faultsByAxe(page)).toEqual([])
  await page.getByRole('button', { name: 'Create the sandbox' }).click()
  await headingOf(page, 'Orders')
  expect(new URL(page.url()).pathname).toBe('/sandbox/orders')
  await bar(page).waitFor()
  const navigation = page.getByRole('navigation', { name: 'Main', exact: true })
  expect(await navigation.getByRole('link', { name: 'Users' }).count()).toBe(0)
  await navigation.getByRole('link', { name: 'Stock' }).click()
  await headingOf(page, 'Stock')
  await page.reload()
  await headingOf(page, 'Stock')
  await bar(page).getByRole('link', { name: 'Back to the live data' }).click()
  await headingOf(page, 'Stock')
  expect(new URL(page.url()).pathname).toBe('/stock')
  expect(await bar(page).count()).toBe(0)
})

test('two tabs of one person differ at the same time, and a link that opens a tab stays on its side', async () => {
  const { user } = await aClientWithSandbox()
  await user.api.post('/destinatarios', { name: 'Vinoteca Real' })
  await user.api.post('/destinatarios', { name: 'Vinoteca de Pruebas' }, inSandbox)
  const { page: live, context } = await visit('/destinatarios', { as: user })
  const tried = await context.newPage()
  await tried.goto('/sandbox/destinatarios')
  await tried.getByRole('link', { name: 'Vinoteca de Pruebas' }).waitFor()
  await live.getByRole('link', { name: 'Vinoteca Real' }).waitFor()
  expect(await live.getByRole('link', { name: 'Vinoteca de Pruebas' }).count()).toBe(0)
  expect(await tried.getByRole('link', { name: 'Vinoteca Real' }).count()).toBe(0)
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    tried.getByRole('link', { name: 'Vinoteca de Pruebas' }).click({ modifiers: ['ControlOrMeta'] }),
  ])
  await headingOf(opened, 'Vinoteca de Pruebas')
  await bar(opened).waitFor()
  // What changes on one side is seen on that side, live.
  await user.api.post('/destinatarios', { name: 'Almacén de Pruebas' }, inSandbox)
  await tried.getByRole('link', { name: 'Almacén de Pruebas' }).waitFor()
  expect(await live.getByRole('link', { name: 'Almacén de Pruebas' }).count()).toBe(0)
})

test('the draft of a form stays on its side', async () => {
  const { user } = await aClientWithSandbox()
  const { page } = await visit('/sandbox/destinatarios/new', { as: user })
  await page.getByLabel('Name').first().fill('Vinoteca de Pruebas')
  await page.goto('/destinatarios/new')
  expect(await page.getByLabel('Name').first().inputValue()).toBe('')
  await page.goto('/sandbox/destinatarios/new')
  await expect.poll(() => page.getByLabel('Name').first().inputValue()).toBe('Vinoteca de Pruebas')
})

test('on a phone and in the dark it is named and left just as well', async () => {
  const { user } = await aClientWithSandbox()
  const { page } = await visit('/', { as: user, width: 390, theme: 'dark', language: 'es' })
  await page.getByRole('navigation', { name: 'Entorno' }).getByRole('link', { name: 'Pruebas' }).click()
  await page.getByRole('region', { name: 'Pruebas' }).waitFor()
  expect(await faultsByAxe(page)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await page.getByRole('link', { name: 'Volver a los datos reales' }).click()
  await page.getByRole('navigation', { name: 'Entorno' }).getByRole('link', { name: 'Pruebas' }).waitFor()
})

test('a member of the staff who opens an address of a sandbox comes to the warehouse', async () => {
  const { page } = await visit('/sandbox/orders', { as: await world.aStaffUser() })
  await page.waitForURL('**/warehouse')
  expect(await bar(page).count()).toBe(0)
})

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function choose(of: Locator, sku: string) {
  const field = of.getByRole('combobox', { name: 'Product' })
  await field.fill(sku)
  await of.getByRole('listbox', { name: 'Product' }).getByRole('option', { name: sku }).waitFor()
  await field.press('Enter')
  await expect.poll(() => field.inputValue()).toContain(`${sku} ·`)
}

test('an order goes through every step in the sandbox, while the staff sees nothing of it', async () => {
  const { user, order, recipientName } = await aSandboxWithOrder()
  const staff = await visit('/warehouse/orders', { as: await world.aStaffUser() })
  await headingOf(staff.page, 'Orders')
  const { page } = await visit(`/sandbox/orders/${order.id}`, { as: user })
  const simulator = card(page, 'In place of the warehouse')
  await simulator.getByLabel('What becomes of it').selectOption({ label: 'Delivered and accepted' })
  await simulator.getByLabel('Pace').selectOption('2')
  await simulator.getByText('POST /sandbox/orders').click()
  const curl = simulator.getByRole('region', { name: /^As curl/ })
  expect(await curl.textContent()).toContain('"script":"happy"')
  await simulator.getByRole('button', { name: 'Simulate' }).click()
  await simulator.getByRole('list', { name: 'Steps of the simulation' }).waitFor()
  await page.getByText('Nothing more can become of it').waitFor()
  await page.getByRole('heading', { name: 'Reception' }).waitFor()
  expect(await faultsByAxe(page)).toEqual([])
  expect(await staff.page.getByText(recipientName).count()).toBe(0)
  await staff.page.goto('/warehouse')
  await headingOf(staff.page, 'Today')
  expect(await staff.page.getByText(recipientName).count()).toBe(0)
})

test('goods come in, the day moves forward, and what has expired by then says so', async () => {
  const { user, product } = await aSandboxWithOrder()
  const { page } = await visit('/sandbox/developers/sandbox', { as: user })
  const goods = card(page, 'Goods in')
  await choose(goods, product.sku)
  await goods.getByLabel('Quantity').fill('12')
  await goods.getByLabel('Lot').fill('L-DOS')
  await goods.getByRole('button', { name: 'Receive', exact: true }).click()
  await page.getByText('The goods came in.').waitFor()
  const time = card(page, 'The day')
  await time.getByRole('button', { name: '+ 180 days' }).click()
  await time.getByRole('button', { name: 'Move the day forward' }).click()
  await page.getByText('180 days ahead of the warehouse').waitFor()
  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'Stock' })
    .click()
  await page.getByRole('link', { name: product.name }).click()
  const lots = page.getByRole('row', { name: /^L-1/ })
  await lots.getByText('expired').waitFor()
  await page.getByRole('row', { name: /^L-DOS/ }).waitFor()
  await bar(page).getByText('Its day is').waitFor()
})

test('money is recorded, stock corrected and a lot held, each with its request', async () => {
  const { user, product } = await aSandboxWithOrder()
  const { page } = await visit('/sandbox/developers/sandbox', { as: user })
  const money = card(page, 'Payments and credit notes')
  await money.getByLabel('Amount').fill('1500')
  await money.getByRole('button', { name: 'Record the payment' }).click()
  await page.getByText('The payment was recorded.').waitFor()
  const stock = card(page, 'Correct the stock')
  await choose(stock, product.sku)
  await stock.getByLabel('Quantity').fill('3')
  await stock.getByLabel('Reason').fill('Rotas')
  await stock.getByRole('button', { name: 'Correct' }).click()
  await page.getByText('The stock was corrected.').waitFor()
  const hold = card(page, 'Hold a lot')
  await choose(hold, product.sku)
  await hold.getByLabel('Reason').fill('Revisión')
  await hold.getByRole('button', { name: 'Put on hold' }).click()
  await page.getByText('The lot is on hold.').waitFor()
  await hold.getByRole('button', { name: 'Release' }).waitFor()
  const { body } = await user.api.get('/stock/lots', inSandbox)
  expect(body.data[0]).toMatchObject({ quantity: 97, hold: { reason: 'Revisión' } })
  const { body: account } = await user.api.get('/transactions', inSandbox)
  expect(account.data[0]).toMatchObject({ type: 'payment', amount: 1500 })
})

test('a fault makes a page show its problem, until it is cleared', async () => {
  const { user } = await aClientWithSandbox()
  const { page, expectAnswers } = await visit('/sandbox/developers/sandbox', { as: user })
  expectAnswers('503 /api/v1/portal/destinatarios')
  const faults = card(page, 'Let requests fail')
  await faults.getByLabel('How many requests').fill('40')
  await faults.getByLabel('Only this route').fill('GET /destinatarios')
  await faults.getByRole('button', { name: 'Let them fail' }).click()
  await faults.getByText('GET /destinatarios', { exact: true }).waitFor()
  const navigation = page.getByRole('navigation', { name: 'Main', exact: true })
  await navigation.getByRole('link', { name: 'Recipients' }).click()
  await page.getByRole('alert').getByText('The service is away for a moment').waitFor()
  await navigation.getByRole('link', { name: 'Sandbox' }).click()
  await faults.getByRole('button', { name: 'Let no more fail' }).click()
  await faults.getByText('These will still fail').waitFor({ state: 'detached' })
  await navigation.getByRole('link', { name: 'Recipients' }).click()
  await page.getByText('No recipients yet').waitFor()
})

test('a test key is created from the page of live keys, and listed in the sandbox only', async () => {
  const { user } = await aClientWithSandbox()
  const { page } = await visit('/developers/keys', { as: user })
  await page.getByRole('link', { name: 'Create a key' }).click()
  await page.getByLabel('Name').fill('ERP de prueba')
  await page.getByRole('combobox', { name: 'Environment' }).selectOption('sandbox')
  await page.getByLabel('Read: Stock').check()
  await page.getByRole('button', { name: 'Create the key' }).click()
  const token = page.getByRole('region', { name: 'Token', exact: true })
  expect((await token.textContent())?.trim()).toMatch(/^pk_test_/)
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await page.waitForURL('**/sandbox/developers/keys')
  await page.getByRole('row', { name: /ERP de prueba/ }).waitFor()
  await page.getByRole('navigation', { name: 'Keys for' }).getByRole('link', { name: 'Live keys' }).click()
  await headingOf(page, 'API keys')
  await bar(page).waitFor({ state: 'detached' })
  expect(await page.getByText('ERP de prueba').count()).toBe(0)
})

test('what the sandbox would have mailed can be read', async () => {
  const { user, live } = await aSandboxWithOrder()
  const { page } = await visit('/sandbox/developers/sandbox', { as: user })
  await page.getByRole('link', { name: 'Mails' }).click()
  await headingOf(page, 'Mails of the sandbox')
  await world.db.run(
    sql`insert into sandbox_mails (id, client_id, sent_to, subject, body, attachments)
        select gen_random_uuid(), id, 'compras@vinoteca.example', 'Remito X', 'Hola, Vinoteca', '{remito.pdf}' from clients where sandbox_of = ${live.id}`,
  )
  await page.reload()
  await page.getByRole('link', { name: 'Remito X' }).click()
  await page.getByText('Hola, Vinoteca').waitFor()
  await page.getByText('remito.pdf').waitFor()
})

test('a reset empties the sandbox while the page shows how far it is, and fills it as asked', async () => {
  const { user } = await aSandboxWithOrder()
  const { page, expectAnswers } = await visit('/sandbox/developers/sandbox', { as: user })
  // Until the reset is done, pages are refused what they ask for.
  expectAnswers('409 /api/v1/portal')
  await page.getByText('of 5,000 at most').waitFor()
  const orders = page.getByRole('link', { name: /^Orders ?1$/ })
  await orders.waitFor()
  await page.getByRole('button', { name: 'Reset…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 order, 1 product').waitFor()
  expect(await faultsByAxe(page)).toEqual([])
  await dialog.getByLabel('With your products').check()
  await dialog.getByRole('button', { name: 'Reset the sandbox' }).click()
  await page.getByRole('link', { name: /^Orders ?0$/ }).waitFor()
  await page.getByText('No open orders').waitFor()
  const { body } = await user.api.get('/sandbox', inSandbox)
  expect(body).toMatchObject({ used: { orders: 0, products: 1 }, reset: { state: 'done', data: 'products' } })
})

test('the staff sees of a sandbox how much is in it, looks into it and changes nothing', async () => {
  const { live, order } = await aSandboxWithOrder()
  const { page } = await visit(`/warehouse/clients/${live.id}`, { as: await world.aStaffUser() })
  await page.getByRole('navigation', { name: 'Of the client' }).getByRole('link', { name: 'Sandbox' }).click()
  await page.getByText('of 5,000 at most').waitFor()
  expect(await faultsByAxe(page)).toEqual([])
  await page.getByRole('button', { name: 'See its sandbox' }).click()
  await bar(page).waitFor()
  await card(page, 'Seen as the client').waitFor()
  await page.getByRole('link', { name: order.order_number }).first().click()
  await headingOf(page, order.order_number)
  expect(await page.getByRole('button', { name: 'Simulate' }).count()).toBe(0)
  await switchOf(page).getByRole('link', { name: 'Live' }).click()
  await headingOf(page, 'Orders')
  await page.getByRole('button', { name: 'Back to the warehouse' }).click()
  await page.waitForURL(`**/warehouse/clients/${live.id}`)
})

test('what a sheet holds is stored in the sandbox, and every request of its pages says so', async () => {
  const { user } = await aClientWithSandbox()
  const { page, context } = await visit('/sandbox/destinatarios/import', { as: user, language: 'es' })
  const elsewhere: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/v1/portal') && request.headers()['anden-environment'] !== 'sandbox')
      elsewhere.push(`${request.method()} ${pathname}`)
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const rows = 'Nombre\tLocalidad\r\nVinoteca de Pruebas\tCórdoba\r\n'
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(rows)})`)
  await expect
    .poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")'))
    .toBe('Nombre, renglón 2')
  await page.keyboard.press('Control+V')
  await page.getByRole('button', { name: /^Guardar 1 renglón/ }).click()
  await page.getByText('1 agregado').waitFor()
  expect((await user.api.get('/destinatarios', inSandbox)).body.data).toHaveLength(1)
  expect((await user.api.get('/destinatarios')).body.data).toEqual([])
  expect(elsewhere).toEqual([])
})

test('pages that a sandbox does not have say so', async () => {
  const { user } = await aClientWithSandbox()
  const { page } = await visit('/sandbox/settings/users', { as: user })
  await headingOf(page, 'A sandbox has no users of its own')
  await page.getByRole('link', { name: 'Users of the account' }).click()
  await headingOf(page, 'Users')
  expect(new URL(page.url()).pathname).toBe('/settings/users')
})
