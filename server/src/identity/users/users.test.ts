// Users of clients and of the staff: who can add, change and remove them, and the links that set passwords.
import { portalScopes } from '@anden/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { browser } from '../../../tests/harness/browser.ts'
import type { HttpAnswer } from '../../../tests/harness/http.ts'
import { keptMail } from '../../../tests/harness/mail-server.ts'
import { codeAt, testPassword } from '../../../tests/harness/people.ts'
import { expectProblem } from '../../../tests/harness/problem-answers.ts'
import { useService } from '../../../tests/harness/prologue.ts'
import { startSecondProcess } from '../../../tests/harness/service.ts'
import { until } from '../../../tests/harness/until.ts'
import { portalPrefix } from '../../app/routes.ts'
import { sql } from '../../db/sql.ts'
import { startJobs } from '../../jobs/runner.ts'

const service = await useService()
const staff = await service.aStaffMember()
const password = 'mi primera contraseña'

const { mails, server, transport } = keptMail()
const jobs = await startJobs(service.deps, transport)
afterAll(() => jobs.stop())

/** The newest mail to an address, once it was sent. */
async function mailTo(email: string): Promise<string> {
  const newest = () => mails.findLast(({ to }) => to === email)
  await until(`${email} has mail`, () => newest() !== undefined)
  return newest()?.text ?? ''
}
const queued = async () =>
  (await service.db.one(sql<{ count: number }>`select count(*) as count from graphile_worker._private_jobs`))
    .count
const tokenIn = (text: string) => /\/(?:welcome|reset)\/([\w-]+)/.exec(text)?.[1] ?? ''
const setPassword = (token: string, newPassword = password) =>
  browser(service.url).post('/api/auth/reset-password', { token, newPassword })
const expire = (userId: string) =>
  service.db.run(sql`update verifications set expires_at = now() - interval '1 s' where value = ${userId}`)
let count = 0
const newUser = (role = 'reader') => ({ email: `Luz${++count}@Cliente.example`, name: 'Luz', role })

