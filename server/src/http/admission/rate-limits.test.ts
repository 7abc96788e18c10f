import { staffScopes } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, test } from 'vitest'
import { controlledClock } from '../../../tests/harness/clock.ts'
import type { HttpAnswer } from '../../../tests/harness/http.ts'
import { expectProblem } from '../../../tests/harness/problem-answers.ts'
import { useService } from '../../../tests/harness/prologue.ts'
import type { TestClient } from '../../../tests/harness/service.ts'
import { issueApiKey, issueStaffKey } from '../../identity/issue-keys.ts'
import { newToken } from '../../identity/tokens.ts'

const limits = { read_per_hour: 8, write_per_hour: 4, burst_per_minute: 5 }
const clock = controlledClock()
let client: TestClient
const service = await useService({ clock: clock.now, rateLimits: limits })
beforeEach(async () => {
  clock.advance(3_600_000)
  client = await service.aClient()
})

const limitOf = ({ headers }: { headers: Headers }) => headers.get('x-ratelimit-limit')
const remainingOf = ({ headers }: { headers: Headers }) => headers.get('x-ratelimit-remaining')

async function repeat(times: number, request: () => Promise<HttpAnswer>) {
  const answers: HttpAnswer[] = []
  for (let i = 0; i < times; i++) answers.push(await request())
  return answers
}
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status)

describe('the headers', () => {
  test('report the limit and the remainder of the request’s own tier, not of burst', async () => {
    const [first, second] = await repeat(2, () => client.portal.get('/stock'))
    expect(first && [limitOf(first), remainingOf(first)]).toEqual(['8', '7'])
    expect(second && [limitOf(second), remainingOf(second)]).toEqual(['8', '6'])
    expect(first?.headers.get('x-ratelimit-reset')).toBe('3600')
    expect(first?.headers.get('ratelimit-policy')).toBe('"read";q=8;w=3600')
    expect(first?.headers.get('ratelimit')).toBe('"read";r=7;t=3600')
    expect(first?.headers.get('retry-after')).toBeNull()
  })

  test('count HEAD as a read, and the other methods as writes', async () => {
    expect(remainingOf(await client.portal.call('HEAD', '/stock'))).toBe('7')
    const write = await client.portal.post('/stock', {})
    expect([limitOf(write), remainingOf(write)]).toEqual(['4', '3'])
    expect(remainingOf(await client.portal.get('/stock'))).toBe('6')
  })

  test('report only the limit for uncounted requests: /health, and any without a valid key', async () => {
    const uncounted = [
      await service.portal().get('/health'),
      await client.portal.get('/health'),
      await service.portal().get('/stock'),
      await service.portal(newToken('pk_')).get('/stock'),
      await service.portal().get('/nothing'),
    ]
    for (const answer of uncounted) expect([limitOf(answer), remainingOf(answer)]).toEqual(['8', null])
    expect(limitOf(await service.portal().post('/stock', {}))).toBe('4')
    expect(remainingOf(await client.portal.get('/stock'))).toBe('7')
  })
})

describe('a refusal', () => {
  test('by burst names burst in header and document, with the time to retry', async () => {
    await repeat(3, () => client.portal.get('/stock'))
    clock.advance(20_500)
    await repeat(2, () => client.portal.get('/stock'))
    const answer = await client.portal.get('/stock')
    const body = expectProblem(answer, 'rate-limit/exceeded')
    expect(body.tier).toBe('burst')
    expect([limitOf(answer), remainingOf(answer)]).toEqual(['5', '0'])
    // 39.5 s until the first of them leaves the window, rounded up to whole seconds.
    expect(answer.headers.get('retry-after')).toBe('40')
    clock.advance(39_499)
    expect((await client.portal.get('/stock')).status).toBe(429)
    clock.advance(1)
    expect(statuses(await repeat(4, () => client.portal.get('/stock')))).toEqual([200, 200, 200, 429])
  })

  test('by an hourly limit names its tier, and applies to any span of 60 minutes', async () => {
    await repeat(4, () => client.portal.get('/stock'))
    clock.advance(1_800_000)
    await repeat(4, () => client.portal.get('/stock'))
    clock.advance(1_799_999)
    const answer = await client.portal.get('/stock')
    expect(expectProblem(answer, 'rate-limit/exceeded').tier).toBe('read')
    expect([limitOf(answer), answer.headers.get('retry-after')]).toEqual(['8', '1'])
    clock.advance(1)
    expect(statuses(await repeat(5, () => client.portal.get('/stock')))).toEqual([200, 200, 200, 200, 429])
  })

  test('in one hourly tier does not affect the other', async () => {
    await repeat(4, () => client.portal.delete('/stock'))
    clock.advance(60_000)
    const write = await client.portal.delete('/stock')
    expect(expectProblem(write, 'rate-limit/exceeded').tier).toBe('write')
    expect(limitOf(write)).toBe('4')
    expect((await client.portal.get('/stock')).status).toBe(200)
  })

  test('is not counted itself', async () => {
    await repeat(5, () => client.portal.get('/stock'))
    clock.advance(59_000)
    expect(new Set(statuses(await repeat(20, () => client.portal.get('/stock'))))).toEqual(new Set([429]))
    clock.advance(1_000)
    expect(statuses(await repeat(4, () => client.portal.get('/stock')))).toEqual([200, 200, 200, 429])
  })
})

