// A hostile server and network: nothing is done twice, nothing hangs, and errors name the request.

import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, expectTypeOf, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../../server/tests/harness/free-port.ts'
import { Backoffice } from './backoffice.ts'
import { Anden, AndenError, type Hooks, type Shortage } from './index.ts'
import { delayBefore } from './send.ts'
import {
  answers,
  breaksOff,
  drips,
  neverAnswers,
  refuses,
  resets,
  useHostileServer,
} from './testing/hostile-server.ts'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const server = await useHostileServer()
const options = { baseUrl: server.url, apiKey: 'pk_test' }
const anden = new Anden(options)
const newOrder = { destinatario_id: 'd', items: [] }
const created = answers(201, { id: 'o1' })
const badGateway = answers(502, '<html><body>Bad Gateway</body></html>', { 'content-type': 'text/html' })

// Without jitter there is no wait between attempts.
beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0))
afterEach(() => void vi.restoreAllMocks())

async function failureOf(call: PromiseLike<unknown>): Promise<AndenError> {
  try {
    await call
  } catch (error) {
    if (error instanceof AndenError) return error
    throw error
  }
  throw new Error('the call succeeded')
}

describe('a request that got no response', () => {
  test('is repeated with the same Idempotency-Key', async () => {
    server.behave(resets, breaksOff, badGateway, created)
    expect(await anden.orders.create(newOrder)).toEqual({ id: 'o1' })
    expect(server.seen).toHaveLength(4)
    const keys = new Set(server.seen.map(({ headers }) => headers['idempotency-key']))
    expect([...keys]).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)])
  })

  test('is repeated if it reads, or sets fields', async () => {
    server.behave(resets, answers(200, { saldo: 1 }))
    expect((await anden.balance.get()).saldo).toBe(1)
    server.behave(resets, answers(200, { id: 'd1' }))
    expect((await anden.destinatarios.update('d1', { name: 'N' })).id).toBe('d1')
  })

  test('is not repeated if it could then be executed twice', async () => {
    server.behave(resets, created)
    expect((await failureOf(anden.webhooks.create({ url: 'https://x.example', events: [] }))).attempts).toBe(
      1,
    )
    server.behave(resets, answers(200, {}))
    const backoffice = new Backoffice(options)
    expect((await failureOf(backoffice.orders.update('o1', { action: 'approve' }))).code).toBe(
      'request/network',
    )
    expect(server.seen).toHaveLength(1)
  })

  test('to delete has succeeded if its retry finds nothing', async () => {
    server.behave(resets, refuses(404, 'destinatarios/not-found'))
    expect(await anden.destinatarios.delete('d1')).toBeUndefined()
    server.behave(refuses(404, 'destinatarios/not-found'))
    expect((await failureOf(anden.destinatarios.delete('d1'))).code).toBe('destinatarios/not-found')
  })
})

