// Requests that reach no route: malformed ones, those without a database, and the probes.

import { once } from 'node:events'
import { request } from 'node:http'
import { connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../../../tests/harness/problem-answers.ts'
import { useService } from '../../../tests/harness/prologue.ts'
import { startTestService, type TestService } from '../../../tests/harness/service.ts'
import { createDb } from '../../db/database.ts'
import { newToken } from '../../identity/tokens.ts'

const metricsToken = 'a-token-for-the-scraper'
const service = await useService({ metricsToken })

/** Sends raw bytes and reads the response until the server closes the connection. */
async function exchange(bytes: string | Buffer) {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1')
  socket.write(bytes)
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Headers(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]))
  return { path: '', status: Number(statusLine.split(' ')[1]), headers, text: body, body: JSON.parse(body) }
}

describe('invalid HTTP', () => {
  test.each([
    ['a broken request line', 'NONSENSE\r\n\r\n'],
    ['an unknown method', 'BREW /api/v1/portal/stock HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a broken header', 'GET / HTTP/1.1\r\nHost: a\r\nno colon here\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    ['an unknown version', 'GET / HTTP/9.9\r\nHost: a\r\n\r\n'],
  ])('%s gets a problem document', async (_, bytes) => {
    const answer = await exchange(bytes)
    const problem = expectProblem(answer, 'validation/malformed-request')
    expect(problem.request_id).toMatch(/^req_[0-9a-f]{32}$/)
    expect(answer.headers.get('x-ratelimit-limit')).toBe('1000000')
    expect(answer.headers.get('connection')).toBe('close')
  })

  test('headers over 16 KiB get a 431 problem document', async () => {
    const answer = await exchange(`GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`)
    expect([answer.status, answer.body.status]).toEqual([431, 431])
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
    expectProblem(answer, 'validation/headers-too-large')
    expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'))
  })
})

test.each(['TRACE', 'PROPFIND', 'PURGE'])(
  '%s, which no route supports, gets 405 with Allow',
  async (method) => {
    const asked = request(`${service.url}/api/v1/portal/stock`, { method }).end()
    const [response] = await once(asked, 'response')
    const body = JSON.parse(await text(response))
    expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, HEAD'])
    expect(body.type).toBe(`${service.url}/errors/routing/method-not-allowed`)
  },
)

describe('with the database down', () => {
  let offline: TestService
  beforeAll(async () => {
    offline = await startTestService({
      db: createDb({ url: `postgres://anden@127.0.0.1:${await closedPort()}/anden` }),
      // Opened while the database was up: the service does not start without one.
      secrets: service.deps.secrets,
    })
  })
  afterAll(async () => {
    await offline.stop()
    await offline.db.close()
  })

  test('a request gets 503 with Retry-After', async () => {
    const answer = await offline.portal(newToken('pk_')).get('/stock')
    const { detail } = expectProblem(answer, 'server/unavailable')
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    expect(detail).not.toMatch(/127\.0\.0\.1|ECONN/)
  })

  test('the process is live and not ready', async () => {
    const statusOf = async (path: string) => (await fetch(offline.url + path)).status
    expect(await statusOf('/livez')).toBe(200)
    expect(await statusOf('/readyz')).toBe(503)
    expect(await statusOf('/api/v1/portal/health')).toBe(200)
  })
})

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address && typeof address === 'object' ? address.port : 1
}

describe('/metrics', () => {
  const scrape = (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    service.app.inject({ url: '/metrics', headers, remoteAddress })

  test('is served to the local machine over a real connection', async () => {
    const response = await fetch(`${service.url}/metrics`)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('anden_http_request_seconds_bucket')
  })

  test.each([
    ['loopback', '127.0.0.1', {}, 200],
    ['IPv6 loopback', '::1', {}, 200],
    ['loopback by its address', '127.0.0.1', { host: '127.0.0.1:3000' }, 200],
    ['loopback by its IPv6 address', '::1', { host: '[::1]:3000' }, 200],
    ['a page on this machine whose name resolves to it', '127.0.0.1', { host: 'evil.example' }, 404],
    ['such a page with a name like ours', '127.0.0.1', { host: 'localhost.evil.example:3000' }, 404],
    [
      'such a page with the token',
      '127.0.0.1',
      { host: 'evil.example', authorization: `Bearer ${metricsToken}` },
      200,
    ],
    ['elsewhere', '203.0.113.9', {}, 404],
    ['elsewhere with the token', '203.0.113.9', { authorization: `Bearer ${metricsToken}` }, 200],
    ['elsewhere with a wrong token', '203.0.113.9', { authorization: 'Bearer wrong' }, 404],
    ['a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, 404],
    ['a proxy on this machine with Forwarded', '127.0.0.1', { forwarded: 'for=127.0.0.1' }, 404],
    ['elsewhere with a forged X-Forwarded-For', '203.0.113.9', { 'x-forwarded-for': '127.0.0.1' }, 404],
  ])('from %s', async (_, address, headers, status) => {
    expect((await scrape(headers, address)).statusCode).toBe(status)
  })

  test('is served to the local machine by the name in BASE_URL, and by no other', async () => {
    const named = await useService({ baseUrl: () => 'https://portal.example.com' })
    const statusFor = async (host: string) =>
      (await named.app.inject({ url: '/metrics', headers: { host }, remoteAddress: '127.0.0.1' })).statusCode
    expect(await statusFor('portal.example.com')).toBe(200)
    expect(await statusFor('PORTAL.example.com:443')).toBe(200)
    expect(await statusFor('localhost:3000')).toBe(200)
    expect(await statusFor('portal.example.com.evil.example')).toBe(404)
  })

  test('names routes by their pattern, never by an id or a query', async () => {
    const client = await service.aClient()
    const { id } = client
    await client.portal.get(`/stock/${id}?limit=1`)
    const text = (await scrape({})).body
    expect(text).toContain('route="/api/v1/portal/stock/:id"')
    expect(text).not.toContain(id)
  })
})
