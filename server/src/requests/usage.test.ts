import { expect, test } from 'vitest'
import { controlledClock } from '../../tests/harness/clock.ts'
import { expectRefusal } from '../../tests/harness/problem-answers.ts'
import { useService } from '../../tests/harness/prologue.ts'
import { testRequestLog } from '../../tests/harness/service.ts'
import { sql } from '../db/sql.ts'

const clock = controlledClock('2026-11-02T10:05:00.000Z')
const service = await useService({ clock: clock.now })
const { requestLog } = service.deps

test('GET /keys/{id}/usage counts by hour and outcome, and shows how close the key came to its limits', async () => {
  const rateLimits = { read_per_hour: 6, write_per_hour: 50, burst_per_minute: 40 }
  const client = await service.aClient({ rateLimits })
  const admin = await client.aUser()
  const { portal } = client
  const usage = async () => {
    await requestLog.flush()
    return (await admin.api.get(`/keys/${client.keyId}/usage`)).body
  }
  const none = { used: 0, peak: 0, peak_at: null }
  expect(await usage()).toEqual({
    key_id: client.keyId,
    limits: {
      read_per_hour: { limit: 6, window_seconds: 3600, ...none },
      write_per_hour: { limit: 50, window_seconds: 3600, ...none },
      burst_per_minute: { limit: 40, window_seconds: 60, ...none },
    },
    hours: [],
  })

  // The durations of requests are those of the real clock, so nothing is near the edge of a minute here.
  clock.set('2026-11-02T10:05:30.000Z')
  for (let i = 0; i < 8; i++) await portal.get('/orders')
  await portal.get('/nothing')
  clock.set('2026-11-02T10:07:30.000Z')
  for (let i = 0; i < 7; i++) await portal.post('/destinatarios', { name: 'a' })
  await portal.post('/destinatarios', {})
  clock.set('2026-11-02T12:20:30.000Z')
  await portal.get('/orders')
  await portal.post('/destinatarios', { name: 'a' })
  expect(await usage()).toEqual({
    key_id: client.keyId,
    limits: {
      read_per_hour: {
        limit: 6,
        window_seconds: 3600,
        used: 1,
        peak: 6,
        peak_at: '2026-11-02T10:00:00.000Z',
      },
      write_per_hour: {
        limit: 50,
        window_seconds: 3600,
        used: 1,
        peak: 8,
        peak_at: '2026-11-02T10:00:00.000Z',
      },
      burst_per_minute: {
        limit: 40,
        window_seconds: 60,
        used: 2,
        peak: 8,
        peak_at: '2026-11-02T10:07:00.000Z',
      },
    },
    hours: [
      { hour: '2026-11-02T10:00:00.000Z', ok: 13, client_error: 1, server_error: 0, rate_limited: 3 },
      { hour: '2026-11-02T12:00:00.000Z', ok: 2, client_error: 0, server_error: 0, rate_limited: 0 },
    ],
  })
  clock.advance(14 * 86_400_000)
  const later = await client.aUser()
  const { body } = await later.api.get(`/keys/${client.keyId}/usage`)
  expect(body.hours).toMatchObject([{ hour: '2026-11-02T12:00:00.000Z' }])
})

test('the usage of a key of another client is not found', async () => {
  const [client, other] = [await service.aClient(), await service.aClient()]
  await other.portal.get('/orders')
  const { api } = await client.aUser()
  expectRefusal(await api.get(`/keys/${other.keyId}/usage`), 'keys/not-found')
})

test('counts of several processes add up exactly, also when all write at once', async () => {
  const client = await service.aClient()
  const found = await client.portal.get('/orders')
  expect(found.status).toBe(200)
  await requestLog.flush()
  const logs = [1, 2, 3].map(() => testRequestLog(service.db, clock.now))
  const exchange = (status: number) => ({
    caller: {
      client: { id: client.id },
      key: { id: client.keyId, key_prefix: 'pk_' },
      credentialId: client.keyId,
      user: null,
    },
    requestId: 'req_0199b1c26f3a7c419d2e5b8a4f0e7d10',
    method: 'GET',
    path: '/',
    query: {},
    parameters: [],
    status,
    durationMs: 0,
    problem: null,
  })
  for (let round = 0; round < 10; round++) {
    for (const log of logs) for (const status of [200, 304, 429]) log.record(exchange(status))
    await Promise.all(logs.map((log) => log.flush()))
  }
  const [row] = await service.db.rows(sql`
    select ok, ok_reads, rate_limited, reads, writes, (select sum(n)::int from unnest(by_minute) as n) as by_minute
    from request_hours where key_id = ${client.keyId}`)
  expect(row).toEqual({ ok: 61, ok_reads: 61, rate_limited: 30, reads: 61, writes: 0, by_minute: 61 })
  const reads = await service.db.rows(sql`select count from request_reads where client_id = ${client.id}`)
  expect(reads).toEqual([{ count: 61 }])
  await Promise.all(logs.map((log) => log.close()))
})
