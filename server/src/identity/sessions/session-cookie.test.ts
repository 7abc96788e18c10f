// The session cookie as another credential for the same routes.
import { beforeEach, describe, expect, test } from 'vitest'
import { browser, foreignOrigins } from '../../../tests/harness/browser.ts'
import { controlledClock } from '../../../tests/harness/clock.ts'
import { testPassword } from '../../../tests/harness/people.ts'
import { expectProblem } from '../../../tests/harness/problem-answers.ts'
import { useService } from '../../../tests/harness/prologue.ts'
import { backofficePrefix, portalPrefix } from '../../app/routes.ts'
import { sql } from '../../db/sql.ts'

const hour = 3_600_000
const clock = controlledClock(new Date().toISOString())
const page = 'https://pages.example'
const service = await useService({ clock: clock.now, corsOrigins: [page] })
const staff = await service.aStaffMember()
const client = await service.aClient()
const place = { clientId: client.id, role: 'administrator' as const, scopes: [] }
// Each test has its own minute, and starts at the time at which the library signs people in.
beforeEach(() => clock.set(Math.max(Date.now(), clock.now() > Date.now() + hour ? 0 : clock.now() + 61_000)))

const sessionRow = (id: string) =>
  service.db.maybeOne(sql<{ last_used_at: string }>`select last_used_at from sessions where id = ${id}`)

describe('a session', () => {
  test('ends 12 hours after its last use', async () => {
    const { api, sessionId } = await client.aUser()
    for (let use = 0; use < 3; use++) {
      clock.advance(11 * hour)
      expect((await api.get('/session')).status).toBe(200)
      // The service writes this every half minute.
      await service.db.run(sql`
        update sessions set last_used_at = ${new Date(clock.now()).toISOString()} where id = ${sessionId}`)
    }
    clock.advance(12 * hour + 1)
    expectProblem(await api.get('/session'), 'auth/invalid-session')
  })

  test('ends 30 days after sign-in, however much it is used', async () => {
    const { api, sessionId } = await client.aUser()
    clock.advance(30 * 24 * hour - 1000)
    await service.db.run(sql`
      update sessions set last_used_at = ${new Date(clock.now()).toISOString()} where id = ${sessionId}`)
    expect((await api.get('/session')).status).toBe(200)
    clock.advance(1001)
    expectProblem(await api.get('/session'), 'auth/invalid-session')
  })

  test('that was idle for too long cannot change the password either', async () => {
    const { cookie } = await client.aUser()
    clock.advance(13 * hour)
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    const body = { currentPassword: testPassword, newPassword: 'otra clave larga' }
    const answer = await browser(service.url).post('/api/auth/change-password', body, headers)
    expectProblem(answer, 'auth/invalid-session')
  })

  test('ends at once when the client is suspended, and goes on when it is active again', async () => {
    const other = await service.aClient()
    const { api } = await other.aUser()
    await staff.patch(`/clients/${other.id}`, { status: 'suspended' })
    expectProblem(await api.get('/stock'), 'auth/client-suspended')
    await staff.patch(`/clients/${other.id}`, { status: 'active' })
    expect((await api.get('/stock')).status).toBe(200)
  })

  test('records its use in batches', async () => {
    const { api, sessionId } = await client.aUser()
    const before = (await sessionRow(sessionId))?.last_used_at
    clock.advance(hour)
    await api.get('/session')
    expect((await sessionRow(sessionId))?.last_used_at).toBe(before)
  })

  test('has 600 requests a minute, and no limit per hour', async () => {
    const { api, cookie } = await client.aUser()
    const answers = await Promise.all(Array.from({ length: 601 }, () => api.get('/session')))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(refused[0]?.body).toMatchObject({
      tier: 'burst',
      detail: expect.stringContaining('You may make 600 requests'),
    })
    expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"burst";q=600;w=60')
    // Unknown paths, other methods and the routes of one's own account count, too.
    const same = { cookie, 'sec-fetch-site': 'same-origin' }
    for (const path of [`${portalPrefix}/nowhere`, '/api/auth/list-sessions'])
      expectProblem(await browser(service.url).get(path, same), 'rate-limit/exceeded')
    expectProblem(await api.call('PUT', '/session'), 'rate-limit/exceeded')
  })

  test('shares these requests with the other sessions of its person, and with nobody else', async () => {
    const { email, id } = await service.people.aPersonWithPassword(place)
    const pages = [browser(service.url), browser(service.url), browser(service.url)]
    for (const each of pages) expect((await each.signIn(email, testPassword)).status).toBe(200)
    const answers = await Promise.all(
      pages.flatMap((each) => Array.from({ length: 201 }, () => each.get(`${portalPrefix}/session`))),
    )
    expect(answers[0]?.body.user.id).toBe(id)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(600)
    for (const each of pages) expectProblem(await each.get(`${portalPrefix}/session`), 'rate-limit/exceeded')
    expect((await (await client.aUser()).api.get('/session')).status).toBe(200)
  })

  test('is one of at most 20 of its person: a further sign-in ends the one that was used longest ago', async () => {
    const { email, id } = await service.people.aPersonWithPassword(place)
    const signIn = async () => {
      const each = browser(service.url)
      expect((await each.signIn(email, testPassword)).status).toBe(200)
      return each
    }
    const isSignedIn = async (each: ReturnType<typeof browser>) =>
      (await each.get(`${portalPrefix}/session`)).status === 200
    const pages = []
    for (let i = 0; i < 20; i++) pages.push(await signIn())
    expect(await Promise.all(pages.map(isSignedIn))).not.toContain(false)
    const [first] = await service.db.rows(sql<{ id: string }>`
      update sessions set last_used_at = now() + interval '1 second'
      where id = (select id from sessions where user_id = ${id} order by created_at, id limit 1) returning id`)
    expect(first).toBeDefined()
    pages.push(await signIn())
    expect(await Promise.all(pages.map(isSignedIn))).toEqual(pages.map((_, index) => index !== 1))
    const bystander = await client.aUser()
    // Fewer than the ten attempts that may run at once for one account.
    await Promise.all(Array.from({ length: 8 }, signIn))
    const { body } = await (await signIn()).get('/api/auth/list-sessions')
    expect(body).toHaveLength(20)
    expect((await bystander.api.get('/session')).status).toBe(200)
  })

  test('is named in what it writes', async () => {
    const { api, email } = await client.aUser()
    const { body } = await api.post('/destinatarios', { name: 'Vinoteca' })
    const { body: audit } = await staff.get(`/audit?client_id=${client.id}&limit=1`)
    expect(audit.data).toMatchObject([{ actor: `user ${email}`, subject_id: body.id }])
  })

  test('forged or deleted is refused', async () => {
    const { cookie, api } = await client.aUser()
    const [name, value = ''] = cookie.split('=')
    const flipped = value.startsWith('a') ? `b${value.slice(1)}` : `a${value.slice(1)}`
    for (const forged of [flipped, value.slice(0, -4), 'x', '', '%E0%A4%A', `${value.split('.')[0]}.`])
      expectProblem(
        await service.portal().get('/stock', { cookie: `${name}=${forged}` }),
        'auth/invalid-session',
      )
    await service.db.run(sql`delete from sessions where token_hash is not null`)
    expectProblem(await api.get('/stock'), 'auth/invalid-session')
  })
})

