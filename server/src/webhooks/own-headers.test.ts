// A client's own headers: sent with everything, shown to nobody.
import { expect, test } from 'vitest'
import { expectFaults, expectRefusal } from '../../tests/harness/problem-answers.ts'
import { useReceiver, useWebhooks } from '../../tests/harness/prologue.ts'
import { testSecret } from '../../tests/harness/service.ts'
import { createLog } from '../app/log.ts'
import { secretKeys } from '../config/secrets.ts'
import { sql } from '../db/sql.ts'
import { resealAll } from '../secret-key/rotate.ts'
import { openSecrets } from '../secret-key/stored-key.ts'
import { leaseDeliveriesTo } from './hand-over.ts'

let logged = ''
const log = createLog('trace', {
  write: (line: string) => {
    logged += line
  },
})
const receiver = await useReceiver()
const webhooks = await useWebhooks({ log })
const token = 'Bearer qwertzuiop-0123456789'
const gateway = { name: 'Authorization', value: token }
const tenant = { name: 'X-Tenant', value: 'los alamos ~!' }

async function aClientWithHeaders(headers: object[] = [gateway, tenant]) {
  const client = await webhooks.aSubscriber(receiver.url)
  const changed = await client.change({ headers })
  expect(changed.status, changed.text).toBe(200)
  return client
}

async function lastDelivery(client: { id: string }, worker = webhooks.aWorker()) {
  const before = receiver.received.length
  await webhooks.pay(client)
  await worker.settled()
  await receiver.arrived(before + 1)
  return receiver.received.at(-1)
}

test('every attempt and every test carries them, beside the headers of the service', async () => {
  const client = await webhooks.service.aClient({ scopes: ['read:webhooks', 'write:webhooks'] })
  const url = `${receiver.url}/created`
  const given = { url, events: ['payment.received'], headers: [gateway, tenant] }
  const created = await client.portal.post('/webhooks', given)
  expect(created.status, created.text).toBe(201)
  expect(created.body.header_names).toEqual(['Authorization', 'X-Tenant'])
  const own = { authorization: token, 'x-tenant': 'los alamos ~!' }
  expect((await lastDelivery(client))?.headers).toMatchObject({
    ...own,
    'content-type': 'application/json',
    'user-agent': 'Anden-Webhooks/1',
    'service-delivery-attempt': '1',
    'webhook-id': expect.stringMatching(/^evt_/),
  })
  await webhooks.staff.post(`/clients/${client.id}/webhooks/${created.body.id}/test`)
  const test = receiver.received.at(-1)
  expect(test?.headers).toMatchObject({ ...own, 'service-event-type': 'webhook.test' })
})

test('a delivery that is leased at birth carries them', async () => {
  const client = await aClientWithHeaders()
  const worker = webhooks.aWorker({ db: webhooks.db })
  await worker.settled()
  leaseDeliveriesTo(webhooks.db, worker.lessee)
  expect((await lastDelivery(client, worker))?.headers).toMatchObject({ authorization: token })
  leaseDeliveriesTo(webhooks.db, { offer: () => null })
})

test('a change replaces all of them, null or an empty list removes them, and any other change leaves them', async () => {
  const client = await aClientWithHeaders()
  await client.change({ description: 'ERP' })
  expect((await lastDelivery(client))?.headers).toMatchObject({ authorization: token })
  await client.change({ headers: [{ name: 'X-Tenant', value: 'other' }] })
  const replaced = await lastDelivery(client)
  expect(replaced?.headers).toMatchObject({ 'x-tenant': 'other' })
  expect(replaced?.headers).not.toHaveProperty('authorization')
  for (const headers of [null, []]) {
    await client.change({ headers: [tenant] })
    expect((await client.change({ headers })).body.header_names).toEqual([])
    expect((await lastDelivery(client))?.headers).not.toHaveProperty('x-tenant')
  }
})

