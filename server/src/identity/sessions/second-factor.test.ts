// Codes of an authenticator and recovery codes as the second factor of a sign-in.
import { describe, expect, test } from 'vitest'
import { browser } from '../../../tests/harness/browser.ts'
import { codeAt, testPassword } from '../../../tests/harness/people.ts'
import { expectProblem } from '../../../tests/harness/problem-answers.ts'
import { useService } from '../../../tests/harness/prologue.ts'
import { portalPrefix } from '../../app/routes.ts'
import { sql } from '../../db/sql.ts'
import { createLink } from '../users/links.ts'

const service = await useService()
const client = await service.aClient()
const place = { clientId: client.id, role: 'administrator' as const, scopes: [] }
const verify = '/api/auth/two-factor/verify-totp'

/** A user with a second factor, whose current code has already been used to turn it on. */
async function aCarefulPerson(of = place) {
  const person = await service.people.aPersonWithPassword(of)
  const page = browser(service.url)
  await page.signIn(person.email, testPassword)
  const { body } = await page.post('/api/auth/two-factor/enable', { password: testPassword })
  const secret = new URL(body.totpURI).searchParams.get('secret') ?? ''
  const turnedOn = await page.post(verify, { code: codeAt(secret) })
  expect(turnedOn.status, turnedOn.text).toBe(200)
  return { ...person, page, secret, recoveryCodes: body.backupCodes as string[], uri: body.totpURI as string }
}

async function half(email: string) {
  const page = browser(service.url)
  const answer = await page.signIn(email, testPassword)
  expect(answer.body).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'] })
  return page
}
const isIn = async (page: ReturnType<typeof browser>) =>
  (await page.get(`${portalPrefix}/session`)).status === 200

test('nobody can sign in if the client is suspended before the code is entered', async () => {
  const other = await service.aClient()
  const ana = await aCarefulPerson({ ...place, clientId: other.id })
  const page = await half(ana.email)
  const setStatus = (status: string) =>
    service.db.run(sql`update clients set status = ${status} where id = ${other.id}`)
  await setStatus('suspended')
  expectProblem(await page.post(verify, { code: codeAt(ana.secret, 1) }), 'auth/client-suspended')
  await setStatus('active')
  expect(await isIn(page)).toBe(false)
})

