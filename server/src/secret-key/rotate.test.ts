// SECRET_KEY is replaced while deliveries run: nothing is lost, and nothing is sealed under the old key afterwards.

import { expect, test } from 'vitest'
import { useReceiver, useWebhooks } from '../../tests/harness/prologue.ts'
import { startSecondProcess, testSecret } from '../../tests/harness/service.ts'
import { secretKeys } from '../config/secrets.ts'
import { sql } from '../db/sql.ts'
import { verifySignature } from '../webhooks/sign.ts'
import { resealAll } from './rotate.ts'
import { openSecrets } from './stored-key.ts'

const newKey = 'the key that takes the place of the old one'
const both = () => secretKeys([newKey, testSecret])

const receiver = await useReceiver()
const webhooks = await useWebhooks()

const sealedSecrets = () =>
  webhooks.db.rows(sql<{ sealed: Buffer }>`
    select secret as sealed from webhook_endpoints union all
    select previous_secret from webhook_endpoints where previous_secret is not null union all
    select own_headers from webhook_endpoints where own_headers is not null`)

test('rotates online: deliveries, endpoints made meanwhile, overlaps and cursors all stay valid', async () => {
  const { service, db } = webhooks
  const secrets = await openSecrets(db, both())
  const rolledOut = { ...service, deps: { ...service.deps, secrets } }
  const secondProcess = await startSecondProcess(rolledOut)
  const worker = webhooks.aWorker({ secrets })
  const clients = [await webhooks.aSubscriber(receiver.url), await webhooks.aSubscriber(receiver.url)]
  const [first, second] = clients as [(typeof clients)[0], (typeof clients)[0]]
  const own = [{ name: 'X-Tenant', value: 'los alamos' }]
  expect((await first.change({ headers: own })).body.header_names).toEqual(['X-Tenant'])
  const { body: rotated } = await second.portal.post(`${second.path}/rotate-secret`, { overlap_seconds: 600 })
  for (const client of clients) await webhooks.addDue(client, 200)
  const reader = await service.aClient()
  const page = (await reader.portal.get('/events?order=asc')).body

  // Before the rotation both kinds of process seal with the old key, and so read each other's secrets.
  const early = await secondProcess.portal(first.token).post('/webhooks', newEndpoint('early'))
  expect(early.status).toBe(201)
  const [result, ...made] = await Promise.all([
    resealAll(db, both()),
    ...[1, 2, 3].map((n) => secondProcess.portal(first.token).post('/webhooks', newEndpoint(`during-${n}`))),
  ])
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(result.unreadable).toBe(0)
  expect(result.resealed).toBeGreaterThanOrEqual(3)
  for (const client of clients) await webhooks.addDue(client, 50)
  await worker.settled()
  await receiver.arrived(500)

  const validUnder = new Map([first.secret, second.secret, rotated.signing_secret].map((key) => [key, 0]))
  for (const { body, headers } of receiver.received) {
    for (const [secret, count] of validUnder) {
      const signature = headers['service-signature']?.toString()
      const { valid } = verifySignature(signature, { secret, body, nowSeconds: Date.now() / 1000 })
      if (valid) validUnder.set(secret, count + 1)
    }
  }
  expect([...validUnder.values()]).toEqual([250, 250, 250])
  const withOwn = receiver.received.filter(({ headers }) => headers['x-tenant'] === 'los alamos')
  expect(withOwn).toHaveLength(250)

  expect(await resealAll(db, both())).toEqual({ resealed: 0, unreadable: 0 })
  expect(await sealedSecrets()).toHaveLength(8)
  await expect(openSecrets(db, secretKeys([testSecret]))).rejects.toThrow('SECRET_KEY is not the key')
  expect((await openSecrets(db, secretKeys([newKey]))).cursorKey).toEqual(service.deps.secrets.cursorKey)
  const next = await secondProcess.portal(reader.token).get(`/events?order=asc&cursor=${page.next_cursor}`)
  expect(next.status, next.text).toBe(200)
  expect((await webhooks.staff.get('/audit?limit=20')).body.data).toContainEqual(
    expect.objectContaining({ action: 'secret.rotate', actor: 'anden secret rotate', subject_id: null }),
  )
  // A process that still has only the old key must not seal anything with it.
  expect((await first.portal.post('/webhooks', newEndpoint('late'))).status).toBe(503)
  await secondProcess.stop()
})

const newEndpoint = (name: string) => ({ url: `${receiver.url}/${name}`, events: ['order.created'] })
