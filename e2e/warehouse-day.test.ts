// A day at the board: every order is approved, prepared, dispatched and delivered by keyboard alone.
import { setTimeout } from 'node:timers/promises'
import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sizes } from '../server/tests/harness/sizes.ts'
import { order } from '../server/tests/harness/warehouse.ts'
import { column as columnOf } from './harness/board.ts'
import { cookieOf, visit } from './harness/browser.ts'
import { sharedWorld } from './harness/world.ts'

const world = await sharedWorld()
const { warehouse } = world
const columns = ['Pending', 'Approved', 'In preparation', 'In transit']
const steps = [
  ['a', 'Pending', 'pending'],
  ['p', 'Approved', 'approved'],
  ['d', 'In preparation', 'in_preparation'],
  ['e', 'In transit', 'in_transit'],
] as const
const toTheLeft = Array.from(columns.slice(1), () => 'ArrowLeft')
const toTheRight = Array.from(columns.slice(1), () => 'ArrowRight')
const within = { timeout: 60_000 }
/** More growth than this means that the page leaks memory. The orders themselves are a few kB each. */
const growthBytes = 3_000_000

async function boardOf(client: { id: string }) {
  const { page } = await visit(`/warehouse/orders?client_id=${client.id}`, { as: await world.aStaffUser() })
  await page.getByText('live', { exact: true }).waitFor()
  return page
}

const countOf = async (page: Page, column: string) => {
  const heading = page.getByRole('heading', { level: 2, name: new RegExp(`^${column} `) })
  return Number.parseInt((await heading.textContent())?.slice(column.length) ?? '', 10)
}
const countsOf = (page: Page) => Promise.all(columns.map((column) => countOf(page, column)))

async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}

/**
 * Presses the key of each step as long as its column has an order; the board moves on by itself. A session may send 600
 * requests a minute, which is plenty for a person but not for a script, so each step uses a new session.
 */
async function work(page: Page, client: { id: string }) {
  for (const [key, column, status] of steps) {
    const { cookie } = await world.aStaffUser()
    await page.context().addCookies([cookieOf(cookie, world.url)])
    await expect.poll(() => countOf(page, column), within).toBeGreaterThan(0)
    // The queue shows the first hundred orders; the others follow once these are saved.
    const isDone = async () => (await countOf(page, column)) === 0 && !(await hasOrders(client, status))
    while (!(await isDone())) {
      const shown = await countOf(page, column)
      if (shown > 0) await goTo(page, column)
      for (let left = shown; left > 0; left -= 1) await page.keyboard.press(key)
    }
    await expect.poll(() => page.getByText(/being saved/).count(), within).toBe(0)
  }
}

/** Returns to a column. The frame has moved on if the column was empty for a moment before more orders arrived. */
async function goTo(page: Page, column: string) {
  // Nobody else is working, so as long as there is an order, the frame is on one that keys act on.
  await page.locator('article[aria-current="true"]:has(button)').waitFor()
  const framed = columnOf(page, column).locator('[aria-current="true"]')
  for (const key of [...toTheLeft, ...toTheRight]) {
    if ((await framed.count()) > 0) return
    await page.keyboard.press(key)
  }
}

/** Delays responses, so that they show the state at the time of the request. */
async function readSlowly(page: Page) {
  const delaysMs = [0, 3_500, 700, 2_000]
  let read = 0
  await page.route(/\/queue\?/, async (route) => {
    const response = await route.fetch()
    await setTimeout(delaysMs[read++ % delaysMs.length])
    // The page may have aborted the request.
    await route.fulfill({ response }).catch(() => undefined)
  })
}

async function hasOrders(client: { id: string }, status: string): Promise<boolean> {
  const { body } = await warehouse.staff.get(`/orders?client_id=${client.id}&status=${status}&limit=1`)
  return body.data.length > 0
}

async function deliveredOf(client: { id: string }): Promise<number> {
  const path = `/orders?client_id=${client.id}&status=delivered&limit=100`
  let delivered = 0
  for (let cursor = ''; ; ) {
    const { body } = await warehouse.staff.get(`${path}${cursor && `&cursor=${cursor}`}`)
    delivered += body.data.length
    if (!body.has_more) return delivered
    cursor = encodeURIComponent(body.next_cursor)
  }
}

const place = async (client: Parameters<typeof order>[0], count: number) => {
  for (let made = 0; made < count; made += 10)
    await Promise.all(Array.from({ length: Math.min(10, count - made) }, () => order(client, 1)))
}

test('a day of orders is processed on the board by keyboard, in bounded memory, with no update lost', {
  // It takes a minute on two idle cores.
  timeout: 600_000,
}, async () => {
  const client = await warehouse.aStockedClient(10_000)
  const [page, other] = [await boardOf(client), await boardOf(client)]
  const session = await page.context().newCDPSession(page)
  const morning = Math.ceil(sizes.ordersOfADay / 4)

  await place(client, morning)
  await work(page, client)
  await expect.poll(() => deliveredOf(client), within).toBe(morning)
  const heapBefore = await heapOf(session)
  await readSlowly(page)
  await place(client, sizes.ordersOfADay - morning)
  await work(page, client)
  await expect.poll(() => deliveredOf(client), within).toBe(sizes.ordersOfADay)
  expect((await heapOf(session)) - heapBefore).toBeLessThan(growthBytes)
  expect(await page.getByRole('alert').count()).toBe(0)
  await expect.poll(() => countsOf(other), within).toEqual([0, 0, 0, 0])
})
