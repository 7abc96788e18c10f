// The dashboard on a phone, in both languages, in both themes, and by keyboard.
import { expect, test } from 'vitest'
import { visit } from './harness/browser.ts'
import { settled } from './harness/walk.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()

test('on a phone every page is within reach of the thumb', async () => {
  const { page } = await visit('/', { as: await world.demo.aUser(), width: 390 })
  const bar = page.getByRole('navigation', { name: 'Main, at the bottom' })
  await bar.getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('heading', { level: 1, name: 'Orders' }).waitFor()
  await bar.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Recipients' }).click()
  await page.getByRole('heading', { level: 1, name: 'Recipients' }).waitFor()
})

test('the dashboard starts in the language of the browser, and remembers another choice', async () => {
  const client = await world.aClient()
  const ana = await client.aUser()
  const { page } = await visit('/destinatarios', { as: ana, language: 'es' })
  await page.getByRole('heading', { level: 1, name: 'Destinatarios' }).waitFor()
  expect(await page.evaluate('document.documentElement.lang')).toBe('es-AR')
  await page.getByRole('button', { name: 'Tu cuenta: Ana' }).click()
  await page.getByRole('menuitem', { name: 'English' }).click()
  await page.getByRole('heading', { level: 1, name: 'Recipients' }).waitFor()
  expect(await page.evaluate('document.documentElement.lang')).toBe('en-GB')

  const elsewhere = await visit('/destinatarios', { as: ana, language: 'es' })
  await elsewhere.page.getByRole('heading', { level: 1, name: 'Recipients' }).waitFor()
})

test('the dashboard starts in the theme of the system, and remembers another choice', async () => {
  const client = await world.aClient()
  const { page } = await visit('/destinatarios', { as: await client.aUser(), theme: 'dark' })
  const theme = () => page.evaluate('document.documentElement.dataset.mantineColorScheme')
  await settled(page)
  expect(await theme()).toBe('dark')
  await page.getByRole('button', { name: 'Your account: Ana' }).click()
  await page.getByRole('menuitem', { name: 'Light theme' }).click()
  await page.reload()
  await settled(page)
  expect(await theme()).toBe('light')
})

test('a search leads to a page by keyboard alone', async () => {
  const { page } = await visit('/destinatarios', { as: await world.demo.aUser() })
  await settled(page)
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.type('PED-000001')
  await page
    .getByRole('option', { name: /PED-000001/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'PED-000001' }).waitFor()
})