describe('an error', () => {
  test('has the problem document, and its code narrows it', async () => {
    const shortages = [{ product_id: 'p1', requested: 12, available: 3 }]
    const type = 'https://portal.example.com/errors/orders/insufficient-stock'
    const problem = { type, title: 'Insufficient stock', status: 422, detail: 'Not enough.', shortages }
    server.behave(answers(422, problem))
    const error = await failureOf(anden.orders.create(newOrder, { idempotencyKey: 'po-1' }))
    if (error.code !== 'orders/insufficient-stock') throw error
    expectTypeOf(error.problem.shortages).toEqualTypeOf<Shortage[]>()
    expectTypeOf(error.response.status).toEqualTypeOf<number>()
    expect(error).toMatchObject({
      problem,
      status: 422,
      requestId: 'req_422',
      idempotencyKey: 'po-1',
      attempts: 1,
    })
    expect(error.message).toBe(
      'POST /orders: 422 Insufficient stock: Not enough. (orders/insufficient-stock, req_422)',
    )
  })

  test('with a code that is newer than the SDK keeps that code', async () => {
    server.behave(refuses(409, 'orders/of-the-future'))
    expect((await failureOf(anden.orders.create(newOrder))).code).toBe('orders/of-the-future')
  })

  test('of a proxy, an HTML page, has its status and request id', async () => {
    server.behave(badGateway)
    const error = await failureOf(anden.stock.list())
    expect(error).toMatchObject({
      code: 'response/unexpected',
      status: 502,
      requestId: 'req_502',
      attempts: 5,
    })
    expect(error.problem).toBeNull()
  })

  test('says so when a successful response is not JSON, and a redirect is not followed', async () => {
    server.behave(answers(200, '<html>Sign in to the Wi-Fi</html>'))
    expect(await failureOf(anden.me.get())).toMatchObject({
      code: 'response/unexpected',
      status: 200,
      attempts: 1,
    })
    server.behave(answers(302, '', { location: 'https://elsewhere.example/' }))
    expect(await failureOf(anden.me.get())).toMatchObject({
      code: 'response/unexpected',
      status: 302,
      attempts: 1,
    })
  })

  test('of a service that cannot be reached names the URL, the host and the innermost cause', async () => {
    const port = await freePort()
    for (const [host, cause] of [
      ['127.0.0.1', `connect ECONNREFUSED 127.0.0.1:${port}`],
      ['nothing.invalid', 'getaddrinfo ENOTFOUND nothing.invalid'],
    ]) {
      const away = new Anden({ baseUrl: `http://${host}:${port}`, apiKey: 'pk_test', retries: 0 })
      const error = await failureOf(away.stock.list({ sku: 'MAL-RES-750' } as object))
      const url = `http://${host}:${port}/api/v1/portal/stock`
      expect(error.message).toContain(`GET /stock: no response from ${url}: ${cause} (request/network`)
      expect(error.url).toBe(url)
    }
    const both = new Error('', {
      cause: new AggregateError([new Error('::1 refused'), new Error('refused')]),
    })
    const failing = new Anden({ ...options, retries: 0, fetch: () => Promise.reject(both) })
    expect((await failureOf(failing.me.get())).message).toContain(
      '/me: ::1 refused, refused (request/network',
    )
  })

  test('is recognised by the class of the other build of the package', () => {
    const other = Object.defineProperty(new Error(), Symbol.for('@anden/sdk AndenError'), { value: true })
    expect(other).toBeInstanceOf(AndenError)
    for (const none of [new Error(), null, undefined, 'text', {}]) expect(none).not.toBeInstanceOf(AndenError)
  })

  test('names the request of an earlier attempt if the last one got no response', async () => {
    server.behave(refuses(503, 'server/unavailable'), resets)
    expect(await failureOf(anden.stock.list())).toMatchObject({
      code: 'request/network',
      requestId: 'req_503',
    })
  })
})

/**
 * A client whose clock stands still until `pass`, so that nothing depends on how busy the machine is. The wait between two
 * attempts has no length here, so it needs no `pass`.
 */
function clientWithClock() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const pass = (ms: number) =>
    void setImmediate(() => {
      // The last attempt may call this after the test, when the clock is real again.
      if (vi.isFakeTimers()) vi.advanceTimersByTime(ms)
    })
  const received = { passMs: 0 }
  const client = new Anden({
    ...options,
    hooks: { afterRequest: () => pass(1) },
    fetch: async (...request) => {
      const response = await fetch(...request)
      if (received.passMs > 0) pass(received.passMs)
      return response
    },
  })
  /** A request that is never answered, while `ms` milliseconds pass. */
  const silentFor = (ms: number) => () => pass(ms)
  return { client, received, silentFor }
}

