// The response to a repeated POST /orders. Concurrent duplicates are tested in the races.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type pg from 'pg'
import { uuidv7 } from 'uuidv7'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type Caller, caller, type HttpAnswer } from '../../../tests/harness/http.ts'
import { expectRefusal } from '../../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../../tests/harness/prologue.ts'
import { until } from '../../../tests/harness/until.ts'
import { order } from '../../../tests/harness/warehouse.ts'
import { createDb, type Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Transaction } from '../../db/transaction.ts'
import { throwProblem } from '../../problem.ts'
import { idempotency } from './idempotency.ts'

const waitMs = 200
const ttlSeconds = 600
const { service, warehouse } = await useWarehouse({
  idempotencyWaitMs: waitMs,
  idempotencyTtlSeconds: ttlSeconds,
})

/** The same status, Location and bytes; each response has its own request id. */
function expectReplay(first: HttpAnswer, again: HttpAnswer) {
  const own = ({ headers, text }: HttpAnswer) =>
    text.replace(headers.get('x-request-id') ?? '', '<request id>')
  expect(own(again)).toBe(own(first))
  expect(again.status).toBe(first.status)
  for (const name of ['location', 'content-type', 'content-length', 'cache-control'])
    expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)])
  expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
  expect(first.headers.get('idempotency-replayed')).toBeNull()
  expect(again.headers.get('idempotency-replayed')).toBe('true')
}
const countOrders = async ({ portal }: { portal: Caller }) =>
  (await portal.get('/orders?limit=100')).body.data.length
const age = (key: string, seconds: number) =>
  service.db.run(sql`
    update idempotency_records set created_at = created_at - make_interval(secs => ${seconds})
    where key = ${key}`)

