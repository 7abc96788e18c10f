// The figures of a page that lead to a list, and how many rows the list has.
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { order } from '../../server/tests/harness/warehouse.ts'
import type { World } from './world.ts'

const dayInMs = 86_400_000
/** A date by the warehouse's calendar. */
export const day = (after: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Argentina/Buenos_Aires' }).format(
    Date.now() + after * dayInMs,
  )

type Warehouse = World['warehouse']
type Stocked = Awaited<ReturnType<Warehouse['aStockedClient']>>

/**
 * A client with lots that have expired, expire soon, are on hold, are depleted or have no date, and orders in every
 * state.
 */
export async function aBusyClient(warehouse: Warehouse): Promise<Stocked> {
  const { staff } = warehouse
  const client = await warehouse.aStockedClient(200)
  const { id, productId: product_id } = client
  const lots = [-40, -1, 0, 3, 7, 8, 30, 31, 120].map((after) => ({
    product_id,
    quantity: 2,
    lot_number: `IN ${after}`,
    expiry_date: day(after),
  }))
  await warehouse.receive(id, ...lots, { ...lots[3], product_id, quantity: 1, lot_number: 'USED UP' })
  const { data } = (await staff.get(`/lots?client_id=${id}&limit=100`)).body
  const idOf = (name: string) => data.find((lot: { lot_number: string }) => lot.lot_number === name).id
  await staff.patch(`/lots/${idOf('IN 7')}`, { hold: true, reason: 'Control de calidad' })
  await staff.post('/stock/adjustments', { product_id, lot_id: idOf('USED UP'), delta: -1, reason: 'Rotura' })
  const ways = [
    [],
    [],
    ['approve'],
    ['approve', 'prepare'],
    ['approve', 'prepare', 'dispatch'],
    ['approve', 'prepare', 'dispatch', 'deliver'],
    ['approve', 'prepare', 'dispatch', 'fail'],
    ['cancel'],
  ]
  for (const way of ways) {
    const { body } = await order(client, 1)
    for (const action of way)
      await warehouse.act(body.id, action, /fail|cancel/.test(action) ? 'x' : undefined)
  }
  return client
}

const lists = ['/orders', '/stock/lots', '/activity', '/warehouse/orders/list', '/warehouse/lots']

/** Joins the texts of a label and its value, which are separate elements. */
async function textOf(link: Locator): Promise<string> {
  const parts = await link.locator('span').allTextContents()
  return parts.length > 0 ? parts.join(' ') : ((await link.textContent()) ?? '')
}

/** All links on the page that show a count and lead to a list. */
export async function figuresOf(page: Page): Promise<{ text: string; href: string; count: number }[]> {
  const links = await page.getByRole('main').locator('a').all()
  const found = await Promise.all(
    links.map(async (link) => ({
      text: (await link.getAttribute('aria-label')) ?? (await textOf(link)),
      href: (await link.getAttribute('href')) ?? '',
    })),
  )
  return found.flatMap(({ text, href }) => {
    const count = /^(\d+) \D+$/.exec(text)?.[1] ?? /^\D+ (\d+)$/.exec(text)?.[1] ?? /: (\d+)$/.exec(text)?.[1]
    return count && lists.includes(href.split('?')[0] ?? '') ? [{ text, href, count: Number(count) }] : []
  })
}

/** The number of rows of a list, after scrolling from the first to the last. */
export async function rowsOf(page: Page): Promise<number> {
  const lastRow = async () => {
    await page.keyboard.press('End')
    const indexes = await page
      .locator('tbody tr[data-index]')
      .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-index'))))
    return Math.max(-1, ...indexes)
  }
  let last = await lastRow()
  for (let next = await lastRow(); next !== last; next = await lastRow()) last = next
  return last + 1
}

export async function expectFigures(page: Page, path: string, isCounted: (href: string) => boolean) {
  const figures = (await figuresOf(page)).filter(({ href, count }) => count > 0 && isCounted(href))
  for (const { text, href, count } of figures) {
    await page.goto(href)
    await expect.poll(async () => [text, await rowsOf(page)]).toEqual([text, count])
  }
  await page.goto(path)
  return figures.map(({ href }) => href.replace(/%.*|=.*/, ''))
}
