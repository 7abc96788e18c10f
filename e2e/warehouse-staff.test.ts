// The administrator of the warehouse: users, keys and clients.
import { text } from 'node:stream/consumers'
import { Anden } from '@anden/sdk'
import { Backoffice } from '@anden/sdk/backoffice'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sql } from '../server/src/db/sql.ts'
import { faultsByAxe } from './harness/axe.ts'
import { visit } from './harness/browser.ts'
import { acceptInvitation } from './harness/mail.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()

const notAllowed = (page: Page) =>
  page.getByRole('heading', { name: 'Your role does not allow this' }).waitFor()
const notThere = (page: Page) => page.getByRole('heading', { name: 'There is no such page' }).waitFor()

test('a user invited with one right sees neither the buttons nor the pages of the others', async () => {
  const email = `marta.${crypto.randomUUID().slice(0, 8)}@deposito.example`
  // A new client, because older ones are out of sight once other tests have created many.
  const clientName = `Finca ${crypto.randomUUID().slice(0, 6)}`
  await world.aClient({ name: clientName })
  const { page } = await visit('/warehouse/users', { as: await world.aStaffUser() })
  await page.getByRole('link', { name: 'Invite a user' }).click()
  await page.getByLabel('Name').fill('Marta')
  await page.getByLabel('E-mail').fill(email)
  expect(await page.getByLabel('See everything').isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await page.getByRole('row', { name: email }).getByText('invited').waitFor()

  const hers = await acceptInvitation(email)
  const bar = hers.page.getByRole('navigation', { name: 'Main', exact: true })
  await bar.getByRole('link', { name: 'Clients' }).click()
  await hers.page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor()
  expect(await bar.getByRole('link').allTextContents()).not.toContain('Users')
  expect(await bar.getByRole('link').allTextContents()).not.toContain('Receive')
  await hers.page.getByRole('row', { name: clientName }).waitFor()
  expect(await hers.page.getByRole('link', { name: 'New client' }).count()).toBe(0)
  for (const path of ['/users', '/users/new', '/keys', '/keys/new', '/receive', '/clients/new']) {
    await hers.page.goto(`/warehouse${path}`)
    await notAllowed(hers.page)
  }
})

test('changed rights apply at once, and a removed user is signed out', async () => {
  const admin = await world.aStaffUser()
  const marta = await world.aStaffUser(['staff:read'])
  const hers = await visit('/warehouse', { as: marta })
  const { page } = await visit('/warehouse/users', { as: admin })
  await page
    .getByRole('row', { name: marta.email })
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Change the rights…' }).click()
  await page.getByRole('dialog').getByLabel('Goods', { exact: true }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^The rights of .* were changed\.$/).waitFor()
  await hers.page.goto('/warehouse/receive')
  await hers.page.getByRole('heading', { level: 1 }).waitFor()
  expect(await hers.page.getByRole('heading', { name: 'Your role does not allow this' }).count()).toBe(0)

  await page
    .getByRole('row', { name: marta.email })
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('was removed').waitFor()
  await hers.page.goto('/warehouse')
  await hers.page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('a staff key is created, used, rotated with both tokens working for a while, and revoked', async () => {
  const { page } = await visit('/warehouse/keys', { as: await world.aStaffUser() })
  const name = `Scanner ${crypto.randomUUID().slice(0, 6)}`
  const tokenShown = async () =>
    (await page.getByRole('region', { name: 'Token', exact: true }).textContent())?.trim() ?? ''
  await page.getByRole('link', { name: 'Create a key' }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('See everything').check()
  await page.getByRole('button', { name: 'Create the key' }).click()
  const first = new Backoffice({ apiKey: await tokenShown(), baseUrl: world.url, retries: 0 })
  expect((await first.clients.list({ limit: 1 })).data).toHaveLength(1)
  await expect(first.staffKeys.list()).rejects.toMatchObject({ code: 'auth/insufficient-scope' })

  await page.getByRole('button', { name: 'I have copied it' }).click()
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Rotate…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
  const second = new Backoffice({ apiKey: await tokenShown(), baseUrl: world.url, retries: 0 })
  await second.clients.list({ limit: 1 })
  await first.clients.list({ limit: 1 })

  await page.getByRole('button', { name: 'I have copied it' }).click()
  // The list shows only the old key until it is read again.
  await page.getByRole('row', { name }).filter({ hasText: 'expires soon' }).waitFor()
  const newer = page.getByRole('row', { name }).filter({ hasNotText: 'expires soon' })
  await newer.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Revoke…' }).click()
  await page.getByLabel('to confirm').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await newer.getByText('revoked').waitFor()
  await expect(second.clients.list()).rejects.toMatchObject({ status: 401 })
})

const shown = (page: Page, client: { name: string }) =>
  page.getByText(`You see what ${client.name} sees. Read only.`).waitFor()

async function aNamedClient(name: string) {
  const client = await world.warehouse.aStockedClient()
  const { body } = await world.warehouse.staff.patch(`/clients/${client.id}`, { name })
  const { body: row } = await client.portal.get(`/stock/${client.productId}`)
  return { ...client, name: body.name as string, productName: row.products.name as string }
}

async function seeAs(page: Page, client: { id: string; name: string }) {
  await page.goto(`/warehouse/clients/${client.id}`)
  await page.getByRole('button', { name: 'See as the client' }).click()
  await shown(page, client)
}

test('two tabs show the dashboard as two different clients, without mixing them', async () => {
  const marker = crypto.randomUUID().slice(0, 6)
  const [one, two] = [await aNamedClient(`Uno ${marker}`), await aNamedClient(`Dos ${marker}`)]
  const staff = await world.aStaffUser()
  const { page, context } = await visit('/warehouse', { as: staff })
  const beside = await context.newPage()
  await seeAs(page, one)
  await seeAs(beside, two)
  for (const [tab, own, other] of [
    [page, one, two],
    [beside, two, one],
  ] as const) {
    await tab
      .getByRole('navigation', { name: 'Main', exact: true })
      .getByRole('link', { name: 'Stock' })
      .click()
    await tab.getByRole('row', { name: own.productName }).waitFor()
    await tab.reload()
    await tab.getByRole('row', { name: own.productName }).waitFor()
    expect(await tab.content()).not.toContain(other.productName)
    await shown(tab, own)
  }
  expect(await faultsByAxe(page)).toEqual([])

  const downloads = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV for spreadsheets' }).click()
  expect(await text(await (await downloads).createReadStream())).toContain(one.productName)
  await one.portal.post('/destinatarios', { name: `Vinoteca ${marker}` })
  const bar = page.getByRole('navigation', { name: 'Main', exact: true })
  await bar.getByRole('link', { name: 'Recipients' }).click()
  await page.getByRole('row', { name: `Vinoteca ${marker}` }).waitFor()
  await one.portal.post('/destinatarios', { name: `Bar ${marker}` })
  await page.getByRole('row', { name: `Bar ${marker}` }).waitFor()
})

test('viewing as a client shows everything, allows no changes, and is audited', async () => {
  const client = await aNamedClient(`Seis ${crypto.randomUUID().slice(0, 6)}`)
  const staff = await world.aStaffUser()
  const { page } = await visit('/warehouse', { as: staff })
  await seeAs(page, client)
  const bar = page.getByRole('navigation', { name: 'Main', exact: true })
  for (const { label, write } of [
    { label: 'Orders', write: 'New order' },
    { label: 'Recipients', write: 'New recipient' },
    { label: 'API keys', write: 'Create a key' },
    { label: 'Webhooks', write: 'Add an endpoint' },
    { label: 'Users', write: 'Invite a user' },
  ]) {
    await bar.getByRole('link', { name: label }).click()
    await page.getByRole('heading', { level: 1, name: label }).waitFor()
    expect(await page.getByRole('link', { name: write }).count(), write).toBe(0)
    expect(await page.getByRole('button', { name: /^Actions/ }).count(), label).toBe(0)
  }
  await page.goto('/orders/new')
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/warehouse')
  await notThere(page)

  await page.getByRole('button', { name: 'Back to the warehouse' }).click()
  await page.getByRole('heading', { level: 1, name: client.name }).waitFor()
  await page.goto('/stock')
  await page.waitForURL('**/warehouse')
  await page.goto('/warehouse/audit?action=clients.inspect')
  await page.getByTitle(`user ${staff.email}`).first().waitFor()
})

test('the hour of viewing as a client can be extended or ended', async () => {
  const client = await aNamedClient(`Tres ${crypto.randomUUID().slice(0, 6)}`)
  const staff = await world.aStaffUser()
  const { page, expectAnswers } = await visit('/warehouse', { as: staff })
  expectAnswers('403 /api/v1/portal/')
  await seeAs(page, client)
  await world.db.run(sql`update client_inspections set expires_at = now() where client_id = ${client.id}`)
  await page
    .getByRole('navigation', { name: 'Main', exact: true })
    .getByRole('link', { name: 'Stock' })
    .click()
  await page.getByRole('button', { name: 'Go on for another hour' }).click()
  await shown(page, client)
  await page.getByRole('row', { name: client.productName }).waitFor()

  await world.db.run(sql`update client_inspections set expires_at = now() where client_id = ${client.id}`)
  await page.reload()
  await page.getByRole('heading', { level: 1, name: client.name }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/warehouse/clients/${client.id}`)
})

test('suspending a client states what it stops, and its user is signed out at once', async () => {
  const client = await aNamedClient(`Cuatro ${crypto.randomUUID().slice(0, 6)}`)
  const theirs = await visit('/stock', { as: await client.aUser() })
  theirs.expectAnswers('403 /api/v1/portal/')
  await theirs.page.getByRole('row', { name: client.productName }).waitFor()

  const { page } = await visit(`/warehouse/clients/${client.id}`, { as: await world.aStaffUser() })
  await page.getByRole('button', { name: 'Suspend' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 API key is refused').waitFor()
  await dialog.getByText('1 user is shut out').waitFor()
  await dialog.getByText('0 open orders stay in the queue').waitFor()
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('Suspended', { exact: true }).waitFor()

  expect((await client.portal.get('/stock')).status).toBe(403)
  await theirs.page.reload()
  await theirs.page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('a key of a client is created, rotated and revoked on its page, and its invitation is sent again', async () => {
  const client = await aNamedClient(`Seis ${crypto.randomUUID().slice(0, 6)}`)
  const { page } = await visit(`/warehouse/clients/${client.id}`, { as: await world.aStaffUser() })
  await page.getByRole('link', { name: 'Create a key' }).click()
  await page.getByLabel('Name').fill('Tienda')
  await page.getByRole('button', { name: 'Accounting' }).click()
  await page.getByRole('button', { name: 'Create the key' }).click()
  const token = (await page.getByRole('region', { name: 'Token', exact: true }).textContent())?.trim() ?? ''
  const program = new Anden({ apiKey: token, baseUrl: world.url, retries: 0 })
  await program.balance.get()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await page.getByRole('button', { name: 'Actions for Tienda' }).click()
  await page.getByRole('menuitem', { name: 'Rotate…' }).click()
  await page.getByLabel('The old key stays valid for').selectOption('It ends at once')
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
  await page.getByRole('region', { name: 'Token', exact: true }).waitFor()
  await expect(program.balance.get()).rejects.toMatchObject({ status: 401 })
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await page.getByRole('button', { name: 'Actions for Tienda' }).click()
  await page.getByRole('menuitem', { name: 'Revoke…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('to confirm').fill('Tienda')
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect.poll(() => page.getByRole('row', { name: 'Tienda' }).getByText('revoked').count()).toBe(2)

  const email = `sol.${crypto.randomUUID().slice(0, 8)}@cliente.example`
  const { body } = await world.warehouse.staff.post('/users', {
    client_id: client.id,
    name: 'Sol',
    email,
    role: 'administrator',
  })
  expect(body.invitation_pending).toBe(true)
  await page.reload()
  await page.getByRole('button', { name: 'Actions for Sol' }).click()
  await page.getByRole('menuitem', { name: 'Send a new link' }).click()
  await page.getByRole('button', { name: 'Send it' }).click()
  await page.getByText(`A link is on its way to ${email}.`).waitFor()
})

test('the first administrator of a client is invited from its page', async () => {
  const client = await aNamedClient(`Cinco ${crypto.randomUUID().slice(0, 6)}`)
  const email = `luz.${crypto.randomUUID().slice(0, 8)}@cliente.example`
  const { page } = await visit(`/warehouse/clients/${client.id}`, { as: await world.aStaffUser() })
  await page.getByText('Nobody of this client can sign in yet').waitFor()
  await page.getByRole('link', { name: 'Invite' }).click()
  await page.getByLabel('Name').fill('Luz')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await page.getByRole('row', { name: email }).getByText('Administrator').waitFor()
  const theirs = await acceptInvitation(email)
  await theirs.page.getByRole('link', { name: 'Users' }).first().waitFor()
})
