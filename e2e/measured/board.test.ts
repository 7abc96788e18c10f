// The dispatcher's board with 500 open orders, as many as it shows at once. What is measured is the CPU time of the page's main
// thread: other work on the machine hardly changes it, while a score of Lighthouse depends on how busy the machine is.
import type { CDPSession } from 'playwright-core'
import { expect, test } from 'vitest'
import { currentOf, isLive, ordersOf } from '../harness/board.ts'
import { visit } from '../harness/browser.ts'
import { maxLayoutShift, settled, sumLayoutShifts } from '../harness/walk.ts'
import { sharedWorld } from '../harness/world.ts'

const world = await sharedWorld()
const { warehouse } = world

const perStatus = 100
const steps = ['approve', 'prepare', 'dispatch', 'fail']
const presses = 40
/** An answer to a key that is not noticed as late: https://web.dev/articles/inp */
const goodResponseMs = 200

/** The orders of one client: a hundred in each status. */
async function fiveHundredOrders() {
  // The book of the demo has fewer numbers left.
  const cai = { cai: '71234567890123', cai_expires_on: '2099-12-31' }
  await warehouse.staff.post('/remito-books', { point_of_sale: 77, from: 1, to: 9_999, ...cai })
  const client = await warehouse.aStockedClient(1_000)
  await Promise.all(
    [...steps.keys(), steps.length].map(async (count) => {
      for (const { id } of await ordersOf(client, perStatus))
        for (const action of steps.slice(0, count)) await done(warehouse.act(id, action, 'Estaba cerrado'))
    }),
  )
  return client
}

async function done(asked: Promise<{ status: number; text: string }>) {
  const { status, text } = await asked
  expect(status, text).toBe(200)
}

/** CPU milliseconds of each task of the renderer's main threads meanwhile. */
async function tasksDuring(session: CDPSession, work: () => Promise<unknown>): Promise<number[]> {
  type Traced = {
    name: string
    pid: number
    tid: number
    tdur?: number
    args: { name?: string }
  }
  const events: Traced[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as Traced[])))
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] },
  })
  await work()
  await session.send('Tracing.end')
  await complete
  const mains = new Set(
    events.flatMap(({ name, pid, tid, args }) =>
      name === 'thread_name' && args.name === 'CrRendererMain' ? [`${pid} ${tid}`] : [],
    ),
  )
  return events.flatMap(({ name, pid, tid, tdur }) =>
    name.endsWith('RunTask') && mains.has(`${pid} ${tid}`) ? [(tdur ?? 0) / 1000] : [],
  )
}

const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0)

test('the board of 500 open orders does not move, and answers keys at once', {
  timeout: 600_000,
}, async () => {
  const client = await fiveHundredOrders()
  const { page, context } = await visit('/warehouse', { as: await world.aStaffUser() })
  await context.addInitScript({ content: sumLayoutShifts })
  const session = await page.context().newCDPSession(page)
  const loaded = async () => {
    await page.goto(`/warehouse/orders?client_id=${client.id}`)
    await isLive(page)
    await settled(page)
    await expect.poll(() => page.getByRole('article', { name: /^PED-/ }).count()).toBe(5 * perStatus)
  }
  const loading = await tasksDuring(session, loaded)
  expect(await page.evaluate<number>('window.layoutShift')).toBeLessThan(maxLayoutShift)
  const first = await currentOf(page)
  const pressing = await tasksDuring(session, async () => {
    for (let pressed = 0; pressed < presses; pressed += 1)
      await page.keyboard.press(pressed % 2 ? 'ArrowRight' : 'j')
  })
  expect(await currentOf(page)).not.toBe(first)
  expect(Math.max(...loading), 'longest task of loading').toBeLessThanOrEqual(goodResponseMs)
  expect(Math.max(...pressing), 'longest task of a key').toBeLessThanOrEqual(goodResponseMs)
  expect(sum(pressing) / presses, 'a key').toBeLessThanOrEqual(goodResponseMs / 2)
})
