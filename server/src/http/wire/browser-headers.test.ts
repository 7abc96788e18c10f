import { describe, expect, test } from 'vitest'
import { parseAnswer } from '../../../tests/harness/http.ts'
import { expectProblem } from '../../../tests/harness/problem-answers.ts'
import { useService } from '../../../tests/harness/prologue.ts'
import type { TestService } from '../../../tests/harness/service.ts'

const origin = 'https://app.example.com'
const closed = await useService()
const open = await useService({ corsOrigins: [origin, 'https://other.example.com'] })

const corsHeaders = (headers: Headers) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'))

const preflight = (service: TestService, from: string) =>
  fetch(`${service.url}/api/v1/portal/stock`, {
    method: 'OPTIONS',
    headers: {
      origin: from,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    },
  })

describe('CORS', () => {
  test('is off by default', async () => {
    const client = await closed.aClient()
    const answer = await client.portal.get('/stock', { origin })
    expect(answer.status).toBe(200)
    expect(corsHeaders(answer.headers)).toEqual([])
    const asked = await preflight(closed, origin)
    expect(asked.status).toBe(405)
    expect(corsHeaders(asked.headers)).toEqual([])
  })

  test('lets an allowed origin read responses, errors and the exposed headers', async () => {
    const client = await open.aClient()
    for (const answer of [
      await client.portal.get('/stock', { origin }),
      await open.portal().get('/stock', { origin }),
      await client.portal.get('/nothing', { origin }),
    ]) {
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
      expect(answer.headers.get('vary')?.toLowerCase()).toContain('origin')
      const exposed = answer.headers.get('access-control-expose-headers')?.toLowerCase()
      for (const name of ['x-request-id', 'x-ratelimit-limit', 'retry-after', 'etag']) {
        expect(exposed).toContain(name)
      }
    }
  })

  test('answers the preflight of an allowed origin without a key', async () => {
    const answer = await preflight(open, origin)
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
    expect(answer.headers.get('access-control-allow-headers')).toContain('authorization')
    expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(answer.headers.get('x-request-id')).toMatch(/^req_/)
  })

  test.each([
    'https://evil.example.com',
    'https://app.example.com.evil.com',
    'http://app.example.com',
    'null',
  ])('sends no CORS headers to %s', async (from) => {
    const client = await open.aClient()
    const answer = await client.portal.get('/stock', { origin: from })
    expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    expect((await preflight(open, from)).headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('CORS', () => {
  test.each([
    '/api/v1/backoffice/clients',
    '/docs/en/',
    '/openapi.json',
    '/livez',
    '/metrics',
    '/errors',
    '/none',
  ])('sends no headers on %s', async (path) => {
    for (const method of ['GET', 'OPTIONS']) {
      const headers = { origin, 'access-control-request-method': 'GET' }
      const answer = await fetch(open.url + path, { method, headers })
      expect([method, corsHeaders(answer.headers)]).toEqual([method, []])
      await answer.body?.cancel()
    }
  })
})

describe('a page', () => {
  test.each([
    '/docs',
    '/docs/en/',
    '/docs/reference/',
    '/docs/reference/js/scalar.js',
    '/llms.txt',
    '/openapi.json',
    '/openapi-backoffice.json',
    '/errors',
    '/errors/auth/invalid-key',
    '/docs/en/guides/webhooks',
    '/favicon.svg',
    '/favicon.ico',
    '/livez',
    '/readyz',
    '/metrics',
    '/files/1',
  ])('at %s answers HEAD as GET, and any other method with 405 and Allow', async (path) => {
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => fetch(closed.url + path, { method, redirect: 'manual' })),
    )
    expect(head?.status).toBe(get?.status)
    await get?.body?.cancel()
    for (const method of ['POST', 'PUT', 'OPTIONS', 'PROPFIND']) {
      const answer = await parseAnswer(await fetch(closed.url + path, { method }))
      expectProblem(answer, 'routing/method-not-allowed')
      expect(answer.headers.get('allow')).toBe('GET, HEAD')
    }
  })
})

describe('pages for people', () => {
  test.each([
    '/docs',
    '/errors',
    '/errors/auth/invalid-key',
    '/docs/reference/',
    '/docs/en/guides/webhooks',
    '/docs/en/reference/portal',
  ])('%s loads nothing from other origins, and cannot be framed or sniffed', async (path) => {
    const response = await fetch(closed.url + path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('text/html')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/https?:|\*/)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await response.text()).not.toMatch(/(src|<link[^>]* href)="https?:\/\//)
  })

  test('an unknown error code gets a page that links to the known ones, or a problem document for a script', async () => {
    const url = `${closed.url}/errors/nothing/like-it`
    const page = await fetch(url, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    const text = await page.text()
    expect(text).toContain('/errors/auth/invalid-key"')
    expect(text).not.toContain('like-it')
    for (const accept of ['application/json', '*/*'])
      expectProblem(await parseAnswer(await fetch(url, { headers: { accept } })), 'routing/not-found')
  })

  test('the reference and every HTML page link the icon, which is served', async () => {
    for (const path of ['/docs/en/', '/docs/reference/', '/errors'])
      expect(await (await fetch(closed.url + path)).text()).toContain('/favicon.svg')
    const icon = await fetch(`${closed.url}/favicon.svg`)
    expect(icon.headers.get('content-type')).toContain('image/svg+xml')
    expect(await icon.text()).toContain('#7b1e3a')
  })

  test('the guides are linked from the reference, and the reference from the guides', async () => {
    expect(await (await fetch(`${closed.url}/openapi.json`)).text()).toContain('[the guides](/docs)')
    const page = await (await fetch(`${closed.url}/docs/en/reference/portal`)).text()
    expect(page).toContain('href="/docs/reference/"')
    expect(page).toContain('<h3 id="post-orders">')
  })

  test('the OpenAPI document is served as JSON', async () => {
    const response = await fetch(`${closed.url}/openapi.json`)
    const { openapi, paths } = (await response.json()) as { openapi: string; paths: object }
    expect(openapi).toMatch(/^3\./)
    expect(Object.keys(paths)).toContain('/stock/{id}')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('Strict-Transport-Security', () => {
  const header = 'strict-transport-security'
  const paths = ['/', '/api/v1/portal/stock', '/nowhere', '/livez', '/docs', '/api/v1/portal/%zz']

  test('is a year, on every response, if BASE_URL is https', async () => {
    const secure = await useService({ baseUrl: () => 'https://portal.example.com' })
    for (const path of paths)
      expect([path, (await fetch(secure.url + path)).headers.get(header)]).toEqual([path, 'max-age=31536000'])
  })

  test('is not sent over http', async () => {
    for (const path of paths) expect((await fetch(closed.url + path)).headers.get(header)).toBeNull()
  })
})
