// What people see whose role does not allow everything: operators and readers of a client, and staff who only receive goods.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { staffScopes } from '../contract/src/scopes.ts'
import { sql } from '../server/src/db/sql.ts'
import { testPassword } from '../server/tests/harness/people.ts'
import { order } from '../server/tests/harness/warehouse.ts'
import { visit } from './harness/browser.ts'
import { chooseClient } from './harness/client-field.ts'
import { linkMailedTo } from './harness/mail.ts'
import { settled } from './harness/walk.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const { warehouse } = world

const notAllowed = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Your role does not allow this' }).waitFor()
const mainBar = (page: Page) => page.getByRole('navigation', { name: 'Main', exact: true })

test('an operator places orders and adds recipients, and sees neither keys nor users', async () => {
  const client = await warehouse.aStockedClient()
  const { page } = await visit('/', { as: await client.aUser('operator') })
  const pages = await mainBar(page).getByRole('link').allTextContents()
  for (const hidden of ['API keys', 'Users']) expect(pages).not.toContain(hidden)
  await page.goto('/destinatarios/new')
  await page.getByLabel('Name').fill('Vinoteca del operador')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('heading', { level: 1, name: 'Vinoteca del operador' }).waitFor()
  await page.keyboard.press('n')
  await page.getByRole('heading', { level: 1, name: 'New order' }).waitFor()

  await page.goto('/developers/webhooks')
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
  expect(await page.getByRole('link', { name: 'Add an endpoint' }).count()).toBe(0)
  for (const path of [
    '/settings/users',
    '/settings/users/new',
    '/developers/keys',
    '/developers/webhooks/new',
  ]) {
    await page.goto(path)
    await notAllowed(page)
  }
})

