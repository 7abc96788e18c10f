// A member of the staff sees the portal as one client sees it, and changes nothing.
import { beforeEach, describe, expect, test } from 'vitest'
import { browser } from '../../../tests/harness/browser.ts'
import { controlledClock } from '../../../tests/harness/clock.ts'
import { asCsv, csvType } from '../../../tests/harness/csv.ts'
import { addAccountEntries } from '../../../tests/harness/document-data.ts'
import { caller, type HttpAnswer } from '../../../tests/harness/http.ts'
import { listen } from '../../../tests/harness/live-client.ts'
import type { SignedInUser } from '../../../tests/harness/people.ts'
import { expectProblem } from '../../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../../tests/harness/prologue.ts'
import { routeSamples } from '../../../tests/harness/route-samples.ts'
import { declarationDeps } from '../../app/deps.ts'
import { portalPrefix, portalRouter } from '../../app/routes.ts'
import { sql } from '../../db/sql.ts'

const clock = controlledClock(new Date().toISOString())
const { service, warehouse } = await useWarehouse({ clock: clock.now, live: { pollMs: 50 } })
const client = await warehouse.aStockedClient()
const other = await warehouse.aStockedClient()
beforeEach(() => clock.advance(61_000))

const root = service.url + portalPrefix
const headersOf = ({ cookie }: SignedInUser, clientId: string) => ({
  cookie,
  'sec-fetch-site': 'same-origin',
  'anden-client': clientId,
})
const portalAs = (user: SignedInUser, clientId: string) =>
  caller(root, undefined, undefined, headersOf(user, clientId))

async function anInspector(...clientIds: string[]) {
  const user = await service.aStaffUser(['staff:clients'])
  for (const id of clientIds)
    expect((await user.api.post(`/clients/${id}/inspect`)).body).toEqual({
      client_id: id,
      client_name: expect.any(String),
      expires_at: new Date(clock.now() + 3_600_000).toISOString(),
    })
  return user
}

describe('an inspector', () => {
  test('reads what the client reads, and is named in the session and the audit log', async () => {
    const user = await anInspector(client.id)
    const portal = portalAs(user, client.id)
    for (const path of ['/stock', '/remitos', '/orders', '/overview', '/destinatarios'])
      expect((await portal.get(path)).text, path).toBe((await client.portal.get(path)).text)
    expect((await portal.get('/session')).body).toMatchObject({
      user: { id: user.id, email: user.email },
      role: 'staff',
      client: { id: client.id },
      inspection: { expires_at: expect.any(String) },
      scopes: expect.not.arrayContaining([expect.stringMatching(/^write:/)]),
    })
    expect((await (await client.aUser()).api.get('/session')).body.inspection).toBeNull()
    const { body } = await warehouse.staff.get(`/audit?client_id=${client.id}&action=clients.inspect&limit=1`)
    expect(body.data).toMatchObject([{ actor: `user ${user.email}`, subject_id: client.id }])
  })

  test('reads the keys and users that an administrator reads', async () => {
    const portal = portalAs(await anInspector(client.id), client.id)
    expect((await portal.get('/keys')).body.data).toMatchObject([{ id: client.keyId }])
    expect((await portal.get('/users')).status).toBe(200)
  })

  test('gets exports, documents and pages under the same ETags', async () => {
    const portal = portalAs(await anInspector(client.id), client.id)
    const csv = await portal.get('/stock', asCsv)
    expect([csv.status, csv.headers.get('content-type')]).toEqual([200, csvType])
    expect(csv.text).toContain(client.productId)
    const [remito] = (await portal.get('/remitos')).body.data
    expect((await portal.get(`/remitos/${remito.id}/pdf`)).headers.get('content-type')).toBe(
      'application/pdf',
    )
    const etag = (await client.portal.get('/stock')).headers.get('etag') ?? ''
    expect((await portal.get('/stock', { 'if-none-match': etag })).status).toBe(304)
  })

  test('looks at two clients at once, each under its own header', async () => {
    const user = await anInspector(client.id, other.id)
    for (const one of [client, other]) {
      const { data } = (await portalAs(user, one.id).get('/stock')).body
      expect(data.map(({ product_id }: { product_id: string }) => product_id)).toEqual([one.productId])
    }
    const [remito] = (await other.portal.get('/remitos')).body.data
    expectProblem(await portalAs(user, client.id).get(`/remitos/${remito.id}`), 'remitos/not-found')
  })

  test('is told live which topics of this client change, until the inspection ends', async () => {
    const user = await anInspector(client.id)
    const live = await listen(root, headersOf(user, client.id))
    for (const { id } of [other, client])
      await addAccountEntries(service.db, id, [{ type: 'payment', amount: 1 }])
    await live.heard('account')
    expect(live.changes).toHaveLength(1)
    clock.advance(3_600_001)
    await live.ended()
  })

  test("is not in the client's request log, and shares the limit of their own session", async () => {
    const user = await anInspector(client.id)
    const portal = portalAs(user, client.id)
    const answer = await portal.get('/orders/00000000-0000-7000-8000-000000000000')
    const remaining = ({ headers }: HttpAnswer) => Number(headers.get('x-ratelimit-remaining'))
    expect(remaining(await user.api.get('/session'))).toBe(remaining(answer) - 1)
    await service.deps.requestLog.flush()
    const rows = await service.db.rows(sql<{ id: string }>`
      select id::text from requests where client_id = ${client.id} and user_id = ${user.id}`)
    expect(rows).toEqual([])
  })

  test('sees a suspended client, too', async () => {
    const suspended = await service.aClient()
    await warehouse.staff.patch(`/clients/${suspended.id}`, { status: 'suspended' })
    const user = await anInspector(suspended.id)
    expect((await portalAs(user, suspended.id).get('/stock')).status).toBe(200)
    expectProblem(await suspended.portal.get('/stock'), 'auth/client-suspended')
  })

  test("the inspector's own saved views are not among the client's", async () => {
    const user = await anInspector(client.id)
    await user.api.post('/views', { page: '/orders', name: 'Mine', search: '', columns: null, shared: false })
    expect((await portalAs(user, client.id).get('/views?page=/orders')).body.data).toEqual([])
  })
})

