// The sign-in routes in the API reference are those that exist. tests/harness/browser.ts compares their responses with their
// description, in every test that signs in.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { browser, foreignOrigins } from '../../../tests/harness/browser.ts'
import { parseAnswer } from '../../../tests/harness/http.ts'
import { expectProblem } from '../../../tests/harness/problem-answers.ts'
import { useService } from '../../../tests/harness/prologue.ts'
import { signInReference } from '../../app/routes.ts'

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
  const misspelt = `${url}?email=ana@cliente.example`
  const answer = route.method === 'GET' ? await page.get(misspelt) : await page.post(misspelt, {})
  expect(expectProblem(answer, 'validation/invalid-parameter').errors).toEqual([
    { pointer: 'email', detail: 'is not a known parameter; there are none' },
  ])
  expect(guide).toContain(`${route.path.slice(1)}\``)
})

test('those for people who are signed in refuse everybody else, before they read the body', async () => {
  for (const { method, path } of routes.filter((route) => !route.public)) {
    const page = browser(service.url)
    for (const url of [prefix + path, `${prefix + path}?unknown=1`]) {
      const answer = method === 'GET' ? await page.get(url) : await page.post(url, {})
      expectProblem(answer, 'auth/missing-credentials')
    }
  }
})

test('those that change something refuse a cookie from a page of another origin', async () => {
  const { cookie, api } = await client.aUser()
  for (const { path } of routes.filter(({ method }) => method === 'POST'))
    for (const [, headers] of foreignOrigins) {
      const answer = await fetch(service.url + prefix + path, {
        method: 'POST',
        headers: { cookie, ...headers },
      })
      expectProblem(await parseAnswer(answer), 'auth/cross-origin')
    }
  expect((await api.get('/session')).status).toBe(200)
})
