import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sharedWorld } from './world.ts'

type Client = { id: string }

/** The field in which a client is chosen, in a form or as a filter. */
export const clientField = (page: Page) => page.getByRole('combobox', { name: /^(Client|Cliente)\b/ })

export async function nameOfClient({ id }: Client): Promise<string> {
  const { warehouse } = await sharedWorld()
  return (await warehouse.staff.get(`/clients/${id}`)).body.name
}

/** Types the name as a person does, and chooses what was found. */
export async function chooseClient(page: Page, client: Client): Promise<void> {
  const name = await nameOfClient(client)
  const field = clientField(page)
  await field.click()
  await field.pressSequentially(name)
  await page.getByRole('option', { name, exact: true }).click()
  await expect.poll(() => field.inputValue()).toBe(name)
}