test('every request with a valid key is counted, whatever its status', async () => {
  const limited = await service.aClient({ scopes: ['read:stock'] })
  const first = await limited.portal.get('/stock')
  const etag = first.headers.get('etag') ?? ''
  const responses = [
    await limited.portal.get('/stock', { 'if-none-match': etag }),
    await limited.portal.get(`/stock/${uuidv7()}`),
    await limited.portal.get('/nothing'),
    await limited.portal.get('/orders'),
  ]
  expect(statuses(responses)).toEqual([304, 404, 404, 403])
  expect(responses.map(remainingOf)).toEqual(['6', '5', '4', '3'])
  clock.advance(60_000)
  expect(remainingOf(await limited.portal.get('/stock?surprise=1'))).toBe('2')
  const wrongMethod = await limited.portal.call('PUT', '/stock')
  expect([wrongMethod.status, remainingOf(wrongMethod)]).toEqual([405, '3'])
})

test('limits apply per key, and a key can override them', async () => {
  const generous = await issueApiKey(service.db, {
    clientId: client.id,
    name: 'generous',
    scopes: [],
    rateLimits: { read_per_hour: 20, burst_per_minute: 10 },
  })
  await repeat(5, () => client.portal.get('/me'))
  expect((await client.portal.get('/me')).status).toBe(429)
  const answers = await repeat(11, () => service.portal(generous.token).get('/me'))
  expect(statuses(answers)).toEqual([...Array(10).fill(200), 429])
  expect(answers[0]?.body['rate_limits']).toEqual({
    read_per_hour: 20,
    write_per_hour: 4,
    burst_per_minute: 10,
  })
  expect(answers[0] && limitOf(answers[0])).toBe('20')
})

describe('a staff key', () => {
  const staffKey = (rateLimits?: Partial<typeof limits>) =>
    issueStaffKey(service.db, { name: 'ERP', scopes: staffScopes, rateLimits })

  test('has no limit and no limit headers unless one is set', async () => {
    const staff = service.backoffice((await staffKey()).token)
    const answers = await repeat(10, () => staff.get('/clients'))
    expect(new Set(statuses(answers))).toEqual(new Set([200]))
    const unknown = await service.backoffice(newToken('sk_')).get('/clients')
    for (const answer of [...answers, unknown])
      expect([limitOf(answer), remainingOf(answer)]).toEqual([null, null])
  })

  test('is subject only to the limits set for it', async () => {
    const staff = service.backoffice((await staffKey({ write_per_hour: 2 })).token)
    const writes = await repeat(3, () => staff.post('/clients', {}))
    expect(statuses(writes)).toEqual([422, 422, 429])
    expect(writes.map(remainingOf)).toEqual(['1', '0', '0'])
    expect(new Set(statuses(await repeat(10, () => staff.get('/clients'))))).toEqual(new Set([200]))
    const burst = service.backoffice((await staffKey({ burst_per_minute: 1 })).token)
    const [first, second] = await repeat(2, () => burst.get('/clients'))
    expect(first && [first.status, limitOf(first)]).toEqual([200, '1'])
    expect(second && expectProblem(second, 'rate-limit/exceeded').tier).toBe('burst')
  })
})

describe('invalid keys from one address', () => {
  const badKey = () => service.portal(newToken('pk_')).get('/me')

  test('get 429 past 60 a minute, and a valid key still works', async () => {
    expect(new Set(statuses(await repeat(60, badKey)))).toEqual(new Set([401]))
    const refused = await badKey()
    expect(expectProblem(refused, 'rate-limit/exceeded').tier).toBe('auth')
    expect(refused.headers.get('retry-after')).toBe('60')
    expect((await client.portal.get('/me')).status).toBe(200)
    expectProblem(await service.portal().get('/me'), 'auth/missing-credentials')
    clock.advance(59_999)
    expect((await badKey()).status).toBe(429)
    clock.advance(1)
    expect((await badKey()).status).toBe(401)
  })

  test('are counted on every path, known or not, and in any format', async () => {
    const mistyped = service.portal('pk_mistyped')
    await repeat(20, () => mistyped.get('/nothing'))
    await repeat(20, () => mistyped.call('PUT', '/me'))
    await repeat(20, () => mistyped.get('/me'))
    expect((await mistyped.get('/stock')).status).toBe(429)
  })

  test.each([
    ['together for one IPv6 /64, in any notation', '2001:db8:0:1::1', '2001:DB8:0:1:ffff::2', 429],
    ['together for one IPv4 address, mapped into IPv6 or not', '203.0.113.9', '::ffff:203.0.113.9', 429],
    ['separately for two such networks', '2001:db8::1:0:0:0:1', '2001:db8::2:0:0:0:1', 401],
  ])('are counted %s', async (_, first, second, status) => {
    const from = (remoteAddress: string) =>
      service.app.inject({
        url: '/api/v1/portal/me',
        headers: { authorization: `Bearer ${newToken('pk_')}` },
        remoteAddress,
      })
    for (let count = 0; count < 60; count++) expect((await from(first)).statusCode).toBe(401)
    expect((await from(second)).statusCode).toBe(status)
  })
})
