import { expect, test } from 'vitest'
import { visit } from './harness/browser.ts'
import { intercept } from './harness/intercept.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()

test('a recipient is added, found, edited and deleted', async () => {
  const client = await world.aClient()
  const { page } = await visit('/destinatarios', { as: await client.aUser() })
  await page.getByRole('link', { name: 'Add the first one' }).click()
  await page.getByRole('heading', { level: 1, name: 'Add a recipient' }).waitFor()
  await page.getByLabel('Name').fill('Vinoteca del Sur')
  await page.getByLabel('City').fill('Bahía Blanca')
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('heading', { level: 1, name: 'Vinoteca del Sur' }).waitFor()

  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Phone').fill('+54 291 400-0000')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('+54 291 400-0000').waitFor()

  await page.getByRole('navigation', { name: 'Where you are' }).getByRole('link').click()
  await page.getByLabel('Name').fill('sur')
  await page.getByRole('link', { name: 'Vinoteca del Sur' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No recipients yet').waitFor()
  expect((await client.portal.get('/destinatarios')).body.data).toEqual([])
})

test('a deleted recipient is not read again, although the live stream reports the change before the page is left', async () => {
  const client = await world.aClient()
  await world.warehouse.aDestinatario(client)
  const { page } = await visit('/destinatarios', { as: await client.aUser() })
  await page.getByRole('link', { name: 'Vinoteca' }).click()
  await page.getByRole('heading', { level: 1, name: 'Vinoteca' }).waitFor()
  await intercept(page, '**/api/v1/portal/destinatarios/*', async (route) => {
    if (route.request().method() !== 'DELETE') return route.continue()
    const response = await route.fetch()
    // The live stream reports changes once a second.
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No recipients yet').waitFor()
})

test('a filter that the contract does not know is removed', async () => {
  const client = await world.aClient()
  await world.warehouse.aDestinatario(client)
  const { page } = await visit('/destinatarios?colour=red&name=vino', { as: await client.aUser() })
  await page.getByRole('link', { name: 'Vinoteca' }).waitFor()
  expect(new URL(page.url()).search).toBe('?name=vino')
})
