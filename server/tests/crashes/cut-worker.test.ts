// All connections to the database are cut, again and again, while deliveries run. A delivery whose claim got lost is found
// when its lease runs out, and results wait until they can be written.

import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { createDb } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { useReceiver, useWebhooks } from '../harness/prologue.ts'

const count = 600

const receiver = await useReceiver((_, response) => void delay(5).then(() => response.end()))
const webhooks = await useWebhooks({ webhooks: { concurrency: 40 } })
// Not through a pooler, which would lend the cutter one of the sessions that it has just ended.
const cutter = createDb({ url: webhooks.service.database.directUrl, maxConnections: 1 })
afterAll(() => cutter.close())

const cutAll = sql`
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`

test('nothing is lost, nothing is stuck, and nothing is sent twice', async () => {
  const clients = await Promise.all([0, 1, 2, 3].map((i) => webhooks.aSubscriber(`${receiver.url}/${i}`)))
  for (const client of clients) await webhooks.addDue(client, count / clients.length)
  const workers = [webhooks.aWorker(), webhooks.aWorker()]
  let cut = 0
  while (receiver.received.length < count * 0.8) {
    cut += await cutter.run(cutAll)
    const before = receiver.received.length
    // Some deliveries complete between two cuts, or it would never end.
    await Promise.race([receiver.arrived(before + 40), delay(3_000)])
  }
  expect(cut).toBeGreaterThan(10)
  for (let left = count; left > 0; ) {
    for (const worker of workers) await worker.settled()
    await cutter.run(sql`update deliveries set leased_until = clock_timestamp() where status = 'pending'`)
    const pending = sql<{ left: number }>`select count(*) as left from deliveries where status = 'pending'`
    left = (await cutter.one(pending)).left
  }
  const ids = receiver.received.map(({ headers }) => headers['service-delivery-id'])
  expect(ids).toHaveLength(count)
  expect(new Set(ids).size).toBe(count)
  const wrong = sql`
    select id from deliveries
    where status <> 'succeeded' or attempts <> 1 or jsonb_array_length(attempt_log) <> 1`
  expect(await cutter.rows(wrong)).toEqual([])
}, 180_000)
