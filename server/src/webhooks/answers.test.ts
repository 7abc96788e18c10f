// Responses are stored as far as the log can hold them, and never block the next delivery.

import { beforeEach, expect, test } from 'vitest'
import { useWebhooks } from '../../tests/harness/prologue.ts'
import { type Receiver, startReceiver } from '../../tests/harness/receiver.ts'
import type { Subscriber } from '../../tests/harness/subscribers.ts'
import { sql } from '../db/sql.ts'

let receiver: Receiver
const webhooks = await useWebhooks({ asDocumented: true })
const worker = webhooks.aWorker()
beforeEach(async () => {
  receiver = await startReceiver()
  return () => receiver.stop()
})

async function attempted(client: Subscriber) {
  await webhooks.pay(client)
  worker.wake()
  await worker.settled()
  const { attempt_log, ...delivery } = await client.newestDelivery()
  return { delivery, attempt: attempt_log[0] }
}

test('a ten-megabyte response succeeds and 1 KiB of it is stored', async () => {
  receiver.respond((_, response) => response.end('ñ'.repeat(5_000_000)))
  const { delivery, attempt } = await attempted(await webhooks.aSubscriber(receiver.url))
  expect(delivery).toMatchObject({ status: 'succeeded', response_status: 200 })
  expect(attempt.response_excerpt).toBe('ñ'.repeat(512))
})

test.each([
  ['NUL bytes', Buffer.from('a\0b\0'), 'a\uFFFDb\uFFFD'],
  [
    'invalid UTF-8',
    Buffer.from([0x61, 0xff, 0xfe, 0xed, 0xa0, 0x80, 0x62]),
    'a\uFFFD\uFFFD\uFFFD\uFFFD\uFFFDb',
  ],
  ['half a character', Buffer.concat([Buffer.from('x'.repeat(1022)), Buffer.from('🍇')]), 'x'.repeat(1022)],
  ['quotes, backslashes and braces', Buffer.from(`{"a":'\\\\x'}{NULL}`), `{"a":'\\\\x'}{NULL}`],
  ['nothing', Buffer.alloc(0), null],
])('a response of %s is stored as text', async (_, bytes, kept) => {
  receiver.respond((_request, response) => response.writeHead(500).end(bytes))
  const { delivery, attempt } = await attempted(await webhooks.aSubscriber(receiver.url))
  expect(delivery).toMatchObject({ status: 'pending', attempts: 1, response_status: 500 })
  expect(attempt.response_excerpt).toBe(kept)
})

test('a response the log rejects loses only its text: its delivery and the rest of the batch are recorded', async () => {
  const [bad, good] = [
    await webhooks.aSubscriber(receiver.url),
    await webhooks.aSubscriber(`${receiver.url}/good`),
  ]
  receiver.respond(({ path }, response) => response.end(path.endsWith('good') ? 'good' : 'untakable'))
  await webhooks.db.run(sql`
    alter table deliveries add constraint picky check (attempt_log::text not like '%untakable%')`)
  await webhooks.addDue(bad, 5)
  await webhooks.addDue(good, 20)
  worker.wake()
  await receiver.arrived(25)
  await worker.settled()
  expect(receiver.received).toHaveLength(25)
  expect(await good.deliveries('status=succeeded')).toHaveLength(20)
  const kept = await bad.deliveries('status=succeeded')
  expect(kept).toHaveLength(5)
  expect((await bad.detail(kept[0].id)).attempt_log).toEqual([
    expect.objectContaining({ number: 1, response_status: 200, response_excerpt: null }),
  ])
})