describe('time limits', () => {
  test('a response that trickles in fails after the time-out, and names its request', async () => {
    const { client, received } = clientWithClock()
    server.behave(drips)
    received.passMs = 60
    const error = await failureOf(client.orders.create(newOrder, { timeoutMs: 60, retries: 1 }))
    expect(error).toMatchObject({ code: 'request/timeout', requestId: 'req_drip', attempts: 2 })
    expect(error.idempotencyKey).toBe(server.seen[1]?.headers['idempotency-key'])
  })

  test('the deadline ends a call however many retries it has', async () => {
    const { client, silentFor } = clientWithClock()
    server.behave(silentFor(30))
    const error = await failureOf(client.stock.list({}, { timeoutMs: 30, deadlineMs: 100, retries: 1_000 }))
    expect([error.code, error.attempts]).toEqual(['request/timeout', 4])
  })

  test('a slow first attempt is followed by a second one', async () => {
    const { client, silentFor } = clientWithClock()
    server.behave(silentFor(60), answers(200, { saldo: 2 }))
    expect((await client.balance.get({}, { timeoutMs: 60 })).saldo).toBe(2)
    expect(server.seen).toHaveLength(2)
  })

  test('a signal aborts a request and a wait between two, with its reason', async () => {
    const reason = new Error('closing')
    for (const behaviour of [neverAnswers, refuses(429, 'rate-limit/exceeded', { 'retry-after': '30' })]) {
      server.behave(behaviour)
      const stop = new AbortController()
      const failure = failureOf(anden.stock.list({}, { signal: stop.signal }))
      await vi.waitUntil(() => server.seen.length === 1)
      stop.abort(reason)
      expect(await failure).toMatchObject({ code: 'request/aborted', name: 'AbortError', cause: reason })
      expect(server.seen).toHaveLength(1)
    }
  })
})

describe('Retry-After', () => {
  const limited = (retryAfter: string) => refuses(429, 'rate-limit/exceeded', { 'retry-after': retryAfter })

  test('is waited for, in seconds and as a date, by writes too', async () => {
    const past = new Date(Date.now() - 1_000).toUTCString()
    server.behave(limited('0'), limited(past), answers(201, { id: 'w1' }))
    expect((await anden.webhooks.create({ url: 'https://x.example', events: [] })).id).toBe('w1')
    expect(server.seen).toHaveLength(3)
  })

  test('beyond the deadline it fails at once, and says how long to wait', async () => {
    server.behave(limited('3600'))
    expect(await failureOf(anden.stock.list())).toMatchObject({ attempts: 1, retryAfterMs: 3_600_000 })
    server.behave(limited(new Date(Date.now() + 3_600_000).toUTCString()))
    const error = await failureOf(anden.stock.list())
    expect(error.attempts).toBe(1)
    expect(error.retryAfterMs).toBeGreaterThan(3_500_000)
    expect(error.retryAfterMs).toBeLessThanOrEqual(3_600_000)
  })

  test('delays are exponential with full jitter, up to 8 s, and never shorter than asked for', () => {
    expect([1, 2, 3, 9].map((attempt) => delayBefore(attempt, null))).toEqual([0, 0, 0, 0])
    vi.mocked(Math.random).mockReturnValue(1)
    expect([1, 2, 3, 9].map((attempt) => delayBefore(attempt, null))).toEqual([500, 1_000, 2_000, 8_000])
    expect(delayBefore(1, 4_000)).toBe(4_500)
  })
})

test('the hook is told how long the wait is until the next attempt, and that there is none', async () => {
  vi.mocked(Math.random).mockReturnValue(0.002)
  const waits: (number | null)[] = []
  const hooks: Hooks = { afterRequest: (_, { retryInMs }) => void waits.push(retryInMs) }
  const watched = new Anden({ ...options, hooks })
  server.behave(resets, refuses(429, 'rate-limit/exceeded', { 'retry-after': '0' }), answers(200, {}))
  await watched.balance.get()
  expect(waits).toEqual([1, 1, null])
  server.behave(resets, answers(201, {}))
  await failureOf(watched.webhooks.create({ url: 'https://x.example', events: [] }))
  expect(waits).toEqual([1, 1, null, null])
})

