// Typed text is not lost, whatever happens in the meantime.
import { expect, test } from 'vitest'
import { sql } from '../server/src/db/sql.ts'
import { testPassword } from '../server/tests/harness/people.ts'
import { visit } from './harness/browser.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()

test('a form survives a reload', async () => {
  const client = await world.aClient()
  const { page } = await visit('/destinatarios/new', { as: await client.aUser() })
  await page.getByLabel('Name').fill('Vinoteca del Sur')
  await page.reload()
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Vinoteca del Sur')
})

test('a double click sends a form once', async () => {
  const client = await world.aClient()
  const { page } = await visit('/destinatarios/new', { as: await client.aUser() })
  await page.getByLabel('Name').fill('Vinoteca del Sur')
  await page.getByRole('button', { name: 'Add' }).dblclick()
  await page.getByRole('heading', { level: 1, name: 'Vinoteca del Sur' }).waitFor()
  expect((await client.portal.get('/destinatarios')).body.data).toHaveLength(1)
})

test("another person's change does not touch a form that is half filled", async () => {
  const client = await world.aClient()
  const id = await world.warehouse.aDestinatario(client)
  const { page } = await visit(`/destinatarios/${id}/edit`, { as: await client.aUser() })
  await page.getByLabel('Phone').fill('+54 291 400-0000')
  await page.getByText('live', { exact: true }).waitFor()
  await client.portal.patch(`/destinatarios/${id}`, { name: 'Vinoteca del Norte' })
  // The heading follows the data, while the fields keep what the person typed.
  await page.getByRole('heading', { level: 1, name: 'Vinoteca del Norte' }).waitFor()
  expect(await page.getByLabel('Phone').inputValue()).toBe('+54 291 400-0000')
})

test('a session that ends in the middle of a form can be resumed in place', async () => {
  const client = await world.aClient()
  const person = await client.aPersonWithPassword()
  const { page, expectAnswers } = await visit('/sign-in')
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(testPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Recipients' }).click()
  await page.getByRole('link', { name: 'Add a recipient' }).click()
  await page.getByRole('heading', { level: 1, name: 'Add a recipient' }).waitFor()
  await page.getByLabel('Name').fill('Vinoteca del Sur')

  await world.db.run(
    sql`update sessions set last_used_at = now() - interval '13 hours' where user_id = ${person.id}`,
  )
  expectAnswers('401 /api/v1/portal/')
  await page.getByRole('button', { name: 'Add' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel('Password', { exact: true }).fill(testPassword)
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('heading', { level: 1, name: 'Vinoteca del Sur' }).waitFor()
  expect((await client.portal.get('/destinatarios')).body.data).toHaveLength(1)
})
