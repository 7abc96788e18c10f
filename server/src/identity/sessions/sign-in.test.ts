// Signing in with a password, and what protects an account from somebody who does not know it.
import { beforeEach, describe, expect, test } from 'vitest'
import { browser } from '../../../tests/harness/browser.ts'
import { controlledClock } from '../../../tests/harness/clock.ts'
import type { HttpAnswer } from '../../../tests/harness/http.ts'
import { testPassword } from '../../../tests/harness/people.ts'
import { expectProblem } from '../../../tests/harness/problem-answers.ts'
import { useService } from '../../../tests/harness/prologue.ts'
import { countedPasswords } from '../../../tests/harness/service.ts'
import { until } from '../../../tests/harness/until.ts'
import { portalPrefix } from '../../app/routes.ts'
import { sql } from '../../db/sql.ts'

const clock = controlledClock(new Date().toISOString())
const passwords = countedPasswords()
const service = await useService({ clock: clock.now, trustProxy: ['127.0.0.1'], passwords })
const client = await service.aClient()
const place = { clientId: client.id, role: 'administrator' as const, scopes: [] }
const aPerson = () => service.people.aPersonWithPassword(place)
const ana = await aPerson()
const wrong = 'not this password'
// Failed attempts are limited per quarter of an hour; each test has its own.
beforeEach(() => clock.advance(901_000))

const from = (address: string) => ({ 'x-forwarded-for': address })
const attempt = (email: string, password: string, address = '192.0.2.1') =>
  browser(service.url).post('/api/auth/sign-in/email', { email, password }, from(address))
const guessLink = (address: string) =>
  browser(service.url).post('/api/auth/reset-password', { token: 'x', newPassword: wrong }, from(address))
const entries = (email: string) =>
  service.db.rows(sql<{ action: string; after: object; subject_id: string }>`
    select action, after, subject_id from audit_entries where actor = ${`user ${email}`} order by created_at, id`)

