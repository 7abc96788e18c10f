import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { order } from '../server/tests/harness/warehouse.ts'
import { visit } from './harness/browser.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()

test('a lot is traced from the remito that brought it to whoever has it', async () => {
  const client = await world.warehouse.aStockedClient(30)
  const { body: placed } = await order(client, 12)
  for (const action of ['approve', 'prepare', 'dispatch', 'deliver'])
    await world.warehouse.act(placed.id, action)
  const [lot] = (await client.portal.get('/stock/lots')).body.data
  const { page } = await visit(`/lots/${lot.id}`, { as: await client.aUser() })
  await page.getByRole('link', { name: 'Vinoteca' }).first().waitFor()
  const text = (await page.getByRole('main').textContent()) ?? ''
  for (const part of ['30 − 12 = 18', placed.order_number]) expect(text).toContain(part)
})

test('a list is exported as it is filtered, in the language that is shown', async () => {
  const client = await world.warehouse.aStockedClient(30)
  await client.portal.post('/destinatarios', { name: 'Almacén Ñandú', address: 'Calle 1' })
  const { page } = await visit('/destinatarios?name=almac', { as: await client.aUser(), language: 'es' })
  await page.getByRole('link', { name: 'Almacén Ñandú' }).waitFor()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar' }).click()
  await page.getByRole('menuitem', { name: 'CSV para programas' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('destinatarios.csv')
  const bytes = await buffer(await download.createReadStream())
  const text = bytes.toString('utf8')
  expect(text.charCodeAt(0), 'byte order mark').toBe(0xfeff)
  expect(text).toContain(';')
  expect(text).toContain('Almacén Ñandú')
  expect(text).not.toContain('Vinoteca')
})
