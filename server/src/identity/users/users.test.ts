// People of a client and of the staff: who may add, change and remove them, and the invitation.
import { describe, expect, test } from 'vitest'
import { portalPrefix } from '../../app/routes.ts'
import { sql } from '../../db/sql.ts'
import { browser } from '../../testing/browser.ts'
import { expectProblem } from '../../testing/problem-answers.ts'
import { useService } from '../../testing/prologue.ts'

const service = await useService()
const staff = await service.aStaffMember()
const password = 'mi primera contraseña'

/** The newest mail to an address, as it waits in the queue. */
async function mailTo(email: string): Promise<string> {
  const { payload } = await service.db.one(sql<{ payload: { text: string } }>`
    select payload from graphile_worker._private_jobs
    where payload->>'to' = ${email}
    order by id desc limit 1`)
  return payload.text
}
const tokenIn = (text: string) => /(?:\/welcome\/|#token=)([\w-]+)/.exec(text)?.[1] ?? ''
const setPassword = (token: string, newPassword = password) =>
  browser(service.url).post('/api/auth/reset-password', { token, newPassword })
const expire = (userId: string) =>
  service.db.run(sql`update verifications set expires_at = now() - interval '1 s' where value = ${userId}`)
let count = 0
const newUser = (role = 'reader') => ({ email: `Luz${++count}@Cliente.example`, name: 'Luz', role })

describe('POST /users', () => {
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
    await expire(body.id)
    expectProblem(await setPassword(tokenIn(await mailTo(body.email))), 'auth/invalid-link')
  })

  test('of two who use one link at once lets one through', async () => {
    const client = await service.aClient()
    const { body } = await (await client.aUser()).api.post('/users', newUser())
    const token = tokenIn(await mailTo(body.email))
    const answers = await Promise.all(
      ['uno dos tres cuatro', 'cinco seis siete'].map((one) => setPassword(token, one)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('keeps no link in the database, and shows none to whoever invites', async () => {
    const client = await service.aClient()
    const { text, body } = await (await client.aUser()).api.post('/users', newUser())
    const token = tokenIn(await mailTo(body.email))
    expect(text).not.toContain(token)
    const { row } = await service.db.one(sql<{ row: string }>`
      select v::text as row from verifications v where value = ${body.id}`)
    expect(row).not.toContain(token)
  })

  test('takes an address once, whoever has it', async () => {
    const [one, two] = [await service.aClient(), await service.aClient()]
    const given = newUser()
    await (await one.aUser()).api.post('/users', given)
    const again = { ...given, email: given.email.toUpperCase() }
    expectProblem(await (await two.aUser()).api.post('/users', again), 'users/duplicate-email')
  })
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
  const arrived = async (email: string) => {
    for (;;) {
      const text = await mailTo(email).catch(() => '')
      if (text.includes('#token=')) return text
      await new Promise((done) => setTimeout(done, 20))
    }
  }

  test('mails a link that sets a new password once, and ends every session', async () => {
    const client = await service.aClient()
    const place = { clientId: client.id, role: 'reader' as const, scopes: [] }
    const ana = await service.people.aPersonWithPassword(place)
    const page = browser(service.url)
    await page.signIn(ana.email, 'una clave larga y única')
    expect((await ask(ana.email)).body).toEqual({ status: true })
    const token = tokenIn(await arrived(ana.email))
    expect((await setPassword(token)).status).toBe(200)
    expectProblem(await page.get(`${portalPrefix}/session`), 'auth/invalid-session')
    expect((await page.signIn(ana.email, password)).status).toBe(200)
    expectProblem(await setPassword(token, 'y otra más todavía'), 'auth/invalid-link')
  })

  test('says the same of an address that nobody has, and mails nothing', async () => {
    const answer = await ask('nadie@nadie.example')
    expect([answer.status, answer.body]).toEqual([200, { status: true }])
    await expect(mailTo('nadie@nadie.example')).rejects.toThrow('returned none')
  })

  test('mails no more than five times an hour', async () => {
    for (let i = 0; i < 5; i++) await ask('molesto@nadie.example')
    expectProblem(await ask('molesto@nadie.example'), 'rate-limit/exceeded')
  })
})
