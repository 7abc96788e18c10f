// The network between the service and its database drops everything, without an error on either side. Nothing hangs:
// clients get 503 with Retry-After, and the service recovers by itself.

import { once } from 'node:events'
import { staffScopes } from '@anden/contract'
import { pino } from 'pino'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { queuePool } from '../../src/db/database.ts'
import { defaultLimits } from '../../src/db/driver/connection-config.ts'
import { sql } from '../../src/db/sql.ts'
import { issueStaffKey } from '../../src/identity/issue-keys.ts'
import { listenForWakes } from '../../src/webhooks/hand-over.ts'
import { startBlackholeProxy } from '../harness/blackhole-proxy.ts'
import type { HttpAnswer } from '../harness/http.ts'
import { useService } from '../harness/prologue.ts'
import { startSecondProcess } from '../harness/service.ts'
import { until } from '../harness/until.ts'

// A tenth of the limits in production. Without them, each of these requests would hang for a quarter of an hour.
const limits = { connectMs: 1_000, operationMs: 1_150, quickMs: 300 }

const service = await useService()
const network = await startBlackholeProxy(service.database.directUrl)
// Not through a pooler, so that the listening connection is cut off, too.
const cutOff = await startSecondProcess(service, 4, { url: network.url, directUrl: null, limits })
const client = await service.aClient()
afterAll(async () => {
  await cutOff.stop()
  await network.stop()
})
afterEach(() => network.heal())

const portal = () => cutOff.portal(client.token)

function expectUnavailable(answer: HttpAnswer) {
  expect(answer.body).toMatchObject({ status: 503, type: expect.stringContaining('server/unavailable') })
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
}

/** The server itself would notice within seconds that the other end of these is gone. */
const endCutOffTransactions = () =>
  service.db.rows(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction'`)

test('a request is answered within 15 s, however the time is spent', () => {
  expect(defaultLimits.quickMs + defaultLimits.operationMs).toBeLessThan(15_000)
  expect(defaultLimits.statementMs).toBeLessThan(defaultLimits.operationMs)
})

test('requests and probes get 503 with Retry-After, more of them than there are connections', async () => {
  expect((await portal().get('/stock')).status).toBe(200)
  const { token } = await issueStaffKey(service.db, { name: 'ERP', scopes: staffScopes })
  const staff = cutOff.backoffice(token)
  network.partition()
  const answers = await Promise.all([
    ...Array.from({ length: 12 }, () => portal().get('/stock')),
    portal().post('/destinatarios', { name: 'Vinoteca' }),
    staff.get('/clients'),
  ])
  for (const answer of answers) expectUnavailable(answer)
  const ready = await fetch(`${cutOff.url}/readyz`)
  expect(ready.status).toBe(503)
  expect(Number(ready.headers.get('retry-after'))).toBeGreaterThan(0)
  const metrics = await fetch(`${cutOff.url}/metrics`)
  expect(await metrics.text()).toContain('anden_database_up 0')
  network.heal()
  expect((await fetch(`${cutOff.url}/readyz`)).status).toBe(200)
  expect((await portal().post('/destinatarios', { name: 'Vinoteca' })).status).toBe(201)
})

test('a transaction that is cut off in the middle is given up, and its rollback is not waited for', async () => {
  const { body } = await portal().post('/destinatarios', { name: 'Almacén' })
  const holder = await service.db.connect()
  await holder.query('begin')
  await holder.query('select id from destinatarios where id = $1 for update', [body.id])
  const answer = portal().patch(`/destinatarios/${body.id}`, { city: 'Rosario' })
  await until('the request waits for the row', async () => {
    const waiting = await service.db.rows(sql`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
    return waiting.length > 0
  })
  network.partition()
  await holder.query('rollback')
  await holder.end()
  expectUnavailable(await answer)
  network.heal()
  await endCutOffTransactions()
  expect((await portal().patch(`/destinatarios/${body.id}`, { city: 'Salta' })).status).toBe(200)
})

test('the listening connection finds out that it is half-open, and listens again', async () => {
  let woken = 0
  const log = pino({ level: 'silent' })
  const often = { statementLimitMs: 200, heartbeatMs: 50 }
  const listening = listenForWakes({ db: cutOff.db, log }, () => woken++, often)
  await until('it listens', () => woken === 1)
  network.partition()
  network.heal()
  // It wakes the worker itself, as it does at its start: something may have been missed.
  await until('it listens again', () => woken === 2)
  await service.db.rows(sql`select pg_notify('anden_deliveries', '')`)
  await until('it hears of a commit elsewhere', () => woken === 3)
  await listening.stop()
})

describe('the pool of the job queue', () => {
  test('does not hand a connection out again that did not answer', async () => {
    const pool = queuePool(network.url, { maxConnections: 1, limitMs: 300, onError: () => undefined })
    await pool.query('select 1')
    const connection = await pool.connect()
    network.partition()
    await expect(connection.query('select 1')).rejects.toThrow('Query read timeout')
    const removed = once(pool, 'remove')
    connection.release()
    await removed
    network.heal()
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await pool.end()
  })
})

describe('a database that answers with', () => {
  test.each([
    ['a full disk', '53100'],
    ['no memory left', '53200'],
    ['a limit of its configuration', '53400'],
    ['an I/O error', '58030'],
    ['being read-only', '25006'],
  ])('%s is unavailable, not an internal error', async (_, code) => {
    const connection = await service.db.connect()
    await connection.query(`
      create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'refused' using errcode = '${code}'; end $$;
      create trigger refuse before insert on destinatarios execute function refuse()`)
    expectUnavailable(await client.portal.post('/destinatarios', { name: 'Vinoteca' }))
    await connection.query('drop function refuse cascade')
    await connection.end()
    expect((await client.portal.post('/destinatarios', { name: 'Vinoteca' })).status).toBe(201)
  })
})
