// The sign-in routes in the API reference are those that exist. What they answer is held against their description by
// testing/browser.ts, in every test that signs in.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { signInReference } from '../../app/routes.ts'
import { browser } from '../../testing/browser.ts'
import { expectProblem } from '../../testing/problem-answers.ts'
import { useService } from '../../testing/prologue.ts'

const service = await useService({ demo: { client: 'ana@demo.example', warehouse: 'leo@demo.example' } })
const client = await service.aClient()
const { prefix, routes } = signInReference
const named = routes.map((route) => ({ ...route, name: `${route.method} ${route.path}` }))
const guide = readFileSync(new URL('../../../../docs/en/guides/authentication.md', import.meta.url), 'utf8')

test.each(named)('$name exists, takes only what is described, and is in the guide', async (route) => {
  const page = browser(service.url)
  if (!route.public) {
    const [name = '', value = ''] = (await client.aUser()).cookie.split('=')
    page.cookies.set(name, value)
  }
  const url = prefix + route.path
  if (route.method === 'GET') {
    expect((await page.get(url)).status).toBe(200)
    expectProblem(await page.post(url, {}), 'routing/method-not-allowed')
  } else {
    expectProblem(await page.post(url, { surprise: 1 }), 'validation/invalid-body')
    expectProblem(await page.get(url), 'routing/method-not-allowed')
  }
  expect(guide).toContain(`${route.path.slice(1)}\``)
})

test('those for people who are signed in refuse everybody else, before they read the body', async () => {
  for (const { method, path } of routes.filter((route) => !route.public)) {
    const page = browser(service.url)
    const answer = method === 'GET' ? await page.get(prefix + path) : await page.post(prefix + path, {})
    expectProblem(answer, 'auth/missing-credentials')
  }
})
