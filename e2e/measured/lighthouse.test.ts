import { expect, test } from 'vitest'
import { tripsIn } from '../../server/tests/harness/trips.ts'
import { lighthouseOf } from '../harness/lighthouse.ts'
import { addressOf } from '../harness/pages.ts'
import { sharedWorld } from '../harness/world.ts'

const world = await sharedWorld()
const ana = await world.demo.aUser()

const attempts = 3

async function expectGoodScores(url: string, cookie: string | undefined) {
  let { scores, lost } = await lighthouseOf(url, cookie)
  // Other work on the machine can only lower timed scores, so the best of three attempts counts.
  for (let attempt = 1; scores.performance < 90 && attempt < attempts; attempt++) {
    const again = await lighthouseOf(url, cookie)
    if (again.scores.performance > scores.performance) ({ scores, lost } = again)
  }
  expect(scores.accessibility, lost.join('\n')).toBe(100)
  expect(scores['best-practices'], lost.join('\n')).toBe(100)
  expect(scores.performance, lost.join('\n')).toBeGreaterThanOrEqual(90)
}

test.each([
  { route: '/sign-in', for: 'nobody' },
  { route: '/', for: 'client' },
  { route: '/orders', for: 'client' },
  { route: '/orders/$id', for: 'client' },
] as const)('Lighthouse on $route', { timeout: 240_000 }, async (dashboardPage) => {
  const cookie = dashboardPage.for === 'client' ? ana.cookie : undefined
  await expectGoodScores(world.url + (await addressOf(dashboardPage, ana.api, world)), cookie)
})

test("Lighthouse on a remito's link", { timeout: 240_000 }, async () => {
  const { staff } = world.warehouse
  const orderId = await tripsIn(world.warehouse).orderThat(
    await world.warehouse.aStockedClient(5),
    'approve',
    'prepare',
    'dispatch',
  )
  const { body } = await staff.get(`/remitos?source_order_id=${orderId}`)
  await expectGoodScores((await staff.post(`/remitos/${body.data[0].id}/share`, {})).body.url, undefined)
})

test("Lighthouse on a driver's link", { timeout: 240_000 }, async () => {
  const { staff } = world.warehouse
  const { aTrip, orderThat } = tripsIn(world.warehouse)
  const { id } = await aTrip([await orderThat(await world.warehouse.aStockedClient(5), 'approve')])
  await expectGoodScores((await staff.post(`/trips/${id}/driver-link`)).body.url, undefined)
})