describe('a cookie', () => {
  test('opens its own API only', async () => {
    const user = await client.aUser()
    const member = await service.aStaffUser()
    const portal = await fetch(`${service.url}${portalPrefix}/session`, {
      headers: { cookie: member.cookie },
    })
    const backoffice = await fetch(`${service.url}${backofficePrefix}/session`, {
      headers: { cookie: user.cookie },
    })
    for (const [answer, whose] of [
      [portal, 'a session of the staff'],
      [backoffice, "a session of a client's user"],
    ] as const) {
      expect(answer.status).toBe(401)
      expect(await answer.json()).toMatchObject({
        type: expect.stringMatching(/auth\/invalid-session$/),
        detail: expect.stringContaining(whose),
      })
    }
    expect((await member.api.get('/session')).body).toMatchObject({ role: 'staff', client: null })
  })

  test('together with a key is refused', async () => {
    const { cookie } = await client.aUser()
    expectProblem(await client.portal.get('/stock', { cookie }), 'auth/ambiguous-credentials')
    for (const authorization of ['Bearer', 'Bearer two words', 'bearer x'])
      expectProblem(
        await service.portal().get('/stock', { cookie, authorization }),
        'auth/ambiguous-credentials',
      )
    const headers = { cookie, authorization: `Bearer ${client.token}`, 'sec-fetch-site': 'same-origin' }
    const list = await browser(service.url).get('/api/auth/list-sessions', headers)
    expectProblem(list, 'auth/ambiguous-credentials')
  })

  test("is required for one's own account: a key does not replace it", async () => {
    const headers = { authorization: `Bearer ${client.token}` }
    const list = await browser(service.url).get('/api/auth/list-sessions', headers)
    expectProblem(list, 'auth/session-required')
  })

  test.each([...foreignOrigins, ['an origin of CORS_ORIGINS', { origin: page }] as const])(
    'changes nothing with %s',
    async (_, headers) => {
      const { cookie } = await client.aUser()
      const { body: kept } = await client.portal.post('/destinatarios', { name: 'Vinoteca' })
      const one = `/destinatarios/${kept.id}`
      const from = { cookie, ...headers }
      for (const answer of [
        await service.portal().post('/destinatarios', { name: 'X' }, from),
        await service.portal().patch(one, { name: 'X' }, from),
        await service.portal().delete(one, from),
      ])
        expectProblem(answer, 'auth/cross-origin')
      expect((await client.portal.get(one)).body).toEqual(kept)
      expectProblem(
        await browser(service.url).post('/api/auth/sign-out', undefined, { origin: '', cookie, ...headers }),
        'auth/cross-origin',
      )
    },
  )

  test.each([
    ['Sec-Fetch-Site', () => ({ 'sec-fetch-site': 'same-origin' })],
    ['Origin', () => ({ origin: service.url })],
  ])('changes data from our own pages, according to %s', async (_, headers: () => Record<string, string>) => {
    const { cookie } = await client.aUser()
    const answer = await service.portal().post('/destinatarios', { name: 'X' }, { cookie, ...headers() })
    expect(answer.status).toBe(201)
  })

  test('does not work for a page of CORS_ORIGINS, which gets no credentials header', async () => {
    const { cookie } = await client.aUser()
    const answer = await service.portal().get('/stock', { cookie, origin: page })
    expectProblem(answer, 'auth/cross-origin')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect((await client.portal.get('/stock', { origin: page })).status).toBe(200)
  })

  test('of the service over https is for this host and for https alone', async () => {
    const secure = await useService({ baseUrl: () => 'https://anden.example' })
    const other = await secure.aClient()
    const ana = await secure.people.aPersonWithPassword({ ...place, clientId: other.id })
    const safari = browser(secure.url)
    const answer = await safari.signIn(ana.email, testPassword)
    expect(answer.status, answer.text).toBe(200)
    expect(safari.setCookies[0]).toMatch(
      /^__Host-anden\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect((await safari.get(`${portalPrefix}/session`)).status).toBe(200)
  })
})

describe('POST /api/auth/sign-out', () => {
  test('ends the session, in the database too, and clears the cookie', async () => {
    const ana = await service.people.aPersonWithPassword(place)
    const own = browser(service.url)
    await own.signIn(ana.email, testPassword)
    const cookie = [...own.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    expect((await own.post('/api/auth/sign-out')).status).toBe(200)
    expect(own.cookies.has('anden.session_token')).toBe(false)
    expectProblem(await own.get(`${portalPrefix}/stock`, { cookie }), 'auth/invalid-session')
  })

  test('deletes the cookie of a session that has ended, or whose client is suspended', async () => {
    const other = await service.aClient()
    const user = await other.aUser()
    await staff.patch(`/clients/${other.id}`, { status: 'suspended' })
    const ended = { cookie: 'anden.session_token=gone' }
    for (const { cookie } of [user, ended]) {
      const page = browser(service.url)
      const answer = await page.post('/api/auth/sign-out', undefined, { cookie })
      expect(answer.status, answer.text).toBe(200)
      expect(page.setCookies.join()).toMatch(/anden\.session_token=; Max-Age=0/)
    }
    expect(await sessionRow(user.sessionId)).toBeUndefined()
  })
})

describe('own sessions', () => {
  test('are listed without their tokens, and end one by one, all others, or all', async () => {
    const ana = await service.people.aPersonWithPassword(place)
    const [first, second, third] = [browser(service.url), browser(service.url), browser(service.url)]
    for (const one of [first, second, third]) await one.signIn(ana.email, testPassword)
    const list = async () => (await first.get('/api/auth/list-sessions')).body
    const isLive = async (one: typeof first) => (await one.get(`${portalPrefix}/session`)).status === 200
    const sessions = await list()
    expect(sessions).toHaveLength(3)
    expect(Object.keys(sessions[0]).sort()).toEqual(
      ['created_at', 'expires_at', 'id', 'ip_address', 'is_current', 'last_used_at', 'user_agent'].sort(),
    )
    expect(sessions[2]).toMatchObject({ is_current: true, ip_address: '127.0.0.1' })
    await first.post('/api/auth/revoke-session', { id: sessions[1].id })
    expect([await isLive(first), await isLive(second), await isLive(third)]).toEqual([true, false, true])
    await first.post('/api/auth/revoke-other-sessions')
    expect([await isLive(first), await isLive(third)]).toEqual([true, false])
    const bystander = await client.aUser()
    await first.post('/api/auth/revoke-sessions')
    expect(await isLive(first)).toBe(false)
    expect((await bystander.api.get('/session')).status).toBe(200)
  })

  test('of somebody else cannot be ended', async () => {
    const victim = await client.aUser()
    const { cookie } = await client.aUser()
    const headers = { cookie, 'sec-fetch-site': 'same-origin' }
    const answer = await browser(service.url).post(
      '/api/auth/revoke-session',
      { id: victim.sessionId },
      headers,
    )
    expect(answer.body).toEqual({ ended: 0 })
    expect((await victim.api.get('/session')).status).toBe(200)
  })
})
