// The administrator of the warehouse: its users, its keys, its clients.
import { Backoffice } from '@anden/sdk/backoffice'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { acceptInvitation } from './harness/invited.ts'
import { visit } from './harness/visit.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()

const notThere = (page: Page) => page.getByRole('heading', { name: 'There is no such page' }).waitFor()

test('somebody who is invited with one right sees neither buttons nor pages of the others', async () => {
  const email = `marta.${crypto.randomUUID().slice(0, 8)}@deposito.example`
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
  await hers.page.getByRole('row', { name: 'Bodega Los Álamos' }).waitFor()
  expect(await hers.page.getByRole('link', { name: 'New client' }).count()).toBe(0)
  for (const path of ['/users', '/users/new', '/keys', '/keys/new', '/receive', '/clients/new']) {
    await hers.page.goto(`/warehouse${path}`)
    await notThere(hers.page)
  }
})

test('rights are changed at once, and somebody stays administrator', async () => {
  const admin = await world.aStaffUser()
  const marta = await world.aStaffUser(['staff:read'])
  const hers = await visit('/warehouse', { as: marta })
  const { page } = await visit('/warehouse/users', { as: admin })
  await page
    .getByRole('row', { name: marta.email })
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Change the rights…' }).click()
  await page.getByRole('dialog').getByLabel('Goods').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^The rights of .* were changed\.$/).waitFor()
  await hers.page.goto('/warehouse/receive')
  await hers.page.getByRole('heading', { level: 1 }).waitFor()
  expect(await hers.page.getByRole('heading', { name: 'There is no such page' }).count()).toBe(0)

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

test('a staff key is made, used, rotated with both working for a while, and revoked', async () => {
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
  const newer = page.getByRole('row', { name }).filter({ hasNotText: 'expires soon' })
  await newer.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Revoke…' }).click()
  await page.getByLabel('to confirm').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await newer.getByText('revoked').waitFor()
  await expect(second.clients.list()).rejects.toMatchObject({ status: 401 })
})
