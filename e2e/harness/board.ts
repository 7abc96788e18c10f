// Finds things on the dispatcher's board.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { order } from '../../server/tests/harness/warehouse.ts'
import { type Visit, type Visitor, visit } from './browser.ts'
import { sharedWorld } from './world.ts'

const names = {
  en: { live: 'live', notices: 'Notices' },
  es: { live: 'en vivo', notices: 'Avisos' },
}

/** Opens the board with the orders of one client, and waits for the live stream. */
export async function boardOf(
  client: { id: string },
  { language = 'en', ...visitor }: Visitor = {},
): Promise<Visit> {
  const as = visitor.as ?? (await (await sharedWorld()).aStaffUser())
  const path = `/warehouse/orders?client_id=${client.id}`
  const visited = await visit(path, { ...visitor, as, language })
  await isLive(visited.page, language)
  return visited
}

export const isLive = (page: Page, language: 'en' | 'es' = 'en') =>
  page.getByText(names[language].live, { exact: true }).waitFor()

export const noticesOf = (page: Page, language: 'en' | 'es' = 'en') =>
  page.getByRole('region', { name: names[language].notices })

export const column = (page: Page, name: string) =>
  page.getByRole('region', { name: new RegExp(`^${name} `) })

export const ticket = (page: Page, of: string, number: string) =>
  column(page, of).getByRole('article', { name: number })

/** The number of the framed order. */
export const currentOf = async (page: Page) =>
  (await page.locator('article[aria-current="true"]').getAttribute('aria-label')) ?? ''

/** Waits until the frame is on this order. */
export const isFramed = (page: Page, number: string) => expect.poll(() => currentOf(page)).toBe(number)

type Placed = { id: string; order_number: string }

export async function ordersOf(
  client: Parameters<typeof order>[0],
  count: number,
  quantity = 1,
): Promise<Placed[]> {
  const placed: Placed[] = []
  for (let made = 0; made < count; made += 1) placed.push((await order(client, quantity)).body)
  return placed
}
