import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { andenJson } from '../../tests/harness/command.ts'
import { useService } from '../../tests/harness/prologue.ts'
import { processSettings } from '../../tests/harness/service-process.ts'
import { addEndpoint } from '../../tests/harness/webhook-data.ts'
import { sql } from '../db/sql.ts'
import { runRetention } from './retention.ts'

const now = Date.parse('2026-11-02T03:30:00Z')
const service = await useService()

/** Events of the given age in days, each with a delivery. */
async function past(clientId: string, endpointId: string, daysAgo: number, count: number) {
  const moment = new Date(now - daysAgo * 86_400_000).toISOString()
  await service.db.run(sql`
    with event as (
      insert into events (id, client_id, type, body, created_at)
      select new_id(), ${clientId}, 'order.created', '{}', ${moment} from generate_series(1, ${count}::int)
      returning id, created_at)
    insert into deliveries (id, client_id, endpoint_id, event_id, event_type, status, created_at)
    select new_id(), ${clientId}, ${endpointId}, id, 'order.created', 'succeeded', created_at from event`)
}
const records = (scope: string, secondsAgo: number, count: number) => {
  const moment = new Date(now - secondsAgo * 1000).toISOString()
  return service.db.run(sql`
    insert into idempotency_records (scope, key, body_hash, created_at)
    select ${scope}, number::text, '', ${moment} from generate_series(1, ${count}::int) as number`)
}
const left = sql`
  select (select count(*) from events) as events, (select count(*) from deliveries) as deliveries,
    (select count(*) from idempotency_records) as records,
    (select count(*) from daily_runs) as runs, (select count(*) from requests) as requests,
    (select count(*) from request_hours) as hours, (select count(*) from request_reads) as reads`

/** Logged requests of the given age in days, and as many counts, each in a different hour. */
async function logged(clientId: string, daysAgo: number, count: number) {
  const moment = new Date(now - daysAgo * 86_400_000).toISOString()
  await service.db.run(sql`
    insert into requests (id, client_id, method, path, status, duration_ms, created_at)
    select new_id(), ${clientId}, 'GET', '/', 404, 1, ${moment} from generate_series(1, ${count}::int)`)
  await service.db.run(sql`
    insert into request_hours (client_id, key_id, hour, ok, ok_reads, client_errors, server_errors, rate_limited, reads,
      writes, by_minute)
    select ${clientId}, new_id(), ${moment}, 1, 1, 0, 0, 0, 1, 0, array_fill(0, array[60])
    from generate_series(1, ${count}::int)`)
  await service.db.run(
    sql`insert into request_reads (client_id, hour, count) values (${clientId}, ${moment}, 1)`,
  )
}

test('removes what is past its retention in batches, and nothing newer', async () => {
  const client = await service.aClient()
  const endpointId = await addEndpoint(service.db, client.id)
  await past(client.id, endpointId, 90.01, 2_500)
  await past(client.id, endpointId, 89.99, 7)
  await records('old', 86_401, 1_200)
  await records('young', 86_399, 5)
  await service.db.run(sql`
    insert into daily_runs (job, day) values ('lot-expiring', '2026-07-01'), ('lot-expiring', '2026-11-01')`)
  const [ended] = [await client.aUser(), await client.aUser()]
  const moment = new Date(now - 1000).toISOString()
  await service.db.run(sql`update sessions set expires_at = ${moment} where id = ${ended.sessionId}`)
  await service.db.run(sql`
    insert into verifications (id, identifier, value, expires_at)
    values (new_id(), 'ended', '', ${moment}), (new_id(), 'live', '', ${new Date(now + 1000).toISOString()})`)
  await logged(client.id, 14.01, 1_100)
  await logged(client.id, 13.99, 3)
  const batches: number[] = []
  const db: typeof service.db = {
    ...service.db,
    async run(statement) {
      const count = await service.db.run(statement)
      batches.push(count)
      return count
    },
  }
  expect(await runRetention(db, now, 86_400)).toEqual({
    events: 2_500,
    idempotency_records: 1_200,
    daily_runs: 1,
    sessions: 1,
    verifications: 1,
    requests: 1_100,
    request_hours: 1_100,
    request_reads: 1,
  })
  expect(batches).toEqual([1_000, 1_000, 500, 1_000, 200, 1, 1, 1, 1_000, 100, 1_000, 100, 1])
  expect(await service.db.rows(left)).toEqual([
    { events: 7, deliveries: 7, records: 5, runs: 1, requests: 3, hours: 3, reads: 1 },
  ])
  expect(await runRetention(service.db, now, 86_400)).toEqual({
    events: 0,
    idempotency_records: 0,
    daily_runs: 0,
    sessions: 0,
    verifications: 0,
    requests: 0,
    request_hours: 0,
    request_reads: 0,
  })
})

test('can be run manually', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'anden-retention-'))
  const removed = await andenJson(['job', 'run', 'retention'], processSettings(service, dataDir))
  expect(removed).toEqual({
    events: expect.any(Number),
    idempotency_records: expect.any(Number),
    daily_runs: expect.any(Number),
    sessions: expect.any(Number),
    verifications: expect.any(Number),
    requests: expect.any(Number),
    request_hours: expect.any(Number),
    request_reads: expect.any(Number),
  })
  await rm(dataDir, { recursive: true, force: true })
})
