// Entering the demo without a password: from the machine on which it runs, and from nowhere else.
import { staffScopes } from '@anden/contract'
import { describe, expect, test } from 'vitest'
import { browser } from '../../../tests/harness/browser.ts'
import { testPassword } from '../../../tests/harness/people.ts'
import { expectProblem } from '../../../tests/harness/problem-answers.ts'
import { useService } from '../../../tests/harness/prologue.ts'
import { startTestService } from '../../../tests/harness/service.ts'
import { backofficePrefix, portalPrefix } from '../../app/routes.ts'
import { loadingDemoName, showProgress } from '../../db/progress.ts'
import { sql } from '../../db/sql.ts'

const logins = { client: '', warehouse: '' }
const service = await useService({ demo: logins })
const client = await service.aClient()
const ana = await service.people.aPersonWithPassword({
  clientId: client.id,
  role: 'administrator',
  scopes: [],
})
const leo = await service.people.aPerson({ clientId: null, role: 'staff', scopes: staffScopes })
Object.assign(logins, { client: ana.email, warehouse: leo.email })

describe('POST /api/auth/demo', () => {
  test('signs in as an administrator of the client', async () => {
    const page = browser(service.url)
    expect((await page.get('/api/auth/options')).body).toEqual({
      demo: ['client', 'warehouse'],
      demo_loading: null,
      warehouse: { name: null },
      signed_in: null,
      session_expired: false,
    })
    expect((await page.post('/api/auth/demo', { as: 'client' })).status).toBe(200)
    const session = await page.get(`${portalPrefix}/session`)
    expect(session.body).toMatchObject({ user: { id: ana.id }, role: 'administrator', demo: true })
    expect((await page.get(`${portalPrefix}/stock`)).status).toBe(200)
  })

  test('signs in as a member of the staff, and is in the audit log', async () => {
    const page = browser(service.url)
    await page.post('/api/auth/demo', { as: 'warehouse' })
    const session = await page.get(`${backofficePrefix}/session`)
    expect(session.body).toMatchObject({ user: { id: leo.id }, role: 'staff', scopes: [...staffScopes] })
    const entries = await service.db.rows(sql<{ action: string; subject_id: string }>`
      select action, subject_id from audit_entries where actor = ${`user ${leo.email}`}`)
    expect(entries).toEqual([{ action: 'users.enter-demo', subject_id: leo.id }])
  })

  test('sets the cookie that a sign-in sets', async () => {
    const [entered, signedIn] = [browser(service.url), browser(service.url)]
    await entered.post('/api/auth/demo', { as: 'client' })
    await signedIn.signIn(ana.email, testPassword)
    const shape = (lines: readonly string[]) => lines.map((line) => line.replace(/=[^;]+/, '=…'))
    expect(shape(entered.setCookies)).toEqual(shape(signedIn.setCookies))
  })

  test('accepts no other side', async () => {
    const answer = await browser(service.url).post('/api/auth/demo', { as: 'reader' })
    expectProblem(answer, 'validation/invalid-body')
  })

  test('is refused to pages of other sites', async () => {
    const page = browser(service.url)
    const foreign = { 'sec-fetch-site': 'cross-site' }
    expectProblem(await page.post('/api/auth/demo', { as: 'client' }, foreign), 'auth/cross-origin')
    expect(page.cookies.size).toBe(0)
  })

  test('says so while the demo is being loaded', async () => {
    Object.assign(logins, { client: 'nobody@demo.example' })
    const answer = await browser(service.url).post('/api/auth/demo', { as: 'client' })
    Object.assign(logins, { client: ana.email })
    expect(expectProblem(answer, 'server/unavailable').detail).toContain('demo')
    expect(answer.headers.get('retry-after')).toBe('3')
  })

  test('the page is told how much of the demo has been loaded', async () => {
    const page = browser(service.url)
    const loading = async () => (await page.get('/api/auth/options')).body.demo_loading
    Object.assign(logins, { client: 'nobody@demo.example' })
    expect(await loading()).toEqual({ percent: null })
    await service.db.transaction(async (tx) => {
      for (const percent of [0, 45, 99]) {
        await tx.rows(showProgress(loadingDemoName, percent))
        expect(await loading()).toEqual({ percent })
      }
    })
    expect(await loading()).toEqual({ percent: null })
    Object.assign(logins, { client: ana.email })
    expect(await loading()).toBeNull()
  })
})

describe('the demo is not offered', () => {
  /** http/admission/origins.test.ts has all the conditions. */
  test('behind a proxy', async () => {
    const page = browser(service.url)
    const forwarded = { 'x-forwarded-for': '127.0.0.1' }
    expect((await page.get('/api/auth/options', forwarded)).body).toMatchObject({ demo: [] })
    expectProblem(await page.post('/api/auth/demo', { as: 'client' }, forwarded), 'routing/not-found')
    expect(page.cookies.size).toBe(0)
  })

  test('without demo data', async () => {
    const real = await startTestService()
    try {
      const page = browser(real.url)
      expect((await page.get('/api/auth/options')).body).toMatchObject({ demo: [] })
      expectProblem(await page.post('/api/auth/demo', { as: 'client' }), 'routing/not-found')
    } finally {
      await real.stop()
    }
  })
})

describe('GET /api/auth/options', () => {
  test.each(['client', 'warehouse'] as const)('says that the session is one of the %s', async (side) => {
    const page = browser(service.url)
    await page.post('/api/auth/demo', { as: side })
    expect((await page.get('/api/auth/options')).body).toMatchObject({ signed_in: side })
    await page.post('/api/auth/sign-out')
    expect((await page.get('/api/auth/options')).body).toMatchObject({ signed_in: null })
  })

  test('tells a session that has expired from one that was ended', async () => {
    const page = browser(service.url)
    await page.post('/api/auth/demo', { as: 'client' })
    const state = async () => (await page.get('/api/auth/options')).body
    const live = { signed_in: 'client', session_expired: false }
    expect(await state()).toMatchObject(live)
    await service.db.run(sql`update sessions set last_used_at = now() - interval '13 hours'`)
    expect(await state()).toMatchObject({ signed_in: null, session_expired: true })
    await service.db.run(sql`delete from sessions`)
    expect(await state()).toMatchObject({ signed_in: null, session_expired: false })
  })
})
