import { Anden } from '@anden/sdk'
import { expect, test } from 'vitest'
import { visit } from './harness/browser.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()

test('a key is created, used with the SDK, seen in the request log, and revoked', async () => {
  const client = await world.warehouse.aStockedClient()
  const { page } = await visit('/developers/keys', { as: await client.aUser() })
  await page.getByRole('link', { name: 'Create a key' }).click()
  await page.getByLabel('Name').fill('ERP')
  await page.getByLabel('Read: Stock').check()
  await page.getByRole('button', { name: 'Create the key' }).click()
  const token = (await page.getByRole('region', { name: 'Token', exact: true }).textContent())?.trim() ?? ''

  const anden = new Anden({ apiKey: token, baseUrl: world.url, retries: 0 })
  const { data } = await anden.stock.list()
  expect(data.map(({ product_id }) => product_id)).toEqual([client.productId])
  await expect(anden.orders.list()).rejects.toMatchObject({ code: 'auth/insufficient-scope' })

  await page.getByRole('button', { name: 'I have copied it' }).click()
  const row = page.getByRole('row', { name: /ERP/ })
  await row.getByText('active').waitFor()
  expect(await page.content()).not.toContain(token)

  await row.getByRole('button', { name: 'Actions for ERP' }).click()
  await page.getByRole('menuitem', { name: 'Revoke…' }).click()
  await page.getByLabel('to confirm').fill('ERP')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await row.getByText('revoked').waitFor()
  await expect(anden.stock.list()).rejects.toMatchObject({ status: 401 })
})
