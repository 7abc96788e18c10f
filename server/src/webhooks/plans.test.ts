// Histories only grow: each page of many deliveries or events reads about one page of rows, and a claim does not read
// the finished ones. Measured with EXPLAIN.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BigLists, startBigLists } from '../../tests/harness/big-lists.ts'
import {
  digits,
  fillWith,
  hotProduct,
  id,
  idAt,
  owner,
  rare,
  rowAt,
  rowCount,
} from '../../tests/harness/big-tables.ts'
import { type PlanCost, type PreparedStatement, planCost } from '../../tests/harness/plans.ts'
import { eventSample } from '../openapi/event-samples.ts'
import { claimDue } from './claim.ts'
import { claimTrials } from './trials.ts'

const pending = rowCount / 10
const endpoints = 1_000
const hot = idAt(digits.endpoint, 0)

/** An event every four seconds, up to the time of the test's clock. */
const end = '2026-11-02T12:00:00.000Z'
const momentOf = (row: number) => new Date(Date.parse(end) - (rowCount - row) * 4_000).toISOString()
const createdAt = `timestamptz '${end}' - (${rowCount} - least(i, ${rowCount})) * interval '4 seconds'`
const type = rare('lot.depleted', 'stock.changed')
const isDone = `i <= ${rowCount}`

const { object } = eventSample('stock.changed', Date.parse(end))
const sample = {
  id: `evt_${idAt(digits.event, 0)}`,
  type: 'stock.changed',
  created_at: end,
  api_version: 'v1',
  data: { object },
}

// Half of all events are about the stock of one product.
const events = {
  id: id(digits.event),
  client_id: owner,
  type,
  object_id: `case when i % 1000 = 1 then ${id(digits.lot)} when i % 2 = 0 then '${hotProduct}'::uuid
    else ${id(digits.product)} end`,
  body: `'${JSON.stringify(sample)}'`,
  // Before every real transaction.
  transaction_id: `i - 10000000`,
  created_at: createdAt,
}
// All finished deliveries belong to one endpoint; the pending ones to a thousand others, half of them due.
const deliveries = {
  id: id(digits.delivery),
  client_id: '$1::uuid',
  endpoint_id: id(digits.endpoint, `case when ${isDone} then 0 else 1 + i % ${endpoints} end`),
  event_id: id(digits.event, `1 + i % ${rowCount}`),
  event_type: type,
  status: `case when not ${isDone} then 'pending' when i % 1000 in (1, 2) then 'abandoned' else 'succeeded' end`,
  attempts: '1',
  created_at: createdAt,
  next_attempt_at: `case when not ${isDone} then now() + case when i <= ${rowCount + pending / 2}
    then interval '-1 hour' else interval '1 hour' end end`,
}
const webhook_endpoints = {
  id: id(digits.endpoint, 'i - 1'),
  client_id: '$1::uuid',
  url: `'https://erp.bodega.example/' || i`,
  events: `'{stock.changed}'::text[]`,
  secret: `'\\x00'::bytea`,
}

type Row = { id: string; created_at: string }
let lists: BigLists<Row>
beforeAll(async () => {
  lists = await startBigLists(end, (db, clientId) =>
    Promise.all([
      fillWith(db, clientId, { events }),
      fillWith(db, clientId, { deliveries }, rowCount + pending),
      fillWith(db, clientId, { webhook_endpoints }, 1 + endpoints),
    ]),
  )
}, 600_000)
afterAll(() => lists?.stop())

const limit = 20
const fetched = limit + 1

async function expectCheap(statement: PreparedStatement, table: string, slack: number) {
  const { seqScans, sorted, rowsRead, blocks } = await planCost(lists.connection, statement)
  expect(seqScans).toEqual([])
  expect(sorted).toBeLessThanOrEqual(1)
  expect(rowsRead[table] ?? 0).toBeLessThanOrEqual(2 * fetched + slack)
  expect(blocks).toBeLessThanOrEqual(20 * fetched + slack)
}

/** Checks the first page and one deep in the list, by substituting a deep sort key into the cursor's values. */
async function expectCheapThroughout(path: string, table: string, deepKey: [string, string], slack = 0) {
  const first = await lists.statementFor(`${path}&limit=${limit}`)
  await expectCheap(first.statement, table, slack)
  expect(first.body.data).toHaveLength(limit)
  const second = await lists.statementFor(`${path}&limit=${limit}&cursor=${first.body.next_cursor}`)
  await expectCheap(second.statement, table, slack)
  const { text, values } = second.statement
  const start = values.findIndex((_, index) => isKey(values, index, deepKey))
  expect(start).toBeGreaterThan(-1)
  const moved = values.map((value, index) =>
    index === start ? deepKey[0] : index === start + 1 ? deepKey[1] : value,
  )
  await expectCheap({ text, values: moved }, table, slack)
}

/** Whether a sort key starts at this index: a timestamp or a position, then an id of the same table. */
function isKey(values: readonly unknown[], index: number, [moment, key]: [string, string]): boolean {
  const [one, other] = [String(values[index]), String(values[index + 1])]
  const alike = moment.includes('T') ? one.includes('T') : /^-\d+$/.test(one)
  return alike && other.slice(0, 8) === key.slice(0, 8)
}