describe('the Idempotency-Key of POST /orders', () => {
  test('is required', async () => {
    const { portal, destinatarioId, productId } = await warehouse.aStockedClient(1)
    const body = { destinatario_id: destinatarioId, items: [{ product_id: productId, quantity: 1 }] }
    const { detail } = expectRefusal(await portal.post('/orders', body), 'idempotency/key-required')
    expect(detail).toContain('Idempotency-Key')
  })

  test.each([
    ['empty', ''],
    ['of 256 characters', 'k'.repeat(256)],
  ])('is refused if %s', async (_, key) => {
    const client = await warehouse.aStockedClient(1)
    const { detail } = expectRefusal(await order(client, 1, {}, key), 'idempotency/key-invalid')
    expect(detail).toContain('255')
  })

  test.each(['k', 'k'.repeat(255), '"quoted", and: spaced'])('is accepted as %s', async (key) => {
    const client = await warehouse.aStockedClient(5)
    expectReplay(await order(client, 1, {}, key), await order(client, 1, {}, key))
    expect(await countOrders(client)).toBe(1)
  })

  test('replays the first response byte for byte, even after the order has changed', async () => {
    const client = await warehouse.aStockedClient(5)
    const first = await order(client, 1, { notes: 'ñandú "1"' }, 'again')
    await warehouse.act(first.body.id, 'approve')
    const again = await order(client, 1, { notes: 'ñandú "1"' }, 'again')
    expectReplay(first, again)
    expect(again.body.status).toBe('pending')
    expect(again.headers.get('location')).toContain(first.body.id)
  })

  test('ignores member order and white space when comparing bodies', async () => {
    const client = await warehouse.aStockedClient(5)
    const first = await order(client, 1, { notes: 'x' }, 'same')
    const text = `{ "notes":"\\u0078", "items" : [ {"quantity":1.0,
      "product_id":"${client.productId}"} ], "destinatario_id":"${client.destinatarioId}" }`
    expectReplay(first, await client.portal.post('/orders', text, { 'idempotency-key': 'same' }))
  })

  test('is refused with another body, and the first response is kept', async () => {
    const client = await warehouse.aStockedClient(5)
    const first = await order(client, 1, {}, 'reused')
    for (const more of [{ notes: 'x' }, { notes: null }, { delivery_type: 'envio' }]) {
      const answer = await order(client, 1, more, 'reused')
      expectRefusal(answer, 'idempotency/key-reused-with-different-body')
    }
    expectReplay(first, await order(client, 1, {}, 'reused'))
    expect(await countOrders(client)).toBe(1)
  })

  test('is scoped to its client: shared by the client’s API keys, independent of other clients', async () => {
    const [one, other] = [await warehouse.aStockedClient(5), await warehouse.aStockedClient(5)]
    const first = await order(one, 1, {}, 'shared')
    const foreign = await order(other, 1, {}, 'shared')
    expect([foreign.status, foreign.headers.get('idempotency-replayed')]).toEqual([201, null])
    const { body: key } = await warehouse.staff.post(`/clients/${one.id}/keys`, {
      name: 'second',
      scopes: ['write:orders'],
    })
    expectReplay(first, await order({ ...one, portal: service.portal(key.token) }, 1, {}, 'shared'))
  })

  test('is the same for any encoding of its path', async () => {
    const client = await warehouse.aStockedClient(5)
    const first = await order(client, 1, {}, 'encoded')
    const { token, destinatarioId, productId } = client
    const body = { destinatario_id: destinatarioId, items: [{ product_id: productId, quantity: 1 }] }
    const portal = caller(`${service.url}/api/v1/portal`, token)
    const again = await portal.post('/%6Frders', body, { 'idempotency-key': 'encoded' })
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true'])
  })

  test.each([
    ['orders/unknown-destinatario', { destinatario_id: uuidv7() }],
    ['orders/unknown-product', { items: [{ product_id: uuidv7(), quantity: 1 }] }],
    ['orders/insufficient-stock', {}],
  ] as const)('replays the refusal %s even if the order would now be accepted', async (code, more) => {
    const client = await warehouse.aStockedClient(1)
    const first = await order(client, 5, more, 'refused')
    expect(first.body.type).toMatch(new RegExp(`${code}$`))
    await warehouse.receive(client.id, { product_id: client.productId, quantity: 100 })
    expectReplay(first, await order(client, 5, more, 'refused'))
    expect(await countOrders(client)).toBe(0)
  })

  test('is not consumed by an invalid or forbidden request', async () => {
    const client = await warehouse.aStockedClient(5)
    expect((await order(client, -1, {}, 'free')).status).toBe(422)
    expect((await order(client, 1.5, {}, 'free')).status).toBe(422)
    expect((await client.portal.post('/orders', '{', { 'idempotency-key': 'free' })).status).toBe(400)
    const answer = await order(client, 1, {}, 'free')
    expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([201, null])
  })

  test('is reusable once its TTL has passed, and not before', async () => {
    const client = await warehouse.aStockedClient(5)
    const key = uuidv7()
    const first = await order(client, 1, {}, key)
    await age(key, ttlSeconds - 60)
    expectReplay(first, await order(client, 1, {}, key))
    await age(key, 61)
    const late = await order(client, 2, {}, key)
    expect([late.status, late.headers.get('idempotency-replayed')]).toEqual([201, null])
    expect(late.body.id).not.toBe(first.body.id)
    expectReplay(late, await order(client, 2, {}, key))
  })

  test('keeps the refusal of a request that came after its TTL', async () => {
    const client = await warehouse.aStockedClient(5)
    const key = uuidv7()
    await order(client, 1, {}, key)
    await age(key, ttlSeconds + 1)
    const refused = await order(client, 50, {}, key)
    expect(refused.body.type).toMatch(/orders\/insufficient-stock$/)
    expect(refused.headers.get('idempotency-replayed')).toBeNull()
    expectReplay(refused, await order(client, 50, {}, key))
  })

  test('that has expired is replaced once by concurrent requests to several processes', async () => {
    const client = await warehouse.aStockedClient(50)
    const key = uuidv7()
    await order(client, 1, {}, key)
    await age(key, ttlSeconds + 1)
    // Without the queue of one process, and with time to wait for each other on a busy machine.
    const patientMs = 30_000
    const request = { ...aRequest(), scope: `${client.id} POST /api/v1/portal/orders`, key }
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        idempotency(service.db, patientMs)(request, async () => ({ ...outcome, location: `/${n}` })),
      ),
    )
    expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect(new Set(outcomes.map(({ location }) => location)).size).toBe(1)
  })

  test('is ignored by every other route of the portal', async () => {
    const client = await warehouse.aStockedClient(5)
    const headers = { 'idempotency-key': '' }
    for (const name of ['a', 'b'])
      expect((await client.portal.post('/destinatarios', { name }, headers)).status).toBe(201)
  })
})

