import { test } from 'vitest'
import { tripsIn } from '../../server/tests/harness/trips.ts'
import { addressOf } from '../harness/pages.ts'
import { sharedWorld } from '../harness/world.ts'
import { expectGoodScores } from './good-scores.ts'

const world = await sharedWorld()
const ana = await world.demo.aUser()

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
