// The same request from many connections at once: one does the work, and the others get its response.

import { setTimeout as delay } from 'node:timers/promises'
import { staffScopes } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { afterAll, describe, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { issueStaffKey } from '../../src/identity/issue-keys.ts'
import type { HttpAnswer } from '../harness/http.ts'
import { useWarehouse } from '../harness/prologue.ts'
import { race, tally, times } from '../harness/race.ts'
import { startSecondProcess, type TestService } from '../harness/service.ts'
import { until } from '../harness/until.ts'
import { order } from '../harness/warehouse.ts'

const { service, warehouse } = await useWarehouse({ maxConnections: 16 })
const other = await startSecondProcess(service, 16)
afterAll(() => other.stop())

const replays = (answers: readonly HttpAnswer[]) =>
  answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')

/** All are equal except for the request id, which is different for each; only one of them is not a replay. */
function expectOneAnswer(answers: readonly HttpAnswer[]) {
  const plain = answers.map(({ status, headers, text }) => ({
    status,
    location: headers.get('location'),
    text: text.replaceAll(/req_[0-9a-f]+/g, 'req'),
  }))
  expect(plain).toEqual(plain.map(() => plain[0]))
  expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(answers.length)
  expect(replays(answers)).toHaveLength(answers.length - 1)
}

/** How many connections wait for a lock. */
async function waiting({ db }: TestService): Promise<number> {
  const { count } = await db.one(sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return count
}

describe('the same Idempotency-Key at once', () => {
  test('from 50 connections makes one order, and all 50 get the same answer', async () => {
    const client = await warehouse.aStockedClient(100)
    const answers = await race(times(50, () => () => order(client, 1, {}, 'fifty')))
    expect(tally(answers)).toEqual({ '201': 50 })
    expectOneAnswer(answers)
    const { body } = await client.portal.get('/orders')
    expect(body.data).toHaveLength(1)
  })

  test('on two processes makes one order, and all get the same answer', async () => {
    const client = await warehouse.aStockedClient(100)
    const there = { ...client, portal: other.portal(client.token) }
    const answers = await race(times(50, (index) => () => order(index % 2 ? client : there, 1, {}, 'two')))
    expect(tally(answers)).toEqual({ '201': 50 })
    expectOneAnswer(answers)
    const { body } = await client.portal.get('/orders')
    expect(body.data).toHaveLength(1)
  })

  test('a refusal is given to all of them alike, on both processes', async () => {
    const client = await warehouse.aStockedClient(1)
    const there = { ...client, portal: other.portal(client.token) }
    const answers = await race(times(20, (index) => () => order(index % 2 ? client : there, 5, {}, 'no')))
    expect(tally(answers)).toEqual({ '422 orders/insufficient-stock': 20 })
    expectOneAnswer(answers)
  })

  test('with different bodies: one is executed, the others get a conflict', async () => {
    const client = await warehouse.aStockedClient(100)
    const answers = await race(times(10, (index) => () => order(client, index + 1, {}, 'bodies')))
    expect(tally(answers)).toEqual({ '201': 1, '409 idempotency/key-reused-with-different-body': 9 })
    const { body } = await client.portal.get('/orders')
    expect(body.data).toHaveLength(1)
  })

  test('an ERP that enters goods many times over, on both processes, enters them once', async () => {
    const client = await warehouse.aStockedClient(0)
    const { token } = await issueStaffKey(service.db, { name: 'ERP', scopes: staffScopes })
    const erps = [service.backoffice(token), other.backoffice(token)]
    const body = {
      client_id: client.id,
      type: 'ingreso',
      items: [{ product_id: client.productId, quantity: 5 }],
    }
    const sends = times(
      30,
      (index) => () => erps[index % 2]?.post('/remitos', body, { 'idempotency-key': 'erp' }),
    )
    const answers = await race(sends as (() => Promise<HttpAnswer>)[])
    expect(tally(answers)).toEqual({ '201': 30 })
    expectOneAnswer(answers)
    const { body: stock } = await client.portal.get(`/stock/${client.productId}`)
    expect(stock.quantity).toBe(5)
  })
})

test('duplicates that wait leave connections to others, on both processes', async () => {
  const client = await warehouse.aStockedClient(100)
  const there = { ...client, portal: other.portal(client.token) }
  const elsewhere = await warehouse.aStockedClient(10)
  const holder = await service.db.connect()
  await holder.query('begin')
  await holder.query('select 1 from stock where product_id = $1 for update', [client.productId])
  const twins = race(times(100, (index) => () => order(index % 2 ? client : there, 1, {}, 'waiting')))
  try {
    await until('a twin waits on each process', async () => (await waiting(service)) >= 2)
    const others = await Promise.all([
      ...times(10, () => order(elsewhere, 1)),
      ...times(20, () => client.portal.get('/stock')),
      ...times(20, () => there.portal.get('/orders')),
    ])
    expect(tally(others)).toEqual({ '200': 40, '201': 10 })
    expect(await Promise.race([twins, delay(0, 'still waiting')])).toBe('still waiting')
  } finally {
    await holder.query('commit')
    await holder.end()
  }
  const answers = await twins
  expect(tally(answers)).toEqual({ '201': 100 })
  expectOneAnswer(answers)
})

test('a key that is new each time never replays', async () => {
  const client = await warehouse.aStockedClient(20)
  const answers = await race(times(20, () => () => order(client, 1, {}, uuidv7())))
  expect(tally(answers)).toEqual({ '201': 20 })
  expect(replays(answers)).toHaveLength(0)
})
