// A client's sandbox: how it is made, who gets in, and what it does not have.
import { describe, expect, test } from 'vitest'
import { caller } from '../../tests/harness/http.ts'
import { expectProblem, expectRefusal } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { race, rounds } from '../../tests/harness/race.ts'
import { portalPrefix } from '../app/routes.ts'
import { environmentOf } from '../db/environment.ts'
import { sql } from '../db/sql.ts'

const { service, warehouse } = await useWarehouse()
const inSandbox = { 'anden-environment': 'sandbox' }
const root = service.url + portalPrefix

const skusOf = async (portal: ReturnType<typeof service.portal>) =>
  (await portal.get('/stock')).body.data.map(({ products }: { products: { sku: string } }) => products.sku)

describe('a sandbox', () => {
  test('is made on demand, with the products of its client and nothing in stock', async () => {
    const client = await warehouse.aStockedClient()
    const { api } = await client.aUser('operator')
    expectProblem(await api.get('/stock', inSandbox), 'sandbox/not-created')
    const created = await api.post('/sandbox')
    expect(created.status).toBe(200)
    expect(environmentOf(created.body.client_id)).toBe('sandbox')
    expect(created.body.used).toEqual({ orders: 0, products: 1, file_bytes: 0 })
    expect((await api.post('/sandbox')).body).toEqual(created.body)
    const { body } = await api.get('/stock', inSandbox)
    expect(body.data).toHaveLength(1)
    expect(body.data[0]).toMatchObject({ quantity: 0 })
    expect(body.data[0].product_id).not.toBe(client.productId)
    expect(await skusOf(client.portal)).toEqual([body.data[0].products.sku])
  })

  test('is made once, however many ask for it at the same time', async () => {
    await rounds(3, async () => {
      const { aUser } = await service.aClient()
      const { api } = await aUser()
      const asking = () => api.post('/sandbox')
      const answers = await race([asking, asking, asking, asking])
      expect(new Set(answers.map(({ body }) => body.client_id)).size).toBe(1)
    })
  })

  test('has a key of its own, which its administrators create on the live side', async () => {
    const client = await service.aClient()
    const { api } = await client.aUser()
    const key = { name: 'Pruebas', scopes: ['read:stock'], environment: 'sandbox' }
    const { status, body } = await api.post('/keys', key)
    expect(status).toBe(201)
    expect(body.token).toMatch(/^pk_test_[0-9A-Za-z]{46}$/)
    expect(body.key_prefix).toBe(body.token.slice(0, 15))
    const me = (await service.portal(body.token).get('/me')).body
    expect(me).toMatchObject({ client: { id: body.client_id, environment: 'sandbox' }, key: { id: body.id } })
    expect((await client.portal.get('/me')).body.client).toMatchObject({ id: client.id, environment: 'live' })
    const idsOf = async (headers?: Record<string, string>) =>
      (await api.get('/keys', headers)).body.data.map(({ id }: { id: string }) => id)
    expect(await idsOf()).toEqual([client.keyId])
    expect(await idsOf(inSandbox)).toEqual([body.id])
    expectProblem(await api.post('/keys', { ...key, environment: 'live' }, inSandbox), 'sandbox/live-only')
    expect((await api.post(`/keys/${body.id}/rotate`, {}, inSandbox)).body.token).toMatch(/^pk_test_/)
  })

  test('is seen by a session only in the requests that ask for it', async () => {
    const client = await warehouse.aStockedClient()
    await service.aSandboxOf(client)
    const { api } = await client.aUser('reader')
    const environments = await Promise.all(
      [{}, inSandbox, { 'anden-environment': 'live' }, {}].map(
        async (headers) => (await api.get('/session', headers)).body.client.environment,
      ),
    )
    expect(environments).toEqual(['live', 'sandbox', 'live', 'live'])
    expectProblem(await api.get('/stock', { 'anden-environment': 'Pruebas' }), 'sandbox/wrong-environment')
  })

  test('is seen by who inspects the client, who can change nothing there either', async () => {
    const client = await warehouse.aStockedClient()
    const sandbox = await service.aSandboxOf(client)
    const inspector = await service.aStaffUser(['staff:clients'])
    await inspector.api.post(`/clients/${client.id}/inspect`)
    const headers = { cookie: inspector.cookie, 'sec-fetch-site': 'same-origin', 'anden-client': client.id }
    const portal = caller(root, undefined, undefined, { ...headers, ...inSandbox })
    expect((await portal.get('/session')).body.client.id).toBe(sandbox.id)
    expectProblem(await portal.post('/keys', { name: 'x', scopes: ['read:stock'] }), 'auth/read-only')
  })

  test('is for the keys of its own only: a key has one environment', async () => {
    const client = await service.aClient()
    const sandbox = await service.aSandboxOf(client)
    expectProblem(await client.portal.get('/me', inSandbox), 'sandbox/wrong-environment')
    expectProblem(
      await sandbox.portal.get('/me', { 'anden-environment': 'live' }),
      'sandbox/wrong-environment',
    )
    expect((await sandbox.portal.get('/me', inSandbox)).status).toBe(200)
    expectProblem(await client.portal.get('/sandbox'), 'sandbox/live-key')
    expectRefusal(await service.portal(`${sandbox.token.slice(0, -1)}_`).get('/me'), 'auth/invalid-key')
  })

  test('has no users, and cannot get any', async () => {
    const client = await service.aClient()
    const sandbox = await service.aSandboxOf(client)
    const { api } = await sandbox.aUser()
    const person = { email: 'luz@cliente.example', name: 'Luz', role: 'reader' }
    expectProblem(await api.get('/users'), 'sandbox/live-only')
    expectProblem(await api.post('/users', person), 'sandbox/live-only')
    const adding = service.people.aPerson({ clientId: sandbox.id, role: 'reader', scopes: [] })
    await expect(adding).rejects.toThrow('users_of_live_clients')
  })

  test('is suspended and renamed with its owner', async () => {
    const client = await service.aClient()
    const sandbox = await service.aSandboxOf(client)
    await warehouse.staff.patch(`/clients/${client.id}`, { status: 'suspended', name: 'Otro nombre' })
    expectRefusal(await sandbox.portal.get('/me'), 'auth/client-suspended')
    await warehouse.staff.patch(`/clients/${client.id}`, { status: 'active' })
    expect((await sandbox.portal.get('/me')).body.client.name).toBe('Otro nombre')
  })

  test('has its own day', async () => {
    const client = await service.aClient()
    const sandbox = await service.aSandboxOf(client)
    const today = (await sandbox.portal.get('/sandbox')).body.day
    await service.db.run(sql`update clients set days_ahead = 40 where id = ${sandbox.id}`)
    const later = (await sandbox.portal.get('/sandbox')).body.day
    expect(Date.parse(later) - Date.parse(today)).toBe(40 * 86_400_000)
    const moving = service.db.run(sql`update clients set days_ahead = 1 where id = ${client.id}`)
    await expect(moving).rejects.toThrow('clients_live_day')
  })
})