describe('a second factor', () => {
  test('is asked for after the password, which alone opens nothing', async () => {
    const ana = await aCarefulPerson()
    expect(ana.uri).toMatch(/^otpauth:\/\/totp\/And%C3%A9n/)
    const page = await half(ana.email)
    expect(await isIn(page)).toBe(false)
    expect((await page.post(verify, { code: codeAt(ana.secret, 1) })).status).toBe(200)
    expect(await isIn(page)).toBe(true)
    expect((await page.get(`${portalPrefix}/session`)).body.user.two_factor_enabled).toBe(true)
  })

  test('accepts each code once, for a sign-in and for anything else', async () => {
    const ana = await aCarefulPerson()
    const used = codeAt(ana.secret)
    const page = await half(ana.email)
    expectProblem(await page.post(verify, { code: used }), 'auth/invalid-code')
    const next = codeAt(ana.secret, 1)
    expect((await page.post(verify, { code: next })).status).toBe(200)
    expectProblem(await (await half(ana.email)).post(verify, { code: next }), 'auth/invalid-code')
  })

  test('lets one of two requests with the same code through', async () => {
    const ana = await aCarefulPerson()
    const pages = [await half(ana.email), await half(ana.email)]
    const code = codeAt(ana.secret, 1)
    const answers = await Promise.all(pages.map((page) => page.post(verify, { code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('cannot be guessed: five wrong codes end the sign-in, ten lock the second factor', async () => {
    const ana = await aCarefulPerson()
    const page = await half(ana.email)
    for (let guess = 0; guess < 5; guess++)
      expectProblem(await page.post(verify, { code: `00000${guess}` }), 'auth/invalid-code')
    expectProblem(await page.post(verify, { code: codeAt(ana.secret, 1) }), 'auth/second-factor-expired')
    const entries = await service.db.rows(sql<{ action: string }>`
      select action from audit_entries where subject_id = ${ana.id} and action = 'users.sign-in-failed'`)
    expect(entries).toHaveLength(6)
  })

  test('has recovery codes, each of which works once', async () => {
    const ana = await aCarefulPerson()
    const [code = ''] = ana.recoveryCodes
    expect(ana.recoveryCodes).toHaveLength(10)
    const path = '/api/auth/two-factor/verify-backup-code'
    const page = await half(ana.email)
    expect((await page.post(path, { code })).status).toBe(200)
    expect(await isIn(page)).toBe(true)
    expectProblem(await (await half(ana.email)).post(path, { code }), 'auth/invalid-code')
    const { backup_codes } = await service.db.one(sql<{ backup_codes: string }>`
      select backup_codes from two_factors where user_id = ${ana.id}`)
    const hashes: string[] = JSON.parse(backup_codes)
    expect(hashes).toHaveLength(9)
    // What is stored is a hash, and is not accepted in place of the code.
    expectProblem(
      await (await half(ana.email)).post(path, { code: hashes[0]?.slice(0, 40) }),
      'auth/invalid-code',
    )
    const [, next = ''] = ana.recoveryCodes
    expect((await (await half(ana.email)).post(path, { code: next })).status).toBe(200)
  })

  test('lets one of two requests with the same recovery code through', async () => {
    const ana = await aCarefulPerson()
    const pages = [await half(ana.email), await half(ana.email)]
    const path = '/api/auth/two-factor/verify-backup-code'
    const answers = await Promise.all(pages.map((page) => page.post(path, { code: ana.recoveryCodes[0] })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('is still asked for after the password was reset', async () => {
    const ana = await aCarefulPerson()
    const { secrets } = service.deps
    const { url } = await service.db.transaction((tx) =>
      createLink(tx, ana.id, 'reset', { secrets, baseUrl: service.url }),
    )
    const token = url.split('/reset/')[1]
    const newPassword = 'otra clave larga'
    await browser(service.url).post('/api/auth/reset-password', { token, newPassword })
    const page = browser(service.url)
    const answer = await page.signIn(ana.email, newPassword)
    expect(answer.body).toMatchObject({ twoFactorRedirect: true })
    expect(await isIn(page)).toBe(false)
  })

  test('is turned off with the password only', async () => {
    const ana = await aCarefulPerson()
    const disable = (password: string) => ana.page.post('/api/auth/two-factor/disable', { password })
    expectProblem(await disable('wrong'), 'auth/wrong-password')
    expect((await disable(testPassword)).status).toBe(200)
    const page = browser(service.url)
    await page.signIn(ana.email, testPassword)
    expect(await isIn(page)).toBe(true)
  })

  test('is in the audit log from start to end, and its secret is nowhere in clear text', async () => {
    const ana = await aCarefulPerson()
    await ana.page.post('/api/auth/two-factor/disable', { password: testPassword })
    const rows = await service.db.rows(sql<{ action: string }>`
      select action from audit_entries where subject_id = ${ana.id} order by created_at, id`)
    expect(rows.map(({ action }) => action)).toEqual([
      'users.sign-in',
      'users.start-second-factor',
      'users.confirm-second-factor',
      'users.remove-second-factor',
    ])
    const bea = await aCarefulPerson()
    const { row } = await service.db.one(sql<{ row: string }>`
      select t::text as row from two_factors t where user_id = ${bea.id}`)
    for (const secret of [bea.secret, ...bea.recoveryCodes]) expect(row).not.toContain(secret)
  })
})

describe('POST /api/auth/update-user', () => {
  test('changes the name and the language, and refuses an empty change', async () => {
    const ana = await service.people.aPersonWithPassword(place)
    const page = browser(service.url)
    await page.signIn(ana.email, testPassword)
    const update = (body: object) => page.post('/api/auth/update-user', body)
    expect((await update({ name: 'Ana Paz', language: 'es' })).status).toBe(200)
    const session = await page.get(`${portalPrefix}/session`)
    expect(session.body).toMatchObject({ user: { name: 'Ana Paz' }, language: 'es' })
    expectProblem(await update({}), 'validation/invalid-body')
    expectProblem(await update({ role: 'staff' }), 'validation/invalid-body')
  })
})

describe('POST /api/auth/change-password', () => {
  test('needs the current one, and ends the other sessions', async () => {
    const ana = await service.people.aPersonWithPassword(place)
    const [page, other] = [browser(service.url), browser(service.url)]
    for (const one of [page, other]) await one.signIn(ana.email, testPassword)
    const change = (currentPassword: string, newPassword = 'otra clave larga') =>
      page.post('/api/auth/change-password', { currentPassword, newPassword })
    expectProblem(await change('wrong'), 'auth/wrong-password')
    expectProblem(await change(testPassword, 'corta'), 'validation/invalid-body')
    const before = page.cookies.get('anden.session_token')
    expect((await change(testPassword)).status).toBe(200)
    expect([await isIn(page), await isIn(other)]).toEqual([true, false])
    expect(page.cookies.get('anden.session_token')).not.toBe(before)
    expectProblem(await other.signIn(ana.email, testPassword), 'auth/invalid-login')
  })
})