describe('POST /users', () => {
  test('gives an operator every read, orders, recipients and announced goods, and nothing of the administrators', async () => {
    const client = await service.aClient()
    const { api } = await client.aUser('operator')
    const { scopes, role } = (await api.get('/session')).body
    expect(role).toBe('operator')
    expect(new Set(scopes)).toEqual(
      new Set([
        ...portalScopes.filter((scope) => scope.startsWith('read:')),
        'write:orders',
        'write:destinatarios',
        'write:inbound',
      ]),
    )
    expect((await api.post('/destinatarios', { name: 'Vinoteca' })).status).toBe(201)
    for (const path of ['/users', '/keys']) expectProblem(await api.get(path), 'auth/administrator-required')
    expectProblem(await api.post('/users', newUser()), 'auth/administrator-required')
    const endpoint = { url: 'https://erp.example/hook', events: ['order.created'] }
    expectProblem(await api.post('/webhooks', endpoint), 'auth/insufficient-scope')
  })

  test('changes a role to any other, and back', async () => {
    const client = await service.aClient()
    const { api } = await client.aUser()
    const { id } = (await api.post('/users', newUser('operator'))).body
    for (const role of ['reader', 'administrator', 'operator'])
      expect((await api.patch(`/users/${id}`, { role })).body.role).toBe(role)
  })

  test('invites by mail; the link sets the first password, and works once', async () => {
    const client = await service.aClient()
    const { api } = await client.aUser()
    const { status, body } = await api.post('/users', newUser())
    expect(status).toBe(201)
    expect(body).toMatchObject({ role: 'reader', invitation_pending: true, last_seen_at: null })
    expect(body.email).toBe(body.email.toLowerCase())
    const text = await mailTo(body.email)
    expect(text).toContain(`${service.url}/welcome/`)
    expect(text).toContain('72 horas')
    const page = browser(service.url)
    expectProblem(await page.signIn(body.email, password), 'auth/invalid-login')
    expect((await setPassword(tokenIn(text))).status).toBe(200)
    expect((await page.signIn(body.email, password)).status).toBe(200)
    expect((await page.get(`${portalPrefix}/session`)).body).toMatchObject({
      role: 'reader',
      scopes: expect.not.arrayContaining(['write:orders']),
    })
    expectProblem(await setPassword(tokenIn(text), 'otra contraseña'), 'auth/invalid-link')
    const { data } = (await api.get('/users')).body
    expect(data[0]).toMatchObject({
      id: body.id,
      invitation_pending: false,
      last_seen_at: expect.any(String),
    })
  })

  test('invites for 72 hours', async () => {
    const client = await service.aClient()
    const { body } = await (await client.aUser()).api.post('/users', newUser())
    const { hours } = await service.db.one(sql<{ hours: number }>`
      select extract(epoch from expires_at - created_at) / 3600 as hours from verifications where value = ${body.id}`)
    expect(hours).toBe(72)
    const token = tokenIn(await mailTo(body.email))
    await expire(body.id)
    expectProblem(await setPassword(token), 'auth/invalid-link')
  })

  test('lets one of two concurrent uses of a link through', async () => {
    const client = await service.aClient()
    const { body } = await (await client.aUser()).api.post('/users', newUser())
    const token = tokenIn(await mailTo(body.email))
    const answers = await Promise.all(
      ['uno dos tres cuatro', 'cinco seis siete'].map((one) => setPassword(token, one)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('keeps no token in the database or its queue, and shows none to whoever invites', async () => {
    const client = await service.aClient()
    server.isDown = true
    const { text, body } = await (await client.aUser()).api.post('/users', newUser())
    const token = tokenIn(await mailTo(body.email))
    const rows = () =>
      service.db.rows(sql<{ row: string }>`
        select v::text as row from verifications v where value = ${body.id}
        union all select e::text from audit_entries e where subject_id = ${body.id}
        union all select j::text from graphile_worker._private_jobs j where last_error is not null`)
    await until('the failed job is back in the queue', async () => (await rows()).length === 3)
    server.isDown = false
    for (const row of [text, ...(await rows()).map((one) => one.row)]) expect(row).not.toContain(token)
    await service.db.run(sql`update graphile_worker._private_jobs set run_at = now()`)
    await until(
      'the same link is mailed again',
      () => mails.filter(({ to }) => to === body.email).length === 2,
    )
    expect(tokenIn(await mailTo(body.email))).toBe(token)
  })

  test('mails an address no more than five times an hour, whoever invites; a refused one does not count', async () => {
    const client = await service.aClient()
    const { api } = await client.aUser()
    const given = newUser()
    for (let i = 0; i < 5; i++) {
      const { body } = await api.post('/users', given)
      expectProblem(await api.post('/users', given), i < 4 ? 'users/duplicate-email' : 'rate-limit/exceeded')
      expect((await api.delete(`/users/${body.id}`)).status).toBe(204)
    }
    const byStaff = await staff.post('/users', { ...given, client_id: client.id })
    expectProblem(byStaff, 'rate-limit/exceeded')
    expect(byStaff.body).toMatchObject({
      tier: 'auth',
      detail: expect.stringMatching(/^Too many invitations/),
    })
    expect(Number(byStaff.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('counts every try of a client, in all processes: after thirty it waits until the hour is over', async () => {
    const [client, other] = [await service.aClient(), await service.aClient()]
    const [one, two] = [await client.aUser(), await client.aUser()]
    const second = await startSecondProcess(service)
    const elsewhere = (body: object) =>
      browser(second.url).post(`${portalPrefix}/users`, body, { cookie: two.cookie })
    const invited = newUser()
    await one.api.post('/users', invited)
    // Some are refused, and some go to people of another client.
    const { email } = await other.aUser()
    for (let i = 0; i < 14; i++) expectProblem(await one.api.post('/users', invited), 'users/duplicate-email')
    for (let i = 0; i < 15; i++) expectProblem(await elsewhere(invited), 'users/duplicate-email')
    const refused = await one.api.post('/users', { ...newUser(), email })
    expectProblem(refused, 'rate-limit/exceeded')
    expect(refused.body).toMatchObject({ tier: 'auth' })
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(3500)
    expect(seconds).toBeLessThanOrEqual(3600)
    expectProblem(await elsewhere(newUser()), 'rate-limit/exceeded')
    await second.stop()
    expect((await (await other.aUser()).api.post('/users', newUser())).status).toBe(201)
    await service.db.run(sql`
      update invitation_tries set started_at = started_at - interval '1 hour' where client_id = ${client.id}`)
    expect((await one.api.post('/users', newUser())).status).toBe(201)
  })

  test('says that the client itself has the address, however it is spelt', async () => {
    const { api } = await (await service.aClient()).aUser()
    const given = newUser()
    await api.post('/users', given)
    const again = { ...given, email: given.email.toUpperCase() }
    expectProblem(await api.post('/users', again), 'users/duplicate-email')
  })
})

describe('POST /users with an address that has an account elsewhere', () => {
  const shapeOf = ({ status, headers, body }: HttpAnswer) => ({
    status,
    headers: [...headers.keys()].sort(),
    body: Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? 'text' : value]),
    ),
    members: Object.keys(body),
  })

  test('gets the reply of any invitation, but no user and no link', async () => {
    const [client, other] = [await service.aClient(), await service.aClient()]
    const { api } = await client.aUser()
    const theirs = await other.aUser('reader')
    const ofStaff = await service.aStaffUser(['staff:read'])
    const usual = await api.post('/users', { ...newUser(), name: 'Ana' })
    for (const email of [theirs.email, theirs.email.toUpperCase(), ofStaff.email]) {
      const answer = await api.post('/users', { email, name: 'Ana', role: 'reader' })
      expect(shapeOf(answer)).toEqual(shapeOf(usual))
      expect(answer.body).toMatchObject({ email: email.toLowerCase(), name: 'Ana', role: 'reader' })
      const age = Date.now() - Date.parse(answer.body.created_at)
      expect(Math.abs(age)).toBeLessThan(60_000)
      // The same reply as for a removed user.
      expectProblem(await api.patch(`/users/${answer.body.id}`, { name: 'Bea' }), 'users/not-found')
      expectProblem(await api.delete(`/users/${answer.body.id}`), 'users/not-found')
      const { data } = (await api.get('/users')).body
      expect(data.map((one: { email: string }) => one.email)).not.toContain(email.toLowerCase())
    }
    const text = await mailTo(theirs.email)
    expect(text).not.toMatch(/welcome|reset/)
    expect((await theirs.api.get('/stock')).status).toBe(200)
    expect((await other.portal.get('/me')).status).toBe(200)
  })

  test('mails its owner who has invited them, that nothing changed, and nothing that is a link', async () => {
    const client = await service.aClient()
    await staff.patch(`/clients/${client.id}`, { name: 'Bodega www.trampa.example' })
    const { api } = await client.aUser()
    const { email } = await (await service.aClient()).aUser()
    expect((await api.post('/users', { email, name: 'Ana', role: 'administrator' })).status).toBe(201)
    const text = await mailTo(email)
    for (const part of ['Alguien de', 'someone at', 'No hace falta que hagas nada', 'There is nothing to do'])
      expect(text).toContain(part)
    expect(text).toContain('Bodega www. trampa. example')
    expect(text).not.toMatch(/:\/\/|\w\.\w{2}/)
  })

  test('is recorded for the staff, whose own invitations say that the address is taken', async () => {
    const client = await service.aClient()
    const { email, id } = await (await service.aClient()).aUser()
    await (await client.aUser()).api.post('/users', { email, name: 'Ana', role: 'reader' })
    const { data } = (await staff.get(`/audit?client_id=${client.id}&action=users.invite-elsewhere`)).body
    expect(data).toMatchObject([{ subject_id: id, after: { email } }])
    const byStaff = await staff.post('/users', { email, name: 'Ana', role: 'reader', client_id: client.id })
    expectProblem(byStaff, 'users/duplicate-email')
  })
})

describe('the name of a user', () => {
  const names = [
    ...[
      'Ana\nTu cuenta vence hoy',
      'Ana\r\nBcc: todos@evil.example',
      'Ana\u2028Pérez',
      'Ana\u2029',
      'Ana\u0007',
    ],
    ...[
      'https://evil.example',
      'Entrá en evil.example',
      'www.evil.example',
      'ana@evil.example',
      'a'.repeat(81),
      ' ',
    ],
  ]

  test.each(names)('is not %j, whoever gives it', async (name) => {
    const client = await service.aClient()
    const { api, id, cookie } = await client.aUser()
    const expectRefused = (answer: HttpAnswer) =>
      expect(expectProblem(answer, 'validation/invalid-body').errors).toMatchObject([{ pointer: '/name' }])
    expectRefused(await api.post('/users', { ...newUser(), name }))
    expectRefused(await api.patch(`/users/${id}`, { name }))
    expectRefused(await browser(service.url).post('/api/auth/update-user', { name }, { cookie }))
    expectRefused(await staff.post('/users', { ...newUser(), name, client_id: client.id }))
    expectRefused(await staff.patch(`/users/${id}`, { name }))
  })

  test('has one form, without invisible characters', async () => {
    const { api, cookie } = await (await service.aClient()).aUser()
    const { body } = await api.post('/users', { ...newUser(), name: ' Ana\u00a0 Pe\u0301rez\u202e\u200b ' })
    expect(body.name).toBe('Ana Pérez')
    await browser(service.url).post('/api/auth/update-user', { name: 'Jose\u0301  Luis' }, { cookie })
    const { data } = (await api.get('/users')).body
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['Ana Pérez', 'José Luis'])
  })

  test('makes no link and no second line in a mail, even if it is older than the rule', async () => {
    const { api } = await (await service.aClient()).aUser()
    const { body } = await api.post('/users', newUser())
    await mailTo(body.email)
    const old = `Ana\n\nTu cuenta vence hoy: https://evil.example/x ${'larga '.repeat(20)}`
    await service.db.run(sql`update users set name = ${old} where id = ${body.id}`)
    await browser(service.url).post('/api/auth/request-password-reset', { email: body.email })
    await until('the second mail has come', () => mails.filter(({ to }) => to === body.email).length === 2)
    const text = await mailTo(body.email)
    const own = text.replaceAll(`${service.url}/reset/${tokenIn(text)}`, '')
    expect(own).not.toMatch(/:\/\/|\w\.\w{2}/)
    expect(text.split('\n')[0]).toMatch(
      /^Hola, Ana Tu cuenta vence hoy: https: \/ \/ evil\. example\/ x .*…:$/,
    )
  })
})

test.each([
  'ana@evil.example\r\nBcc: otra@evil.example',
  'ana@evil.example, otra@evil.example',
  'Ana <ana@evil.example>',
])('the address %j is refused: it would add a recipient or a header to a mail', async (email) => {
  const { api } = await (await service.aClient()).aUser()
  const answer = await api.post('/users', { ...newUser(), email })
  expect(expectProblem(answer, 'validation/invalid-body').errors).toMatchObject([{ pointer: '/email' }])
})

describe('the last administrator of a client', () => {
  test('can be neither removed nor made a reader, not even by the staff', async () => {
    const client = await service.aClient()
    const { api, id } = await client.aUser()
    expectProblem(await api.patch(`/users/${id}`, { role: 'reader' }), 'users/last-administrator')
    expectProblem(await api.delete(`/users/${id}`), 'users/last-administrator')
    expectProblem(await staff.delete(`/users/${id}`), 'users/last-administrator')
    const other = await client.aUser()
    expect((await api.patch(`/users/${id}`, { role: 'reader' })).status).toBe(200)
    expectProblem(await api.get('/users'), 'auth/administrator-required')
    expectProblem(await other.api.delete(`/users/${other.id}`), 'users/last-administrator')
  })

  test('stays what the last change made it, when two change different things at once', async () => {
    const client = await service.aClient()
    const { api } = await client.aUser()
    const victim = await client.aUser()
    for (let round = 0; round < 5; round++) {
      await api.patch(`/users/${victim.id}`, { role: 'administrator', name: 'Ana' })
      await Promise.all([
        api.patch(`/users/${victim.id}`, { role: 'reader' }),
        staff.patch(`/users/${victim.id}`, { name: 'Bea' }),
      ])
      const { data } = (await api.get('/users')).body
      expect(data.find(({ id }: { id: string }) => id === victim.id)).toMatchObject({
        role: 'reader',
        name: 'Bea',
      })
    }
  })

  test('is left when two remove each other at once', async () => {
    const client = await service.aClient()
    const [one, two] = [await client.aUser(), await client.aUser()]
    const answers = await Promise.all([
      one.api.delete(`/users/${two.id}`),
      two.api.delete(`/users/${one.id}`),
    ])
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  })
})

describe('DELETE /users/{id}', () => {
  test('ends the sessions and the links of the user at once', async () => {
    const client = await service.aClient()
    const { api } = await client.aUser()
    const { body } = await api.post('/users', newUser())
    const token = tokenIn(await mailTo(body.email))
    const victim = await client.aUser('reader')
    for (const id of [victim.id, body.id]) expect((await api.delete(`/users/${id}`)).status).toBe(204)
    expectProblem(await victim.api.get('/stock'), 'auth/invalid-session')
    expectProblem(await setPassword(token), 'auth/invalid-link')
  })
})

test('GET /clients/{id}/users has the users of that client, for whoever may read', async () => {
  const [one, two] = [await service.aClient(), await service.aClient()]
  const ana = await one.aUser()
  await two.aUser()
  const reader = await service.aStaffMember(['staff:read'])
  const { data } = (await reader.get(`/clients/${one.id}/users`)).body
  expect(data).toMatchObject([{ id: ana.id, email: ana.email, role: 'administrator' }])
  expect(data[0]).not.toHaveProperty('scopes')
})

describe('users in the back office', () => {
  test('are those of the staff, or of a client that is asked for', async () => {
    const client = await service.aClient()
    const reader = await client.aUser('reader')
    const scopes = ['staff:read']
    const { body: member } = await staff.post('/users', {
      email: `${++count}@deposito.example`,
      name: 'Leo',
      scopes,
    })
    expect(member).toMatchObject({ client_id: null, role: 'staff', scopes })
    const ids = async (query: string) =>
      (await staff.get(`/users${query}`)).body.data.map(({ id }: { id: string }) => id)
    expect(await ids('')).toContain(member.id)
    expect(await ids('')).not.toContain(reader.id)
    expect(await ids(`?client_id=${client.id}`)).toEqual([reader.id])
    const changed = await staff.patch(`/users/${member.id}`, { scopes: ['staff:read', 'staff:orders'] })
    expect(changed.body.scopes).toEqual(['staff:read', 'staff:orders'])
  })

  test('keep their kind when they are changed: a role with a client, scopes without one', async () => {
    const client = await service.aClient()
    const reader = await client.aUser('reader')
    const member = await service.aStaffUser(['staff:read'])
    for (const [id, change, pointer] of [
      [reader.id, { scopes: ['staff:read'] }, '/scopes'],
      [member.id, { role: 'administrator' }, '/role'],
    ] as const) {
      const answer = await staff.patch(`/users/${id}`, change)
      expect(expectProblem(answer, 'validation/invalid-body').errors).toMatchObject([{ pointer }])
    }
  })

  test('always include an administrator of the staff', async () => {
    const one = await service.aStaffUser(['staff:admin'])
    const others = (await staff.get('/users?limit=100')).body.data
    for (const { id, scopes } of others)
      if (id !== one.id && scopes.includes('staff:admin')) await staff.delete(`/users/${id}`)
    expectProblem(await one.api.delete(`/users/${one.id}`), 'users/last-administrator')
    expectProblem(
      await one.api.patch(`/users/${one.id}`, { scopes: ['staff:read'] }),
      'users/last-administrator',
    )
  })

  test.each([
    [{ role: 'reader', scopes: ['staff:read'] }, '/role'],
    [{}, '/scopes'],
  ])('have a role with a client and scopes without: %o', async (given, pointer) => {
    const answer = await staff.post('/users', { email: `${++count}@x.example`, name: 'Leo', ...given })
    expect(expectProblem(answer, 'validation/invalid-body').errors).toMatchObject([{ pointer }])
  })
})

describe('POST /api/auth/request-password-reset', () => {
  const ask = (email: string) => browser(service.url).post('/api/auth/request-password-reset', { email })
  test('mails a link that sets a new password once, and ends every session', async () => {
    const client = await service.aClient()
    const place = { clientId: client.id, role: 'reader' as const, scopes: [] }
    const ana = await service.people.aPersonWithPassword(place)
    const page = browser(service.url)
    await page.signIn(ana.email, 'una clave larga y única')
    expect((await ask(ana.email.toUpperCase())).body).toEqual({ status: true })
    const token = tokenIn(await mailTo(ana.email))
    expect((await setPassword(token)).status).toBe(200)
    expectProblem(await page.get(`${portalPrefix}/session`), 'auth/invalid-session')
    expect((await page.signIn(ana.email, password)).status).toBe(200)
    expectProblem(await setPassword(token, 'y otra más todavía'), 'auth/invalid-link')
  })

  test('does the same for an address that nobody has, but mails nothing', async () => {
    const ana = await service.people.aPersonWithPassword({ clientId: null, role: 'staff', scopes: [] })
    const done = async (answer: HttpAnswer) => {
      const id = answer.headers.get('x-request-id')
      const entries = await service.db.rows(sql<{ action: string }>`
        select action from audit_entries where request_id = ${id}`)
      return { status: answer.status, body: answer.body, entries }
    }
    const [known, unknown] = [await done(await ask(ana.email)), await done(await ask('nadie@nadie.example'))]
    expect(known).toEqual(unknown)
    expect(known.entries).toEqual([{ action: 'users.request-password-reset' }])
    await mailTo(ana.email)
    await until('every request is dealt with', async () => (await queued()) === 0)
    expect(mails.filter(({ to }) => to === 'nadie@nadie.example')).toEqual([])
  })

  test('expires after an hour, and leaves an invitation valid', async () => {
    const client = await service.aClient()
    const { body } = await (await client.aUser()).api.post('/users', newUser())
    const invitation = tokenIn(await mailTo(body.email))
    await ask(body.email)
    await until('the second link is mailed', () => mails.filter(({ to }) => to === body.email).length === 2)
    const { hours } = await service.db.one(sql<{ hours: number }>`
      select extract(epoch from expires_at - created_at) / 3600 as hours from verifications
      where value = ${body.id} order by created_at desc limit 1`)
    expect(hours).toBe(1)
    const reset = tokenIn(await mailTo(body.email))
    expect((await setPassword(invitation)).status).toBe(200)
    // Setting a password ends all links.
    expectProblem(await setPassword(reset, 'y otra más todavía'), 'auth/invalid-link')
  })

  test('mails no more than five times an hour', async () => {
    for (let i = 0; i < 5; i++) await ask('molesto@nadie.example')
    expectProblem(await ask('molesto@nadie.example'), 'rate-limit/exceeded')
  })
})

describe('POST /users/{id}/reset-second-factor', () => {
  const enabled = async (id: string) =>
    (await service.db.one(sql<{ on: boolean }>`select two_factor_enabled as on from users where id = ${id}`))
      .on
  const turnOn = (id: string) =>
    service.db.run(sql`update users set two_factor_enabled = true where id = ${id}`)

  test('turns it off, ends the sessions of the person, and tells the person who did it', async () => {
    const client = await service.aClient()
    const [ana, luz] = [await client.aUser(), await client.aUser('reader')]
    await turnOn(luz.id)
    expect((await luz.api.get('/stock')).status).toBe(200)
    const answer = await ana.api.post(`/users/${luz.id}/reset-second-factor`)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({ id: luz.id, two_factor_enabled: false })
    expect(await enabled(luz.id)).toBe(false)
    expectProblem(await luz.api.get('/stock'), 'auth/invalid-session')
    expect((await ana.api.get('/stock')).status).toBe(200)
    const text = await mailTo(luz.email)
    for (const part of ['Ana desactivó la verificación', 'Ana has removed the second factor'])
      expect(text).toContain(part)
    expectProblem(await ana.api.post(`/users/${luz.id}/reset-second-factor`), 'users/no-second-factor')
  })

  test('is never about oneself, and about nobody of another client', async () => {
    const [client, other] = [await service.aClient(), await service.aClient()]
    const [ana, theirs] = [await client.aUser(), await other.aUser()]
    const admin = await service.aStaffUser()
    for (const { id } of [ana, theirs, admin]) await turnOn(id)
    for (const { api, id } of [ana, admin])
      expectProblem(
        await api.post(`/users/${id.toUpperCase()}/reset-second-factor`),
        'users/own-second-factor',
      )
    expectProblem(await ana.api.post(`/users/${theirs.id}/reset-second-factor`), 'users/not-found')
    expectProblem(await ana.api.post(`/users/${admin.id}/reset-second-factor`), 'users/not-found')
    for (const { id } of [ana, theirs, admin]) expect(await enabled(id)).toBe(true)
  })

  test('is open to the administrators of the warehouse, for the staff and for every client', async () => {
    const [admin, colleague] = [await service.aStaffUser(), await service.aStaffUser(['staff:read'])]
    const ofClient = await (await service.aClient()).aUser()
    for (const { id } of [colleague, ofClient]) {
      await turnOn(id)
      expect((await admin.api.post(`/users/${id}/reset-second-factor`)).status).toBe(200)
      expect(await enabled(id)).toBe(false)
    }
    expect((await colleague.api.get('/session')).status).toBe(401)
  })

  test('gives somebody who lost the phone a sign-in with the password alone', async () => {
    const client = await service.aClient()
    const place = { clientId: client.id, role: 'reader' as const, scopes: [] }
    const luz = await service.people.aPersonWithPassword(place)
    const page = browser(service.url)
    await page.signIn(luz.email, testPassword)
    const { body } = await page.post('/api/auth/two-factor/enable', { password: testPassword })
    const secret = new URL(body.totpURI).searchParams.get('secret') ?? ''
    await page.post('/api/auth/two-factor/verify-totp', { code: codeAt(secret) })
    const { api } = await client.aUser()
    expect((await api.post(`/users/${luz.id}/reset-second-factor`)).status).toBe(200)
    expect((await browser(service.url).signIn(luz.email, testPassword)).body).toMatchObject({
      user: { twoFactorEnabled: false },
    })
  })
})

describe('a link', () => {
  const describeLink = (token: string) => browser(service.url).post('/api/auth/describe-link', { token })

  test('of an invitation says who invites, to what; the mail does, too, in both languages', async () => {
    const client = await service.aClient()
    const { api } = await client.aUser()
    const { email } = (await api.post('/users', newUser())).body
    const text = await mailTo(email)
    const { name } = (await staff.get(`/clients/${client.id}`)).body
    expect(text).toContain('Ana te invita a seguir el stock y los pedidos de')
    expect(text).toContain('Ana invites you to follow the stock and the orders of')
    expect((await describeLink(tokenIn(text))).body).toEqual({
      is_new: true,
      email,
      name: 'Luz',
      invited_by: 'Ana',
      client_name: name,
      warehouse: { name: null },
    })
    const { body } = await staff.post('/users', {
      email: newUser().email,
      name: 'Sol',
      scopes: ['staff:read'],
    })
    const toStaff = await mailTo(body.email)
    expect(toStaff).toContain('Te invitan a trabajar en el depósito')
    expect((await describeLink(tokenIn(toStaff))).body).toMatchObject({ invited_by: null, client_name: null })
  })

  test('that was used, or that nobody has, is refused when it is opened', async () => {
    const client = await service.aClient()
    const { email } = (await (await client.aUser()).api.post('/users', newUser())).body
    const token = tokenIn(await mailTo(email))
    expect((await describeLink(token)).status).toBe(200)
    expect((await describeLink(token)).status).toBe(200)
    await setPassword(token)
    for (const one of [token, 'nobody-has-it']) expectProblem(await describeLink(one), 'auth/invalid-link')
  })

  test('with which the first password is set begins a session; later ones do not', async () => {
    const client = await service.aClient()
    const { api } = await client.aUser()
    const { email, id } = (await api.post('/users', newUser('operator'))).body
    const page = browser(service.url)
    const set = (token: string) => page.post('/api/auth/reset-password', { token, newPassword: password })
    expect((await set(tokenIn(await mailTo(email)))).body).toEqual({ status: true, signed_in: true })
    expect((await page.get(`${portalPrefix}/session`)).body).toMatchObject({ user: { email } })
    const rows = await service.db.rows(sql<{ action: string }>`
      select action from audit_entries where subject_id = ${id} order by created_at, id`)
    expect(rows.map(({ action }) => action)).toEqual(['users.invite', 'users.set-password', 'users.sign-in'])

    const other = browser(service.url)
    await other.post('/api/auth/request-password-reset', { email })
    await until('there is a reset mail', () =>
      mails.some(({ to, text }) => to === email && text.includes('/reset/')),
    )
    const again = await other.post('/api/auth/reset-password', {
      token: tokenIn(await mailTo(email)),
      newPassword: 'otra clave larga',
    })
    expect(again.body).toEqual({ status: true, signed_in: false })
    expect((await other.get(`${portalPrefix}/session`)).status).toBe(401)
  })

  test('begins no session of a suspended client', async () => {
    const client = await service.aClient()
    const { email } = (await (await client.aUser()).api.post('/users', newUser())).body
    const token = tokenIn(await mailTo(email))
    await staff.patch(`/clients/${client.id}`, { status: 'suspended' })
    const page = browser(service.url)
    const answer = await page.post('/api/auth/reset-password', { token, newPassword: password })
    expect(answer.body).toEqual({ status: true, signed_in: false })
    expect((await page.get(`${portalPrefix}/session`)).status).toBe(401)
  })
})
