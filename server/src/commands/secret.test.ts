// `anden secret rotate` on a generated key, under a running server that delivers meanwhile.
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { andenJson, serve } from '../../tests/harness/command.ts'
import { commandsInOneProcess } from '../../tests/harness/commands-in-one-process.ts'
import { scratch } from '../../tests/harness/embedded/trial.ts'
import { caller } from '../../tests/harness/http.ts'
import { startReceiver } from '../../tests/harness/receiver.ts'
import { verifySignature } from '../webhooks/sign.ts'

const anden = commandsInOneProcess()

// Started here, because this file does not use the database of the tests.
const receiver = await startReceiver()
afterAll(() => receiver.stop())

test('replaces a generated key under a running server without a failed delivery, and ends the old one', async () => {
  const DATA_DIR = join(await scratch(), 'data')
  const keyFile = join(DATA_DIR, 'secret-key')
  const server = await serve({ DATA_DIR, WEBHOOK_ALLOW_PRIVATE: 'true' })
  const run = (...args: string[]) => andenJson(args, { DATA_DIR }, anden)
  const client = await run('client', 'create', '--name', 'Bodega', '--email', 'bodega@bodega.example')
  const [key, staffKey] = await Promise.all([
    run('key', 'create', '--client', client.id, '--name', 'ERP', '--all-scopes'),
    run('staff-key', 'create', '--name', 'ERP'),
  ])
  const portal = caller(`${server.url}/api/v1/portal`, key.token)
  const staff = caller(`${server.url}/api/v1/backoffice`, staffKey.token)
  const endpoint = await portal.post('/webhooks', { url: receiver.url, events: ['payment.received'] })
  expect(endpoint.status, endpoint.text).toBe(201)

  const old = await readFile(keyFile, 'utf8')
  let paid = 0
  let rotating = true
  const paying = (async () => {
    while (rotating) {
      const body = { client_id: client.id, amount: 1, payment_method: 'qr' }
      expect((await staff.post('/payments', body)).status).toBe(201)
      paid += 1
    }
  })()
  const rotated = await run('secret', 'rotate')
  rotating = false
  await paying
  expect(rotated).toMatchObject({ unreadable: 0 })
  expect(rotated.resealed).toBeGreaterThanOrEqual(1)
  await receiver.arrived(paid)
  const secret = endpoint.body.signing_secret
  for (const { body, headers } of receiver.received) {
    const signature = headers['service-signature']?.toString()
    expect(verifySignature(signature, { secret, body, nowSeconds: Date.now() / 1000 }).valid).toBe(true)
  }
  expect((await portal.get(`/webhooks/${endpoint.body.id}`)).body).toMatchObject({ consecutive_failures: 0 })
  // From now on, the server seals with the new key.
  expect(
    (await portal.post('/webhooks', { url: `${receiver.url}/2`, events: ['order.created'] })).status,
  ).toBe(201)
  expect(await server.end('SIGTERM')).toBe(0)

  const present = await readFile(keyFile, 'utf8')
  expect(present).not.toBe(old)
  expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
  expect((await readdir(DATA_DIR)).filter((name) => name.startsWith('secret-key'))).toEqual(['secret-key'])
  expect(await run('secret', 'rotate')).toMatchObject({ unreadable: 0 })
  await writeFile(keyFile, old)
  const refused = await anden(['serve'], { DATA_DIR, PORT: '0' })
  expect(refused.code).toBe(1)
  expect(refused.stderr).toMatch(
    /secret-key is not the key that the data in this database was encrypted with/,
  )
})
