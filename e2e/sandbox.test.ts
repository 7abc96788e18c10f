// A client's sandbox on the pages: it is created, entered and left, and what happens in it is nowhere else.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
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