describe('POST /api/auth/sign-in/email', () => {
  test('gives a session that reads what a key of the client reads', async () => {
    const page = browser(service.url)
    const answer = await page.signIn(ana.email, testPassword)
    expect(answer.status, answer.text).toBe(200)
    const session = await page.get(`${portalPrefix}/session`)
    expect(session.body).toMatchObject({
      user: { id: ana.id, email: ana.email, two_factor_enabled: false },
      role: 'administrator',
      client: { id: client.id, cuit_dni: null },
      warehouse: { name: null },
      time_zone: 'America/Argentina/Buenos_Aires',
      language: null,
      demo: false,
    })
    expect((await page.get(`${portalPrefix}/stock`)).text).toEqual((await client.portal.get('/stock')).text)
  })

  test('accepts the address in capitals', async () => {
    expect((await attempt(ana.email.toUpperCase(), testPassword)).status).toBe(200)
  })

  test('shows the token to no script: it is in an HttpOnly cookie and not in the body', async () => {
    const page = browser(service.url)
    const { text } = await page.signIn(ana.email, testPassword)
    const [cookie = ''] = page.setCookies
    expect(cookie).toMatch(/^anden\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(text).not.toContain(cookie.slice(cookie.indexOf('=') + 1, cookie.indexOf('.', 20)))
  })

  test('does not adopt a session that was planted before', async () => {
    const page = browser(service.url)
    const planted = await service.people.signedIn(place, service.url)
    const [name = '', value = ''] = planted.cookie.split('=')
    page.cookies.set(name, value)
    await page.signIn(ana.email, testPassword)
    expect(page.cookies.get(name)).not.toBe(value)
    const ofPlanted = await fetch(`${service.url}${portalPrefix}/session`, {
      headers: { cookie: planted.cookie },
    })
    expect(await ofPlanted.json()).toMatchObject({ user: { id: planted.id } })
  })

  test('leaves nothing in the database with which a session could be taken over', async () => {
    const page = browser(service.url)
    await page.signIn(ana.email, testPassword)
    const token = decodeURIComponent(page.cookies.get('anden.session_token') ?? '').split('.')[0] ?? ''
    expect(token).toHaveLength(32)
    const rows = await service.db.rows(sql<{ row: string }>`
      select s::text as row from sessions s union all select v::text from verifications v
      union all select a::text from user_accounts a union all select e::text from audit_entries e`)
    for (const { row } of rows) expect(row).not.toContain(token)
  })

  test('is in the audit log, and so is a failure, with where it came from', async () => {
    const bea = await aPerson()
    await attempt(bea.email, wrong, '203.0.113.7')
    await attempt(bea.email, testPassword, '203.0.113.7')
    expect(await entries(bea.email)).toEqual([
      { action: 'users.sign-in-failed', after: { address: '203.0.113.7' }, subject_id: bea.id },
      { action: 'users.sign-in', after: { address: '203.0.113.7' }, subject_id: bea.id },
    ])
  })

  test('leaves neither session nor entry if the entry cannot be written', async () => {
    const bea = await aPerson()
    await service.db.run(sql`
      alter table audit_entries add constraint refused check (action <> 'users.sign-in') not valid`)
    try {
      expectProblem(await attempt(bea.email, testPassword), 'server/internal')
    } finally {
      await service.db.run(sql`alter table audit_entries drop constraint refused`)
    }
    expect(await service.db.rows(sql`select id from sessions where user_id = ${bea.id}`)).toEqual([])
    expect((await attempt(bea.email, testPassword)).status).toBe(200)
  })

  test('accepts a password of characters outside the basic plane, up to 128 of them', async () => {
    expectProblem(await attempt(ana.email, '🍷'.repeat(128)), 'auth/invalid-login')
    expectProblem(await attempt(ana.email, '🍷'.repeat(129)), 'validation/invalid-body')
  })

  test('accepts only JSON, without unknown members', async () => {
    const page = browser(service.url)
    const more = { email: ana.email, password: testPassword, callbackURL: 'https://evil.example' }
    expectProblem(await page.post('/api/auth/sign-in/email', more), 'validation/invalid-body')
    expectProblem(
      await page.post('/api/auth/sign-in/email', {}, { 'content-type': 'application/x-www-form-urlencoded' }),
      'validation/unsupported-media-type',
    )
  })

  test('is refused from a page of another origin', async () => {
    const page = browser(service.url)
    const body = { email: ana.email, password: testPassword }
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of foreign)
      expectProblem(await page.post('/api/auth/sign-in/email', body, headers), 'auth/cross-origin')
  })

  test.each(['/sign-up/email', '/get-session', '/delete-user', '/change-email', '/two-factor/send-otp'])(
    'is one of few: there is no %s',
    async (path) => {
      const page = browser(service.url)
      await page.signIn(ana.email, testPassword)
      expectProblem(await page.post(`/api/auth${path}`, {}), 'routing/not-found')
    },
  )
})

