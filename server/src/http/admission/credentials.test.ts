import { portalScopes } from '@anden/contract'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { controlledClock } from '../../../tests/harness/clock.ts'
import { caller } from '../../../tests/harness/http.ts'
import { expectProblem } from '../../../tests/harness/problem-answers.ts'
import { useService } from '../../../tests/harness/prologue.ts'
import { sql } from '../../db/sql.ts'
import { issueApiKey } from '../../identity/issue-keys.ts'
import { revokeApiKey } from '../../identity/queries.ts'
import { newToken } from '../../identity/tokens.ts'

const clock = controlledClock()
/** Every line that the service has logged, as written. */
const logged: string[] = []
const log = pino({ base: null }, { write: (line) => void logged.push(line) })
const service = await useService({ clock: clock.now, log })

describe('a key', () => {
  test('is valid until the instant it expires', async () => {
    const { id } = await service.aClient()
    const expiresAt = new Date(clock.now() + 60_000).toISOString()
    const key = await issueApiKey(service.db, {
      clientId: id,
      name: 'short',
      scopes: portalScopes,
      expiresAt,
    })
    const portal = service.portal(key.token)
    clock.advance(59_999)
    expect((await portal.get('/me')).status).toBe(200)
    clock.advance(1)
    const answer = await portal.get('/me')
    expectProblem(answer, 'auth/invalid-key')
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  test('is refused from the next request after revocation, even for cached pages', async () => {
    const client = await service.aClient()
    const kept = await client.portal.get('/stock')
    expect((await client.portal.get('/stock')).status).toBe(200)
    await service.db.run(revokeApiKey(client.keyId))
    expectProblem(await client.portal.get('/stock'), 'auth/invalid-key')
    const conditional = { 'if-none-match': kept.headers.get('etag') ?? '' }
    expectProblem(await client.portal.get('/stock', conditional), 'auth/invalid-key')
  })

  test("is refused once revoked even if the process's clock is behind the database", async () => {
    const client = await service.aClient()
    const now = clock.now()
    clock.set('2001-01-01T00:00:00Z')
    await service.db.run(revokeApiKey(client.keyId))
    const answer = await client.portal.get('/stock')
    clock.set(now)
    expectProblem(answer, 'auth/invalid-key')
  })

  test("that is revoked does not affect its client's other keys", async () => {
    const client = await service.aClient()
    const other = await issueApiKey(service.db, { clientId: client.id, name: 'other', scopes: [] })
    await service.db.run(revokeApiKey(client.keyId))
    expect((await service.portal(other.token).get('/me')).status).toBe(200)
  })

  test('of a suspended client gets 403 everywhere, and works again once the client is active', async () => {
    const client = await service.aClient()
    const setStatus = (status: string) =>
      service.db.run(sql`update clients set status = ${status} where id = ${client.id}`)
    await client.portal.get('/stock')
    await setStatus('suspended')
    for (const path of ['/stock', '/me', '/nothing']) {
      expectProblem(await client.portal.get(path), 'auth/client-suspended')
    }
    expect((await client.portal.get('/health')).status).toBe(200)
    await setStatus('active')
    expect((await client.portal.get('/stock')).status).toBe(200)
  })

  test.each(['bearer', 'BEARER', 'Bearer  '])('is accepted after the scheme "%s"', async (authScheme) => {
    const client = await service.aClient()
    const bare = caller(`${service.url}/api/v1/portal`)
    expect((await bare.get('/me', { authorization: `${authScheme} ${client.token}` })).status).toBe(200)
  })

  test('is accepted only from the Authorization header', async () => {
    const { token } = await service.aClient()
    const bare = service.portal()
    expectProblem(await bare.get(`/me?api_key=${token}`), 'auth/missing-credentials')
    expectProblem(await bare.get('/me', { 'x-api-key': token }), 'auth/missing-credentials')
    expectProblem(await bare.get('/me', { cookie: `token=${token}` }), 'auth/missing-credentials')
  })

  test("never returns another client's data for the same path, even from cached pages", async () => {
    const [one, two] = [await service.aClient(), await service.aClient()]
    for (const client of [one, two, one, two]) {
      expect((await client.portal.get('/me')).body.client.id).toBe(client.id)
    }
  })
})

describe('a key of the other API', () => {
  test('gets a 401 that names its kind, on both APIs', async () => {
    const staffOnPortal = expectProblem(await service.portal(newToken('sk_')).get('/me'), 'auth/invalid-key')
    expect(staffOnPortal.detail).toMatch(/staff key \(sk_…\).*portal.*pk_…/)
    const clientOnStaff = await service.backoffice(newToken('pk_')).get('/clients')
    expect(expectProblem(clientOnStaff, 'auth/invalid-key').detail).toMatch(/\(pk_…\).*back office.*sk_…/)
  })

  test('counts as an invalid key', async () => {
    const statuses = []
    for (let i = 0; i < 61; i++) statuses.push((await service.portal('sk_x').get('/me')).status)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('the log line of a request', () => {
  test('names the request once, and names the key even if refused', async () => {
    const limited = await service.aClient({ scopes: [], rateLimits: { burst_per_minute: 2 } })
    const suspended = await service.aClient()
    await service.db.run(sql`update clients set status = 'suspended' where id = ${suspended.id}`)
    logged.length = 0
    const answers = [
      await limited.portal.get('/me'),
      await limited.portal.get('/stock'),
      await limited.portal.get('/me'),
      await suspended.portal.get('/me'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 429, 403])
    const lines = logged.map((line) => JSON.parse(line))
    expect(lines.map(({ status, key_id }) => [status, key_id])).toEqual([
      [200, limited.keyId],
      [403, limited.keyId],
      [429, limited.keyId],
      [403, suspended.keyId],
    ])
    for (const [index, line] of logged.entries()) {
      expect(line.split(answers[index]?.headers.get('x-request-id') ?? '-')).toHaveLength(2)
      expect(lines[index].request_id).toBe(answers[index]?.headers.get('x-request-id'))
    }
  })
})
