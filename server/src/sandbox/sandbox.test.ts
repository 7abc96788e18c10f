// A client's sandbox: how it is made, who gets in, and what it does not have.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { caller } from '../../tests/harness/http.ts'
import { keptMail } from '../../tests/harness/mail-server.ts'
import { pdfPages } from '../../tests/harness/pdf-text.ts'
import { expectProblem, expectRefusal } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { race, rounds } from '../../tests/harness/race.ts'
import { addLots, addProduct } from '../../tests/harness/stock-data.ts'
import { until } from '../../tests/harness/until.ts'
import { aPdf, upload } from '../../tests/harness/uploads.ts'
import { portalPrefix } from '../app/routes.ts'
import { environmentOf } from '../db/environment.ts'
import { sql } from '../db/sql.ts'
import { runLotExpiring } from '../jobs/lot-expiring.ts'
import { startJobs } from '../jobs/runner.ts'
import { actOnOrder } from '../orders/actions.ts'
import { createRemito } from '../remitos/create.ts'

const { service, warehouse } = await useWarehouse()
const inSandbox = { 'anden-environment': 'sandbox' }
const root = service.url + portalPrefix
/** Who acts as the warehouse in a sandbox. */
const simulator = { actor: 'simulator', requestId: 'test' }
const settings = { today: new Date().toISOString().slice(0, 10), pointOfSale: 1 }

const skusOf = async (portal: ReturnType<typeof service.portal>) =>
  (await portal.get('/stock')).body.data.map(({ products }: { products: { sku: string } }) => products.sku)