const writes = portalRouter(declarationDeps).routes.filter(({ method }) => method !== 'GET')

test('an inspector is refused every write, also in the sandbox', async () => {
  const user = await anInspector(client.id)
  const portal = portalAs(user, client.id)
  const sandbox = await service.aSandboxOf(client)
  const switched = { 'anden-environment': 'sandbox' }
  for (const { method, path, environment } of writes) {
    const isSandbox = environment === 'sandbox'
    const { id } = isSandbox ? sandbox : client
    const { params, body, headers } = routeSamples[`${method} ${path}`] ?? {}
    const values = (await params?.(service.db, id)) ?? {}
    const filled = path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? '')
    const sent = { ...headers?.(), ...(isSandbox && switched) }
    const answer = await portal.call(method, filled, await body?.(service.db, id), sent)
    expectProblem(answer, 'auth/read-only')
  }
  expect(writes.length).toBeGreaterThan(20)
})

describe('an inspection is refused', () => {
  test('for a client that was not opened, does not exist, or is not an id', async () => {
    const user = await anInspector(client.id)
    for (const id of [
      other.id,
      '01990000-0000-7000-8000-00000000ffff',
      'nonsense',
      '',
      `${client.id}, ${other.id}`,
    ])
      expectProblem(await portalAs(user, id).get('/stock'), 'auth/inspection-required')
    expectProblem(
      await portalAs(user, client.id).get('/stock', { 'anden-client': other.id }),
      'auth/inspection-required',
    )
  })

  test('without the header, as before', async () => {
    const { cookie } = await anInspector(client.id)
    expectProblem(await service.portal().get('/stock', { cookie }), 'auth/invalid-session')
  })

  test('after an hour, and works for another one when it is opened again', async () => {
    const user = await anInspector(client.id)
    clock.advance(3_600_000 - 1)
    expect((await portalAs(user, client.id).get('/stock')).status).toBe(200)
    clock.advance(1)
    expectProblem(await portalAs(user, client.id).get('/stock'), 'auth/inspection-required')
    await user.api.post(`/clients/${client.id}/inspect`)
    expect((await portalAs(user, client.id).get('/stock')).status).toBe(200)
  })

  test('to another session, also of the same person', async () => {
    const user = await anInspector(client.id)
    const second = await service.aStaffUser(['staff:clients'])
    await service.db.run(sql`update sessions set user_id = ${user.id} where id = ${second.sessionId}`)
    expect((await second.api.get('/session')).body.user.id).toBe(user.id)
    expectProblem(await portalAs(second, client.id).get('/stock'), 'auth/inspection-required')
  })

  test('to a key, and to a user of a client', async () => {
    await anInspector(client.id)
    expectProblem(
      await client.portal.get('/stock', { 'anden-client': client.id }),
      'auth/inspection-required',
    )
    expectProblem(await other.portal.get('/stock', { 'anden-client': client.id }), 'auth/inspection-required')
    const key = await warehouse.staff.post('/staff-keys', { name: 'x', scopes: ['staff:clients'] })
    const byStaffKey = caller(root, key.body.token, undefined, { 'anden-client': client.id })
    expectProblem(await byStaffKey.get('/stock'), 'auth/invalid-key')
    for (const id of [client.id, other.id])
      expectProblem(await portalAs(await other.aUser(), id).get('/stock'), 'auth/inspection-required')
  })

  test('after the person has signed out, or has lost the scope', async () => {
    const gone = await anInspector(client.id)
    const headers = { cookie: gone.cookie, 'sec-fetch-site': 'same-origin' }
    await browser(service.url).post('/api/auth/sign-out', {}, headers)
    expectProblem(await portalAs(gone, client.id).get('/stock'), 'auth/invalid-session')

    const demoted = await anInspector(client.id)
    const live = await listen(root, headersOf(demoted, client.id))
    await warehouse.staff.patch(`/users/${demoted.id}`, { scopes: ['staff:read'] })
    expectProblem(await portalAs(demoted, client.id).get('/stock'), 'auth/inspection-required')
    await live.ended()
  })

  test('to a page of another site', async () => {
    const user = await anInspector(client.id)
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expectProblem(await portalAs(user, client.id).get('/stock', foreign), 'auth/cross-origin')
  })
})
