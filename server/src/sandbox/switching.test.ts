// One person at one address, in either environment: what is cached, repeated, counted and allowed there is never that of the other.
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { foreignOrigins } from '../../tests/harness/browser.ts'
import { caller } from '../../tests/harness/http.ts'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { order } from '../../tests/harness/warehouse.ts'
import { portalPrefix } from '../app/routes.ts'
import { sql } from '../db/sql.ts'

const { service, warehouse } = await useWarehouse()
const inSandbox = { 'anden-environment': 'sandbox' }
const root = service.url + portalPrefix

/** A client with goods in both environments. */
async function aClientInBoth() {
  const live = await warehouse.aStockedClient(10)
  const sandbox = await service.aSandboxOf(live)
  const [row] = (await sandbox.portal.get('/stock')).body.data
  await sandbox.portal.post('/sandbox/receive', { items: [{ product_id: row.product_id, quantity: 10 }] })
  const { body } = await sandbox.portal.post('/destinatarios', { name: 'De prueba' })
  return {
    live,
    sandbox: { ...sandbox, productId: row.product_id as string, destinatarioId: body.id as string },
  }
}

const rowsOf = (clientId: string) =>
  service.db.one(
    sql<{ count: number }>`select count(*)::int as count from audit_entries where client_id = ${clientId}`,
  )

test('a cached page of one is never shown in the other, and their tags differ', async () => {
  const { live, sandbox } = await aClientInBoth()
  const { api } = await live.aUser('reader')
  for (const path of ['/stock', '/destinatarios', '/orders', `/stock/lots`, '/balance', '/remitos']) {
    const tags: (string | null)[] = []
    for (const [headers, other] of [
      [{}, inSandbox],
      [inSandbox, {}],
      [{}, inSandbox],
    ] as const) {
      const answer = await api.get(path, headers)
      const etag = answer.headers.get('etag')
      expect([path, answer.status, etag !== null]).toEqual([path, 200, true])
      expect(answer.headers.get('vary')).toContain('Anden-Environment')
      const same = { 'if-none-match': etag ?? '' }
      expect((await api.get(path, { ...headers, ...same })).status).toBe(304)
      const elsewhere = await api.get(path, { ...other, ...same })
      expect([path, elsewhere.status]).toEqual([path, 200])
      expect((await api.get(path, { ...other, 'if-none-match': '*' })).status).toBe(304)
      tags.push(etag)
    }
    expect(tags[0]).toBe(tags[2])
    expect(tags[0]).not.toBe(tags[1])
  }
  const names = async (headers: Record<string, string>) =>
    (await api.get('/destinatarios', headers)).body.data.map(({ name }: { name: string }) => name)
  expect([await names(inSandbox), (await names({})).includes('De prueba')]).toEqual([['De prueba'], false])
  expect(sandbox.id).not.toBe(live.id)
})

test('a cursor of one is none in the other', async () => {
  const { live, sandbox } = await aClientInBoth()
  const { api } = await live.aUser('operator')
  for (const portal of [live.portal, sandbox.portal])
    for (const name of ['Bodegón', 'Vinoteca', 'Zaguán']) await portal.post('/destinatarios', { name })
  for (const [own, other] of [
    [{}, inSandbox],
    [inSandbox, {}],
  ] as const) {
    const { body } = await api.get('/destinatarios?limit=1', own)
    const next = `/destinatarios?limit=1&cursor=${body.next_cursor}`
    expect((await api.get(next, own)).status).toBe(200)
    expectProblem(await api.get(next, other), 'validation/invalid-cursor')
  }
})