const outcome = { status: 201, location: null, body: Buffer.from('{}') }
const aRequest = () => ({
  scope: 'a test',
  key: uuidv7(),
  bodyHash: Buffer.alloc(32),
  ttlSeconds,
  storedProblems: ['orders/insufficient-stock'],
  render: () => ({ status: 409, location: null, body: Buffer.from('{}') }),
})

describe('the work of a repeated request', () => {
  const runOnce = idempotency(service.db, waitMs)

  test.each<[string, (tx: Transaction) => unknown]>([
    ['would be rejected now', () => throwProblem('orders/insufficient-stock')],
    ['would not find its client now', () => throwProblem('clients/not-found')],
    ['would fail in the database', (tx) => tx.rows(sql`select 1 / 0`)],
    ['would fail there unnoticed', (tx) => tx.pipeline(sql`select 1 / 0`)],
  ])('counts for nothing if it %s', async (_, fail) => {
    const request = aRequest()
    await runOnce(request, async () => outcome)
    const again = await runOnce(request, async (tx) => {
      await fail(tx)
      return outcome
    })
    expect(again).toEqual({ ...outcome, replayed: true })
  })

  test('ends as soon as the record is found, and leaves no trace', async () => {
    const request = aRequest()
    const reached: string[] = []
    const work = (name: string) => async (tx: Transaction) => {
      await tx.run(sql`insert into idempotency_records (scope, key, body_hash) values (${name}, 'trace', '')`)
      // Answers that arrive together are handled in one turn of the event loop.
      await nextTurn()
      await tx.run(sql`select`)
      reached.push(name)
      return outcome
    }
    await runOnce(request, work('first'))
    expect((await runOnce(request, work('second'))).replayed).toBe(true)
    expect(reached).toEqual(['first'])
    const traces = await service.db.rows(sql`select scope from idempotency_records where key = 'trace'`)
    expect(traces).toEqual([{ scope: 'first' }])
  })

  test('counts for nothing if it was rejected and another process has done it before that is stored', async () => {
    const request = aRequest()
    const { db } = service
    const slow: Db = {
      ...db,
      transaction: (work, afterRollback) =>
        db.transaction(work, async (error, at) => {
          await runOnce(request, async () => outcome)
          await afterRollback?.(error, at)
        }),
    }
    const rejected = idempotency(slow, waitMs)(request, async () => throwProblem('orders/insufficient-stock'))
    expect(await rejected).toEqual({ ...outcome, replayed: true })
  })
})

