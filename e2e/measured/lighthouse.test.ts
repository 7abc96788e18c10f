import { expect, test } from 'vitest'
import { lighthouseOf } from '../harness/lighthouse.ts'
import { addressOf } from '../harness/pages.ts'
import { sharedWorld } from '../harness/world.ts'

const world = await sharedWorld()
const ana = await world.demo.aUser()

const attempts = 3

test.each([
  { route: '/sign-in', for: 'nobody' },
  { route: '/', for: 'client' },
  { route: '/orders', for: 'client' },
  { route: '/orders/$id', for: 'client' },
] as const)('Lighthouse on $route', { timeout: 240_000 }, async (dashboardPage) => {
  const cookie = dashboardPage.for === 'client' ? ana.cookie : undefined
  const address = await addressOf(dashboardPage, ana.api, world)
  let { scores, lost } = await lighthouseOf(world.url + address, cookie)
  // Other work on the machine can only lower timed scores, so the best of three attempts counts.
  for (let attempt = 1; scores.performance < 90 && attempt < attempts; attempt++) {
    const again = await lighthouseOf(world.url + address, cookie)
    if (again.scores.performance > scores.performance) ({ scores, lost } = again)
  }
  expect(scores.accessibility, lost.join('\n')).toBe(100)
  expect(scores['best-practices'], lost.join('\n')).toBe(100)
  expect(scores.performance, lost.join('\n')).toBeGreaterThanOrEqual(90)
})