describe('an address', () => {
  test.each(['', '/', '//', '/api/v1/portal', '/api/v1/portal/', '/api/v1/backoffice', '/api/v1', '/api'])(
    'that ends in "%s" is that of the service',
    async (end) => {
      server.behave(answers(200, {}))
      await new Anden({ ...options, baseUrl: server.url + end }).me.get()
      await new Anden({ ...options, baseUrl: `${server.url}/anden${end}` }).me.get()
      expect(server.seen.map(({ url }) => url)).toEqual(['/api/v1/portal/me', '/anden/api/v1/portal/me'])
    },
  )

  test.each([
    'portal.example.com',
    'localhost:3000',
    '/api',
    'ftp://x',
    'https://',
    'https://x/?a=1',
    'https://x y',
  ])('%s is refused at once', (baseUrl) => {
    expect(() => new Anden({ baseUrl })).toThrow(
      `baseUrl is to be like https://portal.example.com, not ${baseUrl}`,
    )
    expect(() => new Backoffice({ baseUrl })).toThrow(TypeError)
  })

  test.each(['', undefined])('%j is missing', (baseUrl) => {
    expect(() => new Anden({ baseUrl })).toThrow('baseUrl is missing')
  })
})

test('every request says which version of the package sent it, and where it runs, unless it has its own name', async () => {
  server.behave(answers(200, {}))
  await anden.me.get()
  await new Anden({ ...options, headers: { 'User-Agent': 'erp/7' } }).me.get()
  const [major] = process.versions.node.split('.')
  expect(server.seen.map(({ headers }) => headers['user-agent'])).toEqual([
    `anden-sdk/${manifest.version} node/${major}`,
    'erp/7',
  ])
})

describe('a request without a method of its own', () => {
  test('has the path, query, body and key that it is given', async () => {
    server.behave(answers(200, { id: 'x' }))
    expect(await anden.request('GET', '/stock/forecast', { query: { days: 7, sku: ['a', 'b'] } })).toEqual({
      id: 'x',
    })
    await anden.request<{ id: string }>('post', '/returns', { body: { quantity: 1 }, idempotencyKey: 'r-1' })
    await new Backoffice(options).request('DELETE', '/clients/1')
    expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/v1/portal/stock/forecast?days=7&sku=a&sku=b',
      'POST /api/v1/portal/returns',
      'DELETE /api/v1/backoffice/clients/1',
    ])
    const { headers, body } = server.seen[1] ?? {}
    expect([headers?.['idempotency-key'], headers?.['content-type'], body]).toEqual([
      'r-1',
      'application/json',
      '{"quantity":1}',
    ])
  })

  test('is repeated only if that is safe', async () => {
    server.behave(resets, answers(200, {}))
    expect((await failureOf(anden.request('POST', '/returns'))).attempts).toBe(1)
    server.behave(resets, answers(200, {}))
    await anden.request('POST', '/returns', { idempotencyKey: 'r-1' })
    expect(server.seen).toHaveLength(2)
  })

  test('answers a file as a Blob, throws the same errors, and stays at the service', async () => {
    server.behave(answers(200, 'a,b\n', { 'content-type': 'text/csv' }))
    expect(await (await anden.request<Blob>('GET', '/stock')).text()).toBe('a,b\n')
    server.behave(refuses(404, 'routing/not-found'))
    expect((await failureOf(anden.request('GET', '/nothing'))).code).toBe('routing/not-found')
    for (const path of ['stock', 'https://elsewhere.example/', '@elsewhere.example'])
      await expect(Promise.resolve(anden.request('GET', path))).rejects.toThrow('start with a slash')
  })
})

test('options in the place of the parameters do not compile', () => {
  const { signal } = new AbortController()
  const id = 'o1'
  void (() => {
    // @ts-expect-error: the second parameter is the query, which this route has not
    void anden.orders.get(id, { signal })
    // @ts-expect-error: nor this one
    void anden.balance.get({ signal })
    // @ts-expect-error: the query of a list
    void anden.stock.list({ signal })
    // @ts-expect-error: the body of a write
    void anden.webhooks.deliveries.retry(id, id, { signal })
    void anden.orders.get(id, {}, { signal })
  })
})

test('an id that would lead to another route is refused without a request', async () => {
  server.behave(answers(200, {}))
  for (const id of ['', '.', '..', undefined as unknown as string])
    await expect(Promise.resolve(anden.orders.get(id))).rejects.toThrow(TypeError)
  await anden.orders.get('a/b?c')
  expect(server.seen.map(({ url }) => url)).toEqual(['/api/v1/portal/orders/a%2Fb%3Fc'])
})
