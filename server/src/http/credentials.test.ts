import { portalScopes } from '@anden/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../db/sql.ts'
import { issueApiKey } from '../identity/issue-keys.ts'
import { revokeApiKey } from '../identity/queries.ts'
import { controlledClock } from '../testing/clock.ts'
import { caller } from '../testing/http.ts'
import { expectProblem } from '../testing/problem-answers.ts'
import { startTestService, type TestService } from '../testing/service.ts'

const clock = controlledClock()
let service: TestService
beforeAll(async () => {
  service = await startTestService({ clock: clock.now })
})
afterAll(() => service.stop())

describe('a key', () => {
  test('is good until the moment of its expiry, and not from then on', async () => {
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

  test('is refused at the next request after it was revoked, kept pages or not', async () => {
    const client = await service.aClient()
    const kept = await client.portal.get('/stock')
    expect((await client.portal.get('/stock')).status).toBe(200)
    await service.db.run(revokeApiKey(client.keyId))
    expectProblem(await client.portal.get('/stock'), 'auth/invalid-key')
    const conditional = { 'if-none-match': kept.headers.get('etag') ?? '' }
    expectProblem(await client.portal.get('/stock', conditional), 'auth/invalid-key')
  })

  test('is refused once revoked even where the clock of this process is behind the database', async () => {
    const client = await service.aClient()
    const now = clock.now()
    clock.set('2001-01-01T00:00:00Z')
    await service.db.run(revokeApiKey(client.keyId))
    const answer = await client.portal.get('/stock')
    clock.set(now)
    expectProblem(answer, 'auth/invalid-key')
  })

  test('that was revoked does not touch the other keys of its client', async () => {
    const client = await service.aClient()
    const other = await issueApiKey(service.db, { clientId: client.id, name: 'other', scopes: [] })
    await service.db.run(revokeApiKey(client.keyId))
    expect((await service.portal(other.token).get('/me')).status).toBe(200)
  })

  test('of a suspended client gets 403 everywhere, and works again when the client does', async () => {
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

  test.each(['bearer', 'BEARER', 'Bearer  '])('is taken after the word "%s"', async (word) => {
    const client = await service.aClient()
    const bare = caller(`${service.url}/api/v1/portal`)
    expect((await bare.get('/me', { authorization: `${word} ${client.token}` })).status).toBe(200)
  })

  test('is not taken from anywhere but the header', async () => {
    const { token } = await service.aClient()
    const bare = service.portal()
    expectProblem(await bare.get(`/me?api_key=${token}`), 'auth/missing-credentials')
    expectProblem(await bare.get('/me', { 'x-api-key': token }), 'auth/missing-credentials')
    expectProblem(await bare.get('/me', { cookie: `token=${token}` }), 'auth/missing-credentials')
  })

  test('shows nothing of another client under the same path, kept pages included', async () => {
    const [one, two] = [await service.aClient(), await service.aClient()]
    for (const client of [one, two, one, two]) {
      expect((await client.portal.get('/me')).body.client.id).toBe(client.id)
    }
  })
})