describe.each(['', 'status=succeeded', 'status=abandoned'])('deliveries with %s', (status) => {
  test.each(['', 'event_type=stock.changed', 'event_type=lot.depleted'])('and %s', async (eventType) => {
    const path = `/webhooks/${hot}/deliveries?${[status, eventType].filter(Boolean).join('&')}`
    if (status === 'status=succeeded' && eventType === 'event_type=lot.depleted') {
      const { statement, body } = await lists.statementFor(path)
      expect(body.data).toEqual([])
      return expectCheap(statement, 'deliveries', 0)
    }
    const deep: [string, string] = [momentOf(rowAt(1)), idAt(digits.delivery, rowAt(1))]
    await expectCheapThroughout(path, 'deliveries', deep)
  })
})

const from = `from=${momentOf(rowAt(4))}`
const to = `to=${momentOf(rowAt(9))}`
describe.each(['', 'type=stock.changed', 'type=lot.depleted'])('events with %s', (eventType) => {
  const paths = ['', from, to, `${from}&${to}`].map((range) => [eventType, range].filter(Boolean).join('&'))
  test.each(paths)('newest first: %s', async (query) => {
    const deep: [string, string] = [momentOf(rowAt(5)), idAt(digits.event, rowAt(5))]
    await expectCheapThroughout(`/events?${query}`, 'events', deep)
  })

  // A time bound is mapped to a transaction by reading ten minutes of events, at most twice.
  const tenMinutes = 150
  test.each(paths)('as a feed: %s', async (query) => {
    const deep: [string, string] = [`${rowAt(5) - 10_000_000}`, idAt(digits.event, rowAt(5))]
    await expectCheapThroughout(`/events?order=asc&${query}`, 'events', deep, 3 * tenMinutes)
  })
})

describe('events of an object', () => {
  const ranges = ['', from, to, `${from}&${to}`]
  const ofProduct = ['', '&type=stock.changed'].flatMap((eventType) =>
    ranges.map((range) => `object_id=${hotProduct}${eventType}&${range}`),
  )
  test.each(ofProduct)('newest first: %s', async (query) => {
    const deep: [string, string] = [momentOf(rowAt(5)), idAt(digits.event, rowAt(5))]
    await expectCheapThroughout(`/events?${query}`, 'events', deep)
  })
  test.each(ofProduct)('oldest first: %s', async (query) => {
    const deep: [string, string] = [momentOf(rowAt(5)), idAt(digits.event, rowAt(5))]
    await expectCheapThroughout(`/events?order=asc&${query}`, 'events', deep)
  })

  test('of which there are few, or none of the type', async () => {
    const lot = idAt(digits.lot, rowAt(5))
    const queries = [`object_id=${lot}`, `object_id=${lot}&type=lot.depleted`]
    for (const query of [...queries, `object_id=${hotProduct}&type=lot.depleted`]) {
      const { statement, body } = await lists.statementFor(`/events?${query}`)
      expect(body.data).toHaveLength(queries.includes(query) ? 1 : 0)
      await expectCheap(statement, 'events', 0)
    }
  })
})

describe('a claim', () => {
  async function claimed(count: number, busy = 0): Promise<PlanCost> {
    const loads = new Map(
      Array.from({ length: busy }, (_, i) => [idAt(digits.endpoint, i + 1), { inFlight: 1, lastClaim: 1 }]),
    )
    await lists.connection.query('begin')
    const account = await planCost(
      lists.connection,
      claimDue({
        lease: idAt(digits.client, 1),
        leaseMs: 30_000,
        count,
        capPerEndpoint: 20,
        loads,
        firstWaitSeconds: 0,
      }),
    )
    await lists.connection.query('rollback')
    return account
  }

  test.each([
    [100, 0],
    [100, 500],
    [1, 900],
  ])(
    'of %i, with %i busy endpoints, reads each waiting endpoint and no finished delivery',
    async (count, busy) => {
      const { seqScans, rowsRead, blocks } = await claimed(count, busy)
      expect(seqScans).toEqual([])
      // The next endpoint, its first delivery, and the claimed ones.
      expect(rowsRead['deliveries'] ?? 0).toBeLessThanOrEqual(2 * (endpoints + 1) + 4 * count)
      expect(blocks).toBeLessThanOrEqual(12 * endpoints + 100 * count)
    },
  )

  test('of a trial reads the oldest failed delivery of each endpoint that is due, and nothing if none is', async () => {
    const trial = claimTrials({ lease: idAt(digits.client, 1), leaseMs: 30_000, count: 20 })
    await lists.connection.query('begin')
    expect((await planCost(lists.connection, trial)).rowsRead['deliveries'] ?? 0).toBe(0)
    await lists.connection.query(`
      update deliveries set status = 'failed' where endpoint_id = '${hot}' and status = 'abandoned'`)
    await lists.connection.query(`
      update webhook_endpoints set status = 'paused', auto_resume = true, auto_paused_at = now() - interval '2 minutes',
        next_trial_at = now() - interval '1 minute'
      where id = '${hot}'`)
    const { rowsRead, blocks } = await planCost(lists.connection, trial)
    await lists.connection.query('rollback')
    expect(rowsRead['deliveries'] ?? 0).toBeLessThanOrEqual(4)
    expect(blocks).toBeLessThanOrEqual(200)
  })

  test('reads only a few blocks when nothing is pending', async () => {
    // Changing so many rows may take longer than the service's own limit on a busy machine.
    await lists.connection.query('set session_replication_role = replica; set statement_timeout = 0')
    await lists.connection.query(`update deliveries set status = 'failed' where status = 'pending'`)
    await lists.connection.query('vacuum (index_cleanup on) deliveries')
    await lists.connection.query('reset statement_timeout')
    expect((await claimed(100)).blocks).toBeLessThanOrEqual(20)
  })
})