test('no answer, no log, no audit entry and no row has a value', async () => {
  const client = await aClientWithHeaders()
  const [delivery] = [await lastDelivery(client)]
  expect(delivery?.headers['authorization']).toBe(token)
  const [{ id }] = await client.deliveries()
  const answers = [
    await client.portal.get('/webhooks'),
    await client.portal.get(client.path),
    await client.portal.get(`${client.path}/health`),
    await client.portal.get(`${client.path}/deliveries/${id}`),
    await client.change({ description: 'x', headers: [gateway] }),
    await client.change({ headers: [{ ...gateway, value: `${token}\n` }] }),
    await webhooks.staff.get(`/clients/${client.id}/webhooks`),
    await webhooks.staff.get(`/audit?client_id=${client.id}`),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 422, 200, 200])
  const kept = await webhooks.db.rows(sql<{ text: string }>`
    select webhook_endpoints::text as text from webhook_endpoints
    union all select audit_entries::text from audit_entries
    union all select idempotency_records::text from idempotency_records`)
  for (const text of [...answers.map(({ text }) => text), ...kept.map(({ text }) => text), logged]) {
    expect(text).not.toContain('qwertzuiop')
  }
  const [entry] = answers.at(-1)?.body.data ?? []
  expect(entry).toMatchObject({ action: 'webhooks.update', after: { headers_replaced: true } })
})

test.each([
  'Service-Signature',
  'service-anything',
  'WEBHOOK-id',
  'Host',
  'Content-Type',
  'Content-Length',
  'User-Agent',
  'Connection',
  'Keep-Alive',
  'TE',
  'Trailer',
  'Transfer-Encoding',
  'Upgrade',
  'Proxy-Authorization',
  'Expect',
  'traceparent',
])('refuses %s', async (name) => {
  const client = await webhooks.aSubscriber(receiver.url)
  const answer = await client.change({ headers: [gateway, { name, value: 'x' }] })
  expect(expectFaults(answer)).toEqual(['reserved_header'])
  expect(answer.body.errors[0].pointer).toBe('/headers/1/name')
  expect((await client.endpoint()).header_names).toEqual([])
})

test.each([
  [[gateway, { name: 'AUTHORIZATION', value: 'x' }], 'repeated_header'],
  [Array.from({ length: 6 }, (_, n) => ({ name: `X-${n}`, value: 'x' })), 'too_many_items'],
  [[{ name: 'X Y', value: 'x' }], 'wrong_form'],
  [[{ name: 'X:', value: 'x' }], 'wrong_form'],
  [[{ name: '__proto__', value: 'x' }], 'wrong_form'],
  [[{ name: '', value: 'x' }], 'empty'],
  [[{ name: 'X'.repeat(65), value: 'x' }], 'too_long'],
  [[{ name: 'X', value: '' }], 'empty'],
  [[{ name: 'X', value: ' x' }], 'wrong_form'],
  [[{ name: 'X', value: 'a\r\nHost: b' }], 'wrong_form'],
  [[{ name: 'X', value: 'ñ' }], 'wrong_form'],
  [[{ name: 'X', value: 'x'.repeat(1025) }], 'too_long'],
  [[{ name: 'X' }], 'required'],
  [{ 'X-Key': 'x' }, 'wrong_type'],
])('refuses %j', async (headers, code) => {
  const client = await webhooks.aSubscriber(receiver.url)
  expect(expectFaults(await client.change({ headers }))).toContain(code)
})

test('a rotation of the secret key reseals them, and a process without the key does not replace them', async () => {
  const client = await aClientWithHeaders()
  const removed = await aClientWithHeaders()
  await removed.portal.delete(removed.path)
  const keys = secretKeys(['another key, that takes its place', testSecret])
  const { resealed, unreadable } = await resealAll(webhooks.db, keys)
  expect(resealed).toBeGreaterThanOrEqual(2)
  expect(unreadable).toBe(0)
  const onlyNew = secretKeys(['another key, that takes its place'])
  const worker = webhooks.aWorker({ secrets: await openSecrets(webhooks.db, onlyNew) })
  expect((await lastDelivery(client, worker))?.headers).toMatchObject({ authorization: token })
  expectRefusal(await client.change({ headers: [tenant] }), 'server/unavailable')
  const both = await resealAll(webhooks.db, secretKeys([testSecret, 'another key, that takes its place']))
  expect(both.unreadable).toBe(0)
})