describe('a sandbox', () => {
  test('is made on demand, with the products of its client and nothing in stock', async () => {
    const client = await warehouse.aStockedClient()
    const { api } = await client.aUser('operator')
    expectProblem(await api.get('/stock', inSandbox), 'sandbox/not-created')
    const created = await api.post('/sandbox')
    expect(created.status).toBe(201)
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

describe('what a sandbox does', () => {
  /** Goods and an order that is approved by the rules of the staff, but not by the staff. */
  async function anApprovedOrder() {
    const client = await warehouse.aStockedClient()
    const sandbox = await service.aSandboxOf(client)
    const [row] = (await sandbox.portal.get('/stock')).body.data
    const items = [{ product_id: row.product_id, quantity: 5 }]
    await service.db.transaction((tx) =>
      createRemito(tx, simulator, { client_id: sandbox.id, type: 'ingreso', items }, settings),
    )
    const destinatario = { name: 'Vinoteca', email: 'compras@vinoteca.example' }
    const { body: recipient } = await sandbox.portal.post('/destinatarios', destinatario)
    const order = { destinatario_id: recipient.id, items }
    const key = { 'idempotency-key': randomUUID() }
    const { body } = await sandbox.portal.post('/orders', order, key)
    await service.db.transaction((tx) => actOnOrder(tx, simulator, body.id, { action: 'approve' }, settings))
    const [egreso] = (await sandbox.portal.get('/remitos?type=egreso')).body.data
    return { client, sandbox, orderId: body.id as string, egreso }
  }

  test('its remitos have the letter X, a point of sale that no book has, and a series of their own', async () => {
    const { egreso } = await anApprovedOrder()
    expect(egreso.remito_number).toEqual(['X 99999-00000001'])
    const other = await anApprovedOrder()
    expect(other.egreso.remito_number).toEqual(['X 99999-00000001'])
    const book = { from: 1, to: 9, cai: '71234567890123', cai_expires_on: '2099-12-31' }
    const refused = await warehouse.staff.post('/remito-books', { ...book, point_of_sale: 99_999 })
    expectProblem(refused, 'validation/invalid-body')
    const { id } = await warehouse.aStockedClient()
    const [live] = (await warehouse.staff.get(`/remitos?client_id=${id}`)).body.data
    expect(live.remito_number.join()).not.toContain('99999')
  })

  test('its remitos say on every page that they are not valid', async () => {
    const { sandbox, egreso } = await anApprovedOrder()
    const root = service.url + portalPrefix
    const answer = await fetch(`${root}/remitos/${egreso.id}/pdf`, {
      headers: { authorization: `Bearer ${sandbox.token}` },
    })
    for (const page of await pdfPages(Buffer.from(await answer.arrayBuffer()))) {
      expect(page).toContain('SIN VALIDEZ')
      expect(page).not.toContain('Código N°')
    }
  })

  test('its events say so, and those of a live client do, too', async () => {
    const { client, sandbox } = await anApprovedOrder()
    for (const [portal, livemode] of [
      [client.portal, true],
      [sandbox.portal, false],
    ] as const) {
      const { data } = (await portal.get('/events')).body
      expect(data.length).toBeGreaterThan(0)
      expect(new Set(data.map((event: { livemode: boolean }) => event.livemode))).toEqual(new Set([livemode]))
      expect(data[0].id).toMatch(/^evt_/)
    }
  })

  test('its mails never leave, and are shown to the client', async () => {
    const { client, sandbox, orderId, egreso } = await anApprovedOrder()
    const kept = keptMail()
    await service.db.run(sql`update clients set mail_remitos = true where id = ${client.id}`)
    const jobs = await startJobs(service.deps, kept.transport)
    for (const action of ['prepare', 'dispatch'] as const)
      await service.db.transaction((tx) => actOnOrder(tx, simulator, orderId, { action }, settings))
    const mails = async () => (await sandbox.portal.get('/sandbox/mails')).body.data
    await until('the mail is there', async () => (await mails()).length > 0)
    await jobs.stop()
    expect(kept.mails).toEqual([])
    expect(await mails()).toEqual([
      {
        id: expect.any(String),
        to: 'compras@vinoteca.example',
        subject: expect.stringContaining(egreso.remito_number[0]),
        text: expect.stringContaining('Vinoteca'),
        attachments: [expect.stringContaining('.pdf')],
        created_at: expect.any(String),
      },
    ])
  })

  test('its lots expire by its own day', async () => {
    const client = await warehouse.aStockedClient()
    const sandbox = await service.aSandboxOf(client)
    const expiry_date = '2031-03-20'
    for (const { id } of [client, sandbox]) {
      const { id: product_id } = await addProduct(service.db, id)
      await addLots(service.db, id, [{ product_id, expiry_date }])
    }
    const emitted = async (portal: typeof client.portal) =>
      (await portal.get('/events?type=lot.expiring')).body.data.map(
        (event: { data: { object: { days_until_expiry: number } } }) => event.data.object.days_until_expiry,
      )
    await service.db.run(sql`update clients set days_ahead = 60 where id = ${sandbox.id}`)
    await runLotExpiring(service.db, '2031-01-10')
    expect([await emitted(client.portal), await emitted(sandbox.portal)]).toEqual([[], [9]])
    await runLotExpiring(service.db, '2031-03-10')
    expect([await emitted(client.portal), await emitted(sandbox.portal)]).toEqual([[10], [9]])
  })

  test('it can have 5,000 orders and a gigabyte of files, and a live client as many as it needs', async () => {
    const { client, sandbox, orderId } = await anApprovedOrder()
    await service.db.run(sql`update order_series set last_number = 5000 where client_id = ${sandbox.id}`)
    const [row] = (await sandbox.portal.get('/stock')).body.data
    const [recipient] = (await sandbox.portal.get('/destinatarios')).body.data
    const order = { destinatario_id: recipient.id, items: [{ product_id: row.product_id, quantity: 1 }] }
    const place = (portal: typeof client.portal, body: object) =>
      portal.post('/orders', body, { 'idempotency-key': randomUUID() })
    expectProblem(await place(sandbox.portal, order), 'sandbox/limit-reached')
    await service.db.run(sql`
      insert into order_attachments (id, client_id, order_id, file_name, size_bytes, state)
      values (${randomUUID()}, ${sandbox.id}, ${orderId}, 'a.pdf', 999999999, 'ready')`)
    expectProblem(await upload(service, sandbox, orderId, { content: aPdf() }), 'sandbox/limit-reached')
    await service.db.run(sql`
      insert into order_series (client_id, last_number) values (${client.id}, 5000)
      on conflict (client_id) do update set last_number = 5000`)
    const { body: live } = await client.portal.post('/destinatarios', { name: 'Vinoteca' })
    const items = [{ product_id: client.productId, quantity: 1 }]
    expect((await place(client.portal, { destinatario_id: live.id, items })).status).toBe(201)
  })
})