test('a reader gets no form and no button that the service would refuse', async () => {
  const client = await warehouse.aStockedClient()
  const placed = (await order(client, 1)).body
  const { page } = await visit('/', { as: await client.aUser('reader') })
  for (const [path, heading] of [
    ['/', /.*/],
    ['/orders', 'Orders'],
    [`/orders/${placed.id}`, placed.order_number],
    ['/destinatarios', 'Recipients'],
    [`/destinatarios/${client.destinatarioId}`, /.*/],
    [`/stock/${client.productId}`, /.*/],
    ['/developers/webhooks', 'Webhooks'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await settled(page)
    const main = page.getByRole('main')
    const change = /^(New|Add|Edit|Cancel|Delete|Attach|Remove|Order|Place|Choose|Repeat|Send)/
    expect(await main.getByRole('button', { name: change }).allTextContents(), path).toEqual([])
    const forms = main.locator('a:is([href*="/new"], [href$="/edit"])')
    expect(await forms.allTextContents(), path).toEqual([])
    expect(await main.locator('input[type=file]').count(), path).toBe(0)
  }
  await page.keyboard.press('n')
  for (const path of [
    '/orders/new',
    `/orders/new?again=${placed.id}`,
    '/destinatarios/new',
    `/destinatarios/${client.destinatarioId}/edit`,
    '/developers/webhooks/new',
    '/settings/users',
    '/developers/keys/new',
  ]) {
    await page.goto(path)
    await notAllowed(page)
    expect(await page.getByRole('main').getByRole('textbox').count(), path).toBe(0)
  }
})

test('somebody who only receives goods sees the pages for it alone, and enters one paper after the other', async () => {
  const client = await world.aClient()
  const { body: malbec } = await warehouse.staff.post(`/clients/${client.id}/products`, {
    name: 'Malbec',
    sku: 'MAL-750',
    unit_type: 'caja',
  })
  const { page } = await visit('/', { as: await world.aStaffUser(['staff:receive']) })
  await page.getByRole('heading', { level: 1, name: 'Receive goods' }).waitFor()
  expect(await mainBar(page).getByRole('link').allTextContents()).toEqual([
    'Receive',
    'Arrivals',
    'Returns',
    'Profile',
  ])
  for (const quantity of [24, 12]) {
    await chooseClient(page, client)
    await page.getByLabel('Remito numbers').fill(`R 0003-${String(quantity).padStart(8, '0')}`)
    await page.getByLabel('Code').fill('MAL-750')
    await page.keyboard.press('Enter')
    await page.getByLabel('Lot', { exact: true }).fill('L-1')
    await page.getByLabel('Quantity').fill(String(quantity))
    await page.getByRole('button', { name: 'Add the line' }).click()
    await page.getByRole('row', { name: /MAL-750.*L-1/ }).waitFor()
    await page.getByRole('button', { name: 'Save as one ingreso' }).click()
    await page.getByRole('row', { name: /MAL-750/ }).waitFor({ state: 'detached' })
    await page.getByText('The ingreso was saved.').first().waitFor()
  }
  const { body } = await warehouse.staff.get(`/stock/${malbec.id}`)
  expect(body.quantity).toBe(36)
  for (const path of [
    '/orders',
    '/stock',
    '/clients',
    '/remitos',
    '/account',
    '/audit',
    '/counts',
    '/goods-out',
    '/users',
  ]) {
    await page.goto(`/warehouse${path}`)
    await notAllowed(page)
  }
})

test.each(staffScopes)('with %s alone, each page in the navigation loads', async (scope) => {
  const { page } = await visit('/', { as: await world.aStaffUser([scope]) })
  await settled(page)
  const links = await mainBar(page).getByRole('link').all()
  const addresses = await Promise.all(links.map((link) => link.getAttribute('href')))
  expect(addresses).toContain('/settings/profile')
  // A read that the service refuses would be on the console, which fails the story.
  for (const address of addresses) {
    await page.goto(address ?? '')
    await settled(page)
    const title = await page.getByRole('heading', { level: 1 }).textContent()
    expect(title, address ?? '').not.toBe('Your role does not allow this')
    expect(await page.getByRole('alert').allTextContents(), address ?? '').toEqual([])
  }
})

test('a removed user sees nothing behind the dialog, and a session that was ended shows its page again', async () => {
  const client = await warehouse.aStockedClient()
  const recipient = `Vinoteca ${crypto.randomUUID().slice(0, 6)}`
  const { body } = await client.portal.post('/destinatarios', { name: recipient })
  const [ana, luz] = [await client.aUser(), await client.aUser('reader')]
  const { page, expectAnswers } = await visit(`/destinatarios/${body.id}`, { as: luz })
  expectAnswers('401 /api/v1/portal/')
  await page.getByRole('heading', { level: 1, name: recipient }).waitFor()
  expect((await ana.api.delete(`/users/${luz.id}`)).status).toBe(204)
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor()
  await page.getByText('Sign in again to go on.').waitFor()
  expect(await page.getByRole('main').count()).toBe(0)
  expect(await page.title()).toBe('Andén')
  expect(await page.content()).not.toContain(recipient)

  const bea = await (await world.aClient()).aPersonWithPassword()
  const hers = await visit('/sign-in')
  hers.expectAnswers('401 /api/v1/portal/')
  await hers.page.getByLabel('E-mail').fill(bea.email)
  await hers.page.getByLabel('Password', { exact: true }).fill(testPassword)
  await hers.page.getByRole('button', { name: 'Sign in' }).click()
  await hers.page.getByRole('link', { name: 'Recipients' }).first().click()
  await hers.page.getByRole('heading', { level: 1, name: 'Recipients' }).waitFor()
  await world.db.run(sql`delete from sessions where user_id = ${bea.id}`)
  const dialog = hers.page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.waitFor()
  await hers.page.getByRole('main').waitFor({ state: 'detached' })
  await dialog.getByLabel('Password', { exact: true }).fill(testPassword)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await hers.page.getByRole('heading', { level: 1, name: 'Recipients' }).waitFor()
  await dialog.waitFor({ state: 'hidden' })
})

test('an invitation says who invites to what, refuses a weak password at its field, and signs in', async () => {
  const client = await world.aClient({ name: `Finca ${crypto.randomUUID().slice(0, 6)}` })
  const email = `luz.${crypto.randomUUID().slice(0, 8)}@cliente.example`
  const { api } = await client.aUser()
  await api.post('/users', { email, name: 'Luz', role: 'operator' })
  const link = await linkMailedTo(email)
  const { page, expectAnswers } = await visit(link, { language: 'es' })
  expectAnswers('422 /api/auth/reset-password')
  await page.getByText(/Ana te invita a .* Finca/).waitFor()
  for (const [password, fault] of [
    ['password123', 'La usa demasiada gente'],
    ['qwertyuiop', 'Elegí una que no sea una serie'],
    ['abcabcabcabc', 'Elegí una que no repita'],
  ] as const) {
    await page.getByLabel('Contraseña nueva').fill(password)
    await page.getByRole('button', { name: 'Guardar la contraseña' }).click()
    await page.getByText(fault).waitFor()
    await expect.poll(() => page.evaluate('document.activeElement?.type')).toBe('password')
  }
  await page.getByLabel('Contraseña nueva').fill('una clave larga y propia')
  await page.getByRole('button', { name: 'Guardar la contraseña' }).click()
  await page.getByRole('button', { name: 'Tu cuenta: Luz' }).waitFor()
  const english = await visit(link)
  english.expectAnswers('400 /api/auth/describe-link')
  await english.page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
})

test('the staff reset the second factor of a user on the page of the client', async () => {
  const client = await world.aClient({ name: `Finca ${crypto.randomUUID().slice(0, 6)}` })
  const [ana, luz] = [await client.aUser(), await client.aUser('reader')]
  await world.db.run(sql`update users set two_factor_enabled = true where id = ${luz.id}`)
  const actionsFor = (page: Page, { email }: { email: string }) =>
    page.getByRole('row', { name: email }).getByRole('button', { name: /^Actions/ })
  const admin = await visit(`/warehouse/clients/${client.id}`, { as: await world.aStaffUser() })
  await actionsFor(admin.page, luz).click()
  await admin.page.getByRole('menuitem', { name: 'Reset the second factor…' }).click()
  await admin.page.getByRole('dialog').getByRole('button', { name: 'Reset it' }).click()
  await admin.page.getByText('now signs in with the password alone.').waitFor()
  for (const user of [luz, ana]) {
    await actionsFor(admin.page, user).click()
    await admin.page.getByRole('menuitem', { name: 'Send a new link' }).waitFor()
    const reset = admin.page.getByRole('menuitem', { name: 'Reset the second factor…' })
    await expect.poll(() => reset.count()).toBe(0)
    await admin.page.keyboard.press('Escape')
  }
  expect((await luz.api.get('/session')).status).toBe(401)
  expect((await ana.api.get('/session')).status).toBe(200)
  const isOn = sql<{ two_factor_enabled: boolean }>`select two_factor_enabled from users where id = ${luz.id}`
  expect(await world.db.one(isOn)).toEqual({ two_factor_enabled: false })

  const { page } = await visit(`/warehouse/clients/${client.id}`, {
    as: await world.aStaffUser(['staff:read', 'staff:clients']),
  })
  await page.getByRole('row', { name: luz.email }).waitFor()
  expect(await actionsFor(page, luz).count()).toBe(0)
})

test.each(['client', 'warehouse'] as const)(
  'an administrator of the %s resets the second factor of a colleague, never the own',
  async (side) => {
    const client = await world.aClient({ name: `Finca ${crypto.randomUUID().slice(0, 6)}` })
    const ana = side === 'client' ? await client.aUser() : await world.aStaffUser()
    const luz = side === 'client' ? await client.aUser('reader') : await world.aStaffUser(['staff:read'])
    for (const { id } of [ana, luz])
      await world.db.run(sql`update users set two_factor_enabled = true where id = ${id}`)
    const { page } = await visit(side === 'client' ? '/settings/users' : '/warehouse/users', { as: ana })
    const row = ({ email }: { email: string }) => page.getByRole('row', { name: email })
    const open = (of: { email: string }) =>
      row(of)
        .getByRole('button', { name: /^Actions/ })
        .click()
    await open(ana)
    await page.getByRole('menuitem', { name: /^Remove/ }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Reset the second factor…' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await open(luz)
    await page.getByRole('menuitem', { name: 'Reset the second factor…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reset it' }).click()
    await page.getByText('now signs in with the password alone.').waitFor()
    await row(luz).getByText('off', { exact: true }).waitFor()
    expect((await luz.api.get('/session')).status).toBe(401)
  },
)
