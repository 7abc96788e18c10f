// The figures of all clients, alone: other tests place and move orders, and these lists have them all.
import { expect, test } from 'vitest'
import { visit } from '../harness/browser.ts'
import { aBusyClient, expectFigures, figuresOf, rowsOf } from '../harness/figures.ts'
import { sharedWorld } from '../harness/world.ts'

const world = await sharedWorld()

test("every figure of the warehouse's start page leads to exactly the rows that it counts", async () => {
  const client = await aBusyClient(world.warehouse)
  const { page } = await visit('/warehouse', { as: await world.aStaffUser() })
  await page.getByText('Lots that expire within 7 days').waitFor()
  const lots = await expectFigures(page, '/warehouse', (href) => href.includes(client.id))
  expect(lots).toHaveLength(2)
  const ofOrders = async () => (await figuresOf(page)).filter(({ href }) => href.includes('/orders/list'))
  await page.getByText('Lots that expire within 7 days').waitFor()
  expect((await ofOrders()).map(({ href }) => href.split('=')[1])).toEqual([
    'pending',
    'approved',
    'in_preparation',
    'in_transit',
    'failed_delivery',
  ])
  for (const { href, count } of await ofOrders()) {
    await page.goto(href)
    await expect.poll(async () => [href, await rowsOf(page)]).toEqual([href, count])
  }
})
