// The users of a client, invited by its administrator.
import { expect, test } from 'vitest'
import { visit } from './harness/browser.ts'
import { acceptInvitation, linkMailedTo } from './harness/mail.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()

test('a colleague is invited, signs in, only reads, becomes administrator, and is removed', async () => {
  const client = await world.aClient()
  const email = `rosa.${crypto.randomUUID().slice(0, 8)}@cliente.example`
  const { page } = await visit('/settings/users', { as: await client.aUser() })
  await page.getByRole('link', { name: 'Invite a user' }).click()
  await page.getByLabel('Name').fill('Rosa')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  const row = page.getByRole('row', { name: email })
  await row.getByText('invited').waitFor()
  const link = await linkMailedTo(email)

  const hers = await acceptInvitation(email)
  await hers.page.goto('/destinatarios')
  await hers.page.getByRole('heading', { level: 1, name: 'Recipients' }).waitFor()
  expect(await hers.page.getByRole('link', { name: 'Add a recipient' }).count()).toBe(0)

  const act = async (entry: string) => {
    await row.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await page.reload()
  await act('Change the role…')
  await page.getByRole('dialog').getByLabel('Administrator').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Change the role' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await hers.page.reload()
  await hers.page.getByRole('link', { name: 'Add a recipient' }).first().waitFor()

  const again = await visit(link)
  again.expectAnswers('400 /api/auth/describe-link')
  await again.page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
  expect(await again.page.getByLabel('New password').count()).toBe(0)

  await act('Remove')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await row.waitFor({ state: 'hidden' })
  hers.expectAnswers('401 /api/')
  await hers.page.goto('/destinatarios')
  await hers.page.getByRole('heading', { name: 'Sign in' }).waitFor()
})