describe('a repeated request while the first is running', () => {
  const someoneWaits = async (connection: pg.Client) => {
    const { rows } = await connection.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return rows.length > 0
  }
  const claimedElsewhere = async (scope: string, key: string) => {
    const elsewhere = await service.db.connect()
    await elsewhere.query('begin')
    await elsewhere.query("select claim_key($1, $2, '1s', $3)", [scope, key, ttlSeconds])
    return elsewhere
  }

  test('in another process gets 409 after the wait, and a response once that ends', async () => {
    const client = await warehouse.aStockedClient(5)
    const key = uuidv7()
    const elsewhere = await claimedElsewhere(`${client.id} POST /api/v1/portal/orders`, key)
    const answer = await order(client, 1, {}, key)
    expectRefusal(answer, 'idempotency/request-in-progress')
    expect(answer.headers.get('retry-after')).toBe('1')
    await elsewhere.query('rollback')
    await elsewhere.end()
    expect((await order(client, 1, {}, key)).status).toBe(201)
  })

  test('in another process is replayed as soon as that commits, whatever its own work has found meanwhile', async () => {
    const request = aRequest()
    const elsewhere = await claimedElsewhere(request.scope, request.key)
    const waiting = idempotency(service.db, 10_000)(request, async (tx) => {
      await tx.rows(sql`select`)
      return throwProblem('clients/not-found')
    })
    await until('it waits for the key', async () => await someoneWaits(elsewhere))
    await elsewhere.query(
      "insert into idempotency_records (scope, key, body_hash, status, body) values ($1, $2, $3, 201, 'made elsewhere')",
      [request.scope, request.key, request.bodyHash],
    )
    await elsewhere.query('commit')
    await elsewhere.end()
    expect((await waiting).body.toString()).toBe('made elsewhere')
  })

  test("shares one wait: the database's lock timeout is what the process has left of it", async () => {
    const longWaitMs = 60_000
    const waits: number[] = []
    const db = createDb({
      url: service.db.directUrl,
      onConnect(connection) {
        const query = connection.query.bind(connection) as (...given: unknown[]) => unknown
        connection.query = ((given: { text: string; values: unknown[] }, ...rest: unknown[]) => {
          if (given.text.includes('claim_key')) waits.push(Number.parseInt(String(given.values[2]), 10))
          return query(given, ...rest)
        }) as typeof connection.query
      },
    })
    onTestFinished(() => db.close())
    const runOnce = idempotency(db, longWaitMs)
    const request = aRequest()
    const [isRunning, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = runOnce(request, async (tx) => {
      // Its answer comes after that of the claim.
      await tx.rows(sql`select`)
      isRunning.resolve()
      await mayEnd.promise
      return outcome
    })
    await isRunning.promise
    const askedAt = Date.now()
    const duplicate = runOnce(request, async () => outcome)
    await until('part of the wait is over', async () => Date.now() > askedAt + 20)
    mayEnd.resolve()
    expect([(await first).replayed, (await duplicate).replayed]).toEqual([false, true])
    const [ofFirst = 0, ofDuplicate = 0] = waits
    expect(waits).toHaveLength(2)
    expect(ofFirst).toBeGreaterThan(longWaitMs / 2)
    expect(ofDuplicate).toBeGreaterThan(longWaitMs / 2)
    expect(ofDuplicate).toBeLessThanOrEqual(longWaitMs - 20)
  })

  test('leaves the work itself without a limit on how long it waits for locks', async () => {
    const seen = idempotency(service.db, waitMs)(aRequest(), async (tx) => {
      const { lock_timeout } = await tx.one(sql<{ lock_timeout: string }>`show lock_timeout`)
      return { ...outcome, location: lock_timeout }
    })
    expect((await seen).location).toBe('0')
  })

  test('in this process gets 409 after the wait, and the first continues', async () => {
    const client = await warehouse.aStockedClient(5)
    const elsewhere = await service.db.connect()
    await elsewhere.query('begin')
    await elsewhere.query('select from stock where product_id = $1 for update', [client.productId])
    const first = order(client, 1, {}, 'duplicate')
    await until('the first waits for the product', async () => await someoneWaits(elsewhere))
    const answer = await order(client, 1, {}, 'duplicate')
    expectRefusal(answer, 'idempotency/request-in-progress')
    expect(answer.headers.get('retry-after')).toBe('1')
    await elsewhere.query('rollback')
    await elsewhere.end()
    expectReplay(await first, await order(client, 1, {}, 'duplicate'))
  })
})