test('the same Idempotency-Key is a key of its own in each, for keys as for people', async () => {
  const { live, sandbox } = await aClientInBoth()
  const { api } = await live.aUser('operator')
  const switched = caller(root, undefined, undefined, {
    cookie: (await live.aUser('operator')).cookie,
    'sec-fetch-site': 'same-origin',
    ...inSandbox,
  })
  const key = uuidv7()
  const placed = [
    await order(live, 1, {}, key),
    await order(sandbox, 1, {}, key),
    await order({ ...live, portal: api }, 1, {}, key),
    await order({ ...sandbox, portal: switched }, 1, {}, key),
  ]
  expect(placed.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  const [ofLive, ofSandbox, again, againInSandbox] = placed.map(({ body }) => body.id)
  expect(ofLive).not.toBe(ofSandbox)
  expect([again, againInSandbox]).toEqual([ofLive, ofSandbox])
  expect(placed.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([
    null,
    null,
    'true',
    'true',
  ])
  for (const { portal } of [live, sandbox])
    expect((await portal.get('/orders')).body.data.map(({ id }: { id: string }) => id)).toHaveLength(1)
})

test('a page of another origin cannot write to a sandbox with the cookie', async () => {
  const { live, sandbox } = await aClientInBoth()
  const { cookie } = await live.aUser()
  const before = await rowsOf(sandbox.id)
  for (const [, headers] of foreignOrigins)
    for (const path of ['/destinatarios', '/sandbox/payments', '/sandbox/clock']) {
      const answer = await service.portal().post(path, { name: 'x' }, { cookie, ...inSandbox, ...headers })
      expectProblem(answer, 'auth/cross-origin')
    }
  expect(await rowsOf(sandbox.id)).toEqual(before)
})

test('roles are those of the account', async () => {
  const { live, sandbox } = await aClientInBoth()
  const key = { name: 'ERP', scopes: ['read:stock'] }
  const allowed = async (role: 'reader' | 'operator' | 'administrator') => {
    const { api } = await live.aUser(role)
    const switched = await Promise.all([
      api.get('/orders', inSandbox),
      api.post('/destinatarios', { name: `De ${role}` }, inSandbox),
      api.post('/sandbox/payments', { amount: 10, payment_method: 'qr' }, inSandbox),
      api.get('/keys', inSandbox),
      api.post('/keys', key, inSandbox),
    ])
    return switched.map(({ status }) => (status < 300 ? 'done' : status))
  }
  expect(await allowed('reader')).toEqual(['done', 403, 403, 403, 403])
  expect(await allowed('operator')).toEqual(['done', 'done', 'done', 403, 403])
  expect(await allowed('administrator')).toEqual(['done', 'done', 'done', 'done', 'done'])
  const { data } = (await (await live.aUser()).api.get('/keys')).body
  expect(data.map(({ id }: { id: string }) => id)).toEqual([live.keyId])
  expect(sandbox.keyId).not.toBe(live.keyId)
})

test('somebody of the staff who inspects the client reads its sandbox, and changes nothing in it', async () => {
  const { live, sandbox } = await aClientInBoth()
  const { api, cookie } = await service.aStaffUser(['staff:clients'])
  await api.post(`/clients/${live.id}/inspect`)
  const view = { cookie, 'sec-fetch-site': 'same-origin', 'anden-client': live.id }
  const portal = caller(root, undefined, undefined, { ...view, ...inSandbox })
  for (const path of ['/stock', '/sandbox', '/sandbox/mails', '/sandbox/faults', '/keys'])
    expect([path, (await portal.get(path)).status]).toEqual([path, 200])
  const before = await rowsOf(sandbox.id)
  const writes: [string, object?][] = [
    ['/orders', {}],
    ['/destinatarios', { name: 'x' }],
    ['/sandbox'],
    ['/sandbox/payments', { amount: 1, payment_method: 'qr' }],
    ['/sandbox/clock', { advance_to: '2099-01-01' }],
    ['/sandbox/faults', { kind: '500', times: 1 }],
  ]
  for (const [path, body] of writes) expectProblem(await portal.post(path, body), 'auth/read-only')
  expectProblem(await portal.delete('/sandbox/faults'), 'auth/read-only')
  expect(await rowsOf(sandbox.id)).toEqual(before)
  // The client that is named is the live one: its sandbox cannot be inspected as if it were another.
  const named = caller(root, undefined, undefined, { ...view, 'anden-client': sandbox.id })
  expectProblem(await named.get('/stock'), 'auth/inspection-required')
})

test('a test key has limits of its own, and a person the same in both', async () => {
  const live = await service.aClient({ rateLimits: { burst_per_minute: 3 } })
  const sandbox = await service.aSandboxOf(live, { rateLimits: { burst_per_minute: 2 } })
  const statuses = async (portal: typeof live.portal, times: number) => {
    const found: number[] = []
    for (let i = 0; i < times; i++) found.push((await portal.get('/me')).status)
    return found
  }
  expect(await statuses(sandbox.portal, 3)).toEqual([200, 200, 429])
  expect(await statuses(live.portal, 4)).toEqual([200, 200, 200, 429])
  const { api } = await live.aUser('reader')
  const left = async (headers: Record<string, string>) =>
    Number((await api.get('/session', headers)).headers.get('x-ratelimit-remaining'))
  const first = await left({})
  expect(await left(inSandbox)).toBe(first - 1)
  expect(await left({})).toBe(first - 2)
})
