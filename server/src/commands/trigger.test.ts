// The command itself: its options, what it prints, and what it says if something is wrong. What is sent is tested in
// webhooks/trigger.test.ts.
import { tmpdir } from 'node:os'
import { eventTypes } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { andenJson, anden as inOwnProcess, launch, type Settings } from '../../tests/harness/command.ts'
import { commandsInOneProcess } from '../../tests/harness/commands-in-one-process.ts'
import { useReceiver, useWebhooks } from '../../tests/harness/prologue.ts'
import { answering } from '../../tests/harness/receiver.ts'
import { testSecret } from '../../tests/harness/service.ts'
import { until } from '../../tests/harness/until.ts'

const anden = commandsInOneProcess()
const receiver = await useReceiver(answering(200, 'received'))
const webhooks = await useWebhooks()
const client = await webhooks.aSubscriber(receiver.url, ['order.approved'])
const settings: Settings = {
  ...webhooks.service.database.settings,
  SECRET_KEY: testSecret,
  DATA_DIR: tmpdir(),
  WEBHOOK_ALLOW_PRIVATE: 'true',
}
const to = ['--client', client.id]

async function refusal(args: readonly string[], given = settings): Promise<string> {
  const { code, stderr } = await anden(['trigger', ...args], given)
  expect(code).toBe(1)
  expect(stderr).toMatch(/^anden: [^\n]+\n$/)
  return stderr
}

test('sends to the subscribed endpoint and prints the result, as a table and as one JSON value', async () => {
  const [table, json] = await Promise.all([
    inOwnProcess(['trigger', 'order.approved', ...to], settings),
    andenJson(['trigger', 'order.approved', ...to, '--endpoint', client.webhookId], settings, anden),
  ])
  expect([table.code, table.stderr]).toEqual([0, ''])
  expect(table.stdout).toMatch(new RegExp(`evt_test_\\S+ +${client.webhookId} +${receiver.url} +true +200`))
  expect(json).toMatchObject({
    type: 'order.approved',
    deliveries: [{ endpoint_id: client.webhookId, url: receiver.url, succeeded: true, response_status: 200 }],
  })
  expect(receiver.received.map(({ body }) => JSON.parse(body).id)).toContain(json.id)
})

test('anden listen prints it and finds its signature valid', async () => {
  const listener = await webhooks.aSubscriber('http://127.0.0.1:1/', ['lot.expiring'])
  const listen = launch(['listen', '--port', '0', '--secret', listener.secret, '--json'], {})
  const url = () => /http:\/\/127\.0\.0\.1:\d+/.exec(listen.stderr())?.[0]
  await until('it listens', () => url() !== undefined)
  await listener.change({ url: url() })
  const { id } = await andenJson(['trigger', 'lot.expiring', '--client', listener.id], settings, anden)
  await until('it is shown', () => listen.stdout().endsWith('\n'))
  expect(JSON.parse(listen.stdout())).toMatchObject({ id, type: 'lot.expiring', signature: 'holds' })
  expect(await listen.end('SIGTERM')).toBe(0)
})

test('says in one line what is wrong and what to do', async () => {
  const nobody = uuidv7()
  const lines = await Promise.all([
    refusal(['order.aproved', ...to]),
    refusal(['order.approved', '--client', nobody]),
    refusal(['order.approved', ...to, '--endpoint', nobody]),
    refusal(['stock.changed', ...to]),
  ])
  const types = eventTypes.join(', ')
  const endpoint = `${client.webhookId} (${receiver.url}, active)`
  const expected = [
    `did you mean order.approved? The event types are ${types}`,
    `there is no client ${nobody}: anden client list shows all clients`,
    `the client has no endpoint ${nobody}; its endpoints are ${endpoint}`,
    `no active endpoint of the client subscribes to stock.changed: choose one with --endpoint, of ${endpoint}`,
  ]
  for (const [i, text] of expected.entries()) expect(lines[i]).toContain(text)
})

test('fails if the endpoint does not accept it, with the result on standard output', async () => {
  receiver.respond(answering(500, 'broken'))
  const { code, stdout, stderr } = await anden(['trigger', 'order.approved', ...to, '--json'], settings)
  expect(code).toBe(1)
  expect(JSON.parse(stdout).deliveries).toMatchObject([{ succeeded: false, response_excerpt: 'broken' }])
  expect(stderr).toBe(`anden: not accepted by ${receiver.url}: HTTP 500\n`)
})

test('a private address is refused as in any delivery, and the message names the setting', async () => {
  const { WEBHOOK_ALLOW_PRIVATE: _, ...guarded } = settings
  const count = receiver.received.length
  const { code, stderr } = await anden(['trigger', 'order.approved', ...to], guarded)
  expect(code).toBe(1)
  expect(stderr).toMatch(/address not allowed: .*WEBHOOK_ALLOW_PRIVATE=true allows http and private/)
  expect(receiver.received).toHaveLength(count)
})