describe('a user of a suspended client', () => {
  const suspend = (id: string) =>
    service.db.run(sql`update clients set status = 'suspended' where id = ${id}`)
  const sessionsOf = (id: string) => service.db.rows(sql`select id from sessions where user_id = ${id}`)

  test('is refused after the right password, as the keys of the client are, and gets no session', async () => {
    const other = await service.aClient()
    const bea = await service.people.aPersonWithPassword({ ...place, clientId: other.id })
    await suspend(other.id)
    // Right passwords are no guesses, so they are not limited as such.
    for (let i = 0; i < 11; i++) {
      const answer = await attempt(bea.email, testPassword)
      expectProblem(answer, 'auth/client-suspended')
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    expect(await sessionsOf(bea.id)).toEqual([])
    expect((await entries(bea.email)).map(({ action }) => action)).toContain('users.sign-in-failed')
    await service.db.run(sql`update clients set status = 'active' where id = ${other.id}`)
    expect((await attempt(bea.email, testPassword)).status).toBe(200)
  })

  test('is refused after a wrong password like anybody else', async () => {
    const other = await service.aClient()
    const bea = await service.people.aPersonWithPassword({ ...place, clientId: other.id })
    await suspend(other.id)
    expectProblem(await attempt(bea.email, wrong), 'auth/invalid-login')
  })
})

describe('whether an account exists', () => {
  const unknown = 'nadie@cliente.example'

  test('does not show in the answer', async () => {
    const invited = await service.people.aPerson(place)
    const plain = ({ text, body }: HttpAnswer<{ request_id: string }>) => text.replace(body.request_id, '')
    const refused = expectProblem(await attempt(unknown, wrong), 'auth/invalid-login')
    for (const email of [ana.email, invited.email]) {
      const answer = await attempt(email, wrong)
      expect(plain(answer)).toBe(JSON.stringify({ ...refused, request_id: '' }))
    }
  })

  test('does not show in the work: each attempt computes one hash', async () => {
    const invited = await service.people.aPerson(place)
    for (const email of [unknown, ana.email, invited.email]) {
      const before = passwords.count()
      expectProblem(await attempt(email, wrong), 'auth/invalid-login')
      expect(passwords.count() - before).toBe(1)
    }
  })

  test('does not show in the audit entry that an attempt leaves', async () => {
    for (const email of [unknown, ana.email]) {
      const id = (await attempt(email, wrong)).headers.get('x-request-id')
      const rows = await service.db.rows(sql<{ action: string }>`
        select action from audit_entries where request_id = ${id}`)
      expect(rows).toEqual([{ action: 'users.sign-in-failed' }])
    }
  })

  test('does not show in the limit', async () => {
    for (const email of [(await aPerson()).email, unknown]) {
      for (let guess = 0; guess < 10; guess++) await attempt(email, wrong, `198.51.100.${guess}`)
      expectProblem(await attempt(email, wrong, '203.0.113.1'), 'rate-limit/exceeded')
    }
  })
})

describe('guessing', () => {
  test('is limited per account, from however many networks, and the right password does not help', async () => {
    const bea = await aPerson()
    for (let guess = 0; guess < 10; guess++)
      expectProblem(await attempt(bea.email, wrong, `198.51.100.${guess}`), 'auth/invalid-login')
    const answer = await attempt(bea.email, testPassword, '203.0.113.9')
    expect(expectProblem(answer, 'rate-limit/exceeded').tier).toBe('auth')
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(600)
    clock.advance(901_000)
    expect((await attempt(bea.email, testPassword)).status).toBe(200)
  })

  test('is limited when it is done all at once', async () => {
    const bea = await aPerson()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => attempt(bea.email, wrong, `198.51.100.${i}`)),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  test('is limited per network, over however many accounts; an IPv6 network is one', async () => {
    for (const address of [() => '203.0.113.50', (i: number) => `2001:db8:1:2::${i}`]) {
      for (let i = 1; i <= 3; i++) await attempt(`nadie${i}@cliente.example`, wrong, address(i))
      // A guessed link counts like a guessed password, and is refused sooner.
      for (let i = 4; i <= 50; i++) await guessLink(address(i))
      expectProblem(await attempt(ana.email, testPassword, address(51)), 'rate-limit/exceeded')
      expect((await attempt(ana.email, testPassword, '192.0.2.77')).status).toBe(200)
      clock.advance(901_000)
    }
  })

  test('is limited for a reset by its mails, and for a link like a password', async () => {
    const guess = () => guessLink('203.0.113.99')
    for (let i = 0; i < 50; i++) expectProblem(await guess(), 'auth/invalid-link')
    expectProblem(await guess(), 'rate-limit/exceeded')
  })

  test('counts no attempt that is refused because too many people are signing in', async () => {
    const bea = await aPerson()
    const { release } = passwords.hold()
    // Three run, a hundred wait, and the rest is refused.
    const answered: Promise<number>[] = []
    let refused = 0
    for (let i = 0; i < 110; i++) {
      const answer = attempt(`nadie${i}@cliente.example`, wrong, `198.51.100.${i}`)
      answered.push(
        answer.then(({ status }) => {
          if (status === 503) refused += 1
          return status
        }),
      )
    }
    await until('seven are refused', () => refused === 7)
    for (let i = 0; i < 12; i++) expectProblem(await attempt(bea.email, testPassword), 'server/unavailable')
    release()
    expect((await Promise.all(answered)).filter((status) => status === 401)).toHaveLength(103)
    expect((await attempt(bea.email, testPassword)).status).toBe(200)
  })

  test('counts no attempt that the database could not check', async () => {
    const bea = await aPerson()
    await service.db.run(sql`
      alter table audit_entries add constraint refused check (action not like 'users.sign-in%') not valid`)
    try {
      for (let i = 0; i < 12; i++) expectProblem(await attempt(bea.email, wrong), 'server/internal')
    } finally {
      await service.db.run(sql`alter table audit_entries drop constraint refused`)
    }
    expect((await attempt(bea.email, testPassword)).status).toBe(200)
  })

  test('counts no sign-in that succeeds', async () => {
    for (let i = 0; i < 15; i++) expect((await attempt(ana.email, testPassword)).status).toBe(200)
  })
})
