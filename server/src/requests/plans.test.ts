// A page of the log costs the same however long the log is: with each combination of its filters, at its start and far
// into it. Measured with EXPLAIN.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BigLists, startBigLists } from '../../tests/harness/big-lists.ts'
import { digits, fillWith, id, idAt, owner, rare } from '../../tests/harness/big-tables.ts'
import { type PreparedStatement, planCost } from '../../tests/harness/plans.ts'

/** The same in every run: at one request per five seconds, a million would cover more than 14 days. */
const loggedRows = 100_000
const end = '2026-11-02T12:00:00.000Z'
const momentOf = (row: number) => new Date(Date.parse(end) - (loggedRows - row) * 5_000).toISOString()
const hotKey = idAt(digits.client, 901)
const rareKey = idAt(digits.client, 902)
const requestIdAt = (row: number) => `req_${idAt(digits.event, row).replaceAll('-', '')}`

// Rare statuses, methods and keys are each in one row of a thousand, in different rows.
const requests = {
  id: id(digits.event),
  client_id: owner,
  method: `case when i % 1000 = 1 then 'DELETE' else 'POST' end`,
  path: `'/api/v1/portal/orders'`,
  status: `${rare('409', '201')}::int`,
  duration_ms: '5',
  key_id: `case when i % 1000 in (1, 3) then '${rareKey}'::uuid when i % 4 = 0 then null else '${hotKey}'::uuid end`,
  created_at: `timestamptz '${end}' - (${loggedRows} - i) * interval '5 seconds'`,
}
// A hundred keys in each of 300 hours.
const request_hours = {
  client_id: '$1::uuid',
  key_id: id(digits.client, 'i % 100'),
  hour: `timestamptz '${end}' - i / 100 * interval '1 hour'`,
  ok: '9',
  ok_reads: '9',
  client_errors: '1',
  server_errors: '0',
  rate_limited: '0',
  reads: '9',
  writes: '1',
  by_minute: 'array_fill(1, array[60])',
}
const request_reads = {
  client_id: `case when i <= 300 then $1::uuid else ${id(digits.client, 'i / 300')} end`,
  hour: `timestamptz '${end}' - i % 300 * interval '1 hour'`,
  count: '9',
}

let lists: BigLists<{ id: string }>
beforeAll(async () => {
  lists = await startBigLists(end, async (db, clientId) => {
    await fillWith(db, clientId, { requests }, loggedRows)
    await fillWith(db, clientId, { request_hours }, 29_999)
    await fillWith(db, clientId, { request_reads }, 30_000)
  })
}, 300_000)
afterAll(() => lists?.stop())

const limit = 20
const fetched = limit + 1

async function expectCheap(statement: PreparedStatement) {
  const { seqScans, sorted, rowsRead, blocks } = await planCost(lists.connection, statement)
  expect(seqScans).toEqual([])
  expect(sorted).toBeLessThanOrEqual(1)
  expect(rowsRead['requests'] ?? 0).toBeLessThanOrEqual(2 * fetched)
  expect(blocks).toBeLessThanOrEqual(20 * fetched)
}

const options = [
  ['', 'status=201', 'status=409'],
  ['', 'method=POST', 'method=DELETE'],
  ['', `key_id=${hotKey}`, `key_id=${rareKey}`],
  ['', `from=${momentOf(1000)}`, `to=${momentOf(90_000)}`, `from=${momentOf(1000)}&to=${momentOf(90_000)}`],
]
const queries = options.reduce(
  (known, more) => known.flatMap((one) => more.map((other) => [one, other].filter(Boolean).join('&'))),
  [''],
)

describe('GET /requests', () => {
  test.each(queries)('reads about a page, first and deep, with %s', async (query) => {
    const path = `/requests?limit=${limit}${query && `&${query}`}`
    const first = await lists.statementFor(path, 1)
    await expectCheap(first.statement)
    const last = first.body.data.at(-1)
    if (!first.body.next_cursor || !last) return
    const second = await lists.statementFor(`${path}&cursor=${first.body.next_cursor}`)
    await expectCheap(second.statement)
    const { text, values } = second.statement
    const at = values.indexOf(last.id)
    expect(at).toBeGreaterThan(0)
    const moved = values.map((value, index) =>
      index === at ? idAt(digits.event, 60_001) : index === at - 1 ? momentOf(60_001) : value,
    )
    await expectCheap({ text, values: moved })
  })

  test.each(['', `&key_id=${hotKey}`, '&status=409', '&method=POST&status=201'])(
    'finds one request by its id, with %s',
    async (filter) => {
      const { statement } = await lists.statementFor(
        `/requests?request_id=${requestIdAt(50_001)}${filter}`,
        1,
      )
      const { seqScans, rowsRead, blocks } = await planCost(lists.connection, statement)
      expect(seqScans).toEqual([])
      expect(rowsRead['requests'] ?? 0).toBeLessThanOrEqual(1)
      expect(blocks).toBeLessThanOrEqual(20)
    },
  )

  test.each([
    ['', 'request_reads'],
    [`key_id=${idAt(digits.client, 7)}`, 'request_hours'],
  ])('reads one count per hour, however many keys and clients there are, with %s', async (query, table) => {
    const { ofEmptyPage, body } = await lists.statementFor(`/requests?${query}`, 1)
    const [reads] = ofEmptyPage
    expect((body as unknown as { reads: unknown[] }).reads).toHaveLength(300)
    if (!reads) throw new Error('the counts were not read')
    const { seqScans, rowsRead, blocks } = await planCost(lists.connection, reads)
    expect(seqScans).toEqual([])
    expect(rowsRead[table]).toBeLessThanOrEqual(300)
    expect(blocks).toBeLessThanOrEqual(600)
  })
})
