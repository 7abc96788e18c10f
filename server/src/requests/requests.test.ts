import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, test } from 'vitest'
import { controlledClock } from '../../tests/harness/clock.ts'
import { caller } from '../../tests/harness/http.ts'
import { useService } from '../../tests/harness/prologue.ts'
import type { TestClient } from '../../tests/harness/service.ts'
import { until } from '../../tests/harness/until.ts'
import { sql } from '../db/sql.ts'
import { issueApiKey } from '../identity/issue-keys.ts'
import { newToken } from '../identity/tokens.ts'

const clock = controlledClock('2026-11-02T12:10:00.000Z')
const service = await useService({ clock: clock.now })
let client: TestClient
beforeEach(async () => {
  clock.set('2026-11-02T12:10:00.000Z')
  client = await service.aClient()
})

const { requestLog } = service.deps
const hour = '2026-11-02T12:00:00.000Z'

/** The log as this client reads it, once everything so far has been written. */
async function logged(query = '', of = client) {
  await requestLog.flush()
  const { status, body } = await of.portal.get(`/requests${query && `?${query}`}`)
  expect(status).toBe(200)
  return body
}

type Row = {
  id: string
  request_id: string
  status: number
  method: string
  key_id: string
  created_at: string
}

describe('GET /requests', () => {
  test('lists every write and every failed request, and counts successful reads per hour', async () => {
    const { portal, keyId, token } = client
    const created = await portal.post('/destinatarios', { name: 'Vinoteca' })
    for (const path of ['/orders', '/destinatarios?limit=3', '/balance']) await portal.get(path)
    clock.advance(3_600_000)
    const missing = await portal.get(`/orders/${created.body.id}?limit=1`)
    await portal.call('HEAD', '/stock')
    const { data, reads, ...page } = await logged()
    const common = {
      key_id: keyId,
      key_prefix: token.slice(0, 10),
      user_id: null,
      user_email: null,
      count: 1,
    }
    const idOf = (answer: { headers: Headers }) => answer.headers.get('x-request-id')
    expect(data).toEqual([
      {
        ...common,
        id: expect.any(String),
        request_id: idOf(missing),
        method: 'GET',
        path: `/api/v1/portal/orders/${created.body.id}`,
        query: null,
        status: 400,
        duration_ms: expect.any(Number),
        problem: missing.body,
        created_at: expect.stringMatching(/^2026-11-02T1[23]:/),
      },
      {
        ...common,
        id: expect.any(String),
        request_id: idOf(created),
        method: 'POST',
        path: '/api/v1/portal/destinatarios',
        query: null,
        status: 201,
        duration_ms: expect.any(Number),
        problem: null,
        created_at: expect.stringMatching(/^2026-11-02T12:/),
      },
    ])
    expect(page).toEqual({ next_cursor: null, has_more: false })
    const sumOf = (rows: { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0)
    expect(sumOf(reads)).toBe(4)
    expect(reads.at(-1)).toEqual({ hour, count: 3 })
  })

  test('names the person whose session made a request', async () => {
    const user = await client.aUser()
    await user.api.post('/destinatarios', { name: 'Vinoteca' })
    await user.api.get('/orders')
    const { data, reads } = await logged()
    expect(data).toMatchObject([
      { key_id: null, key_prefix: null, user_id: user.id, user_email: user.email, status: 201 },
    ])
    expect(reads).toEqual([{ hour, count: 1 }])
  })

  test('lists what limits and scopes reject, and wrong methods and paths', async () => {
    const limited = await service.aClient({ scopes: ['read:requests'] })
    await limited.portal.get('/orders')
    await limited.portal.call('PUT', '/orders')
    await limited.portal.get('/nothing')
    const { data } = await logged('', limited)
    expect(data.map(({ status }: Row) => status).sort()).toEqual([403, 404, 405])
  })

  test("lists only the client's own requests, and none without valid credentials", async () => {
    const other = await service.aClient()
    await other.portal.post('/destinatarios', { name: 'Vinoteca' })
    await other.portal.get('/orders')
    await service.portal(newToken('pk_')).get('/orders')
    await service.portal().get('/orders')
    await service.db.run(sql`update api_keys set revoked_at = now() where id = ${other.keyId}`)
    await other.portal.get('/orders')
    const { data, reads } = await logged()
    expect([data, reads]).toEqual([[], []])
    const { count } = await service.db.one(sql<{ count: number }>`
      select count(*) as count from requests where status = 401`)
    expect(count).toBe(0)
  })

  test('collapses the rejections of a key by one limit in one hour to one row with their number', async () => {
    const limited = await service.aClient({ rateLimits: { write_per_hour: 1 } })
    const answers = []
    for (let i = 0; i < 4; i++)
      answers.push(await limited.portal.post('/destinatarios', { name: 'Vinoteca' }))
    await requestLog.flush()
    for (let i = 0; i < 2; i++) await limited.portal.post('/destinatarios', { name: 'Vinoteca' })
    const { data } = await logged('status=429', limited)
    expect(data).toMatchObject([{ count: 5, request_id: answers[1]?.headers.get('x-request-id') }])
  })

  test('logs a write whose client did not wait for the response', async () => {
    const locking = await service.db.connect()
    await locking.query('begin')
    await locking.query('lock table destinatarios in access exclusive mode')
    const given = new AbortController()
    const answer = fetch(`${service.url}/api/v1/portal/destinatarios`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
      body: '{"name":"Vinoteca"}',
      signal: given.signal,
    }).catch((error: Error) => error.name)
    const waiting = sql`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await until('the request waits', async () => (await service.db.rows(waiting)).length > 0)
    given.abort()
    expect(await answer).toBe('AbortError')
    await locking.query('rollback')
    await locking.end()
    await until('it is logged', async () => (await logged()).data.length === 1)
    expect((await logged()).data).toMatchObject([{ method: 'POST', status: 201 }])
  })

  test('shows nothing that is older than 14 days', async () => {
    await client.portal.post('/destinatarios', { name: 'Vinoteca' })
    await client.portal.get('/orders')
    clock.advance(14 * 86_400_000 + 60_000)
    expect((await logged()).data).toEqual([])
    expect((await logged('from=2026-01-01T00:00:00Z')).data).toEqual([])
  })
})

describe('the filters', () => {
  test('select alone and together, page by page, with no request twice or missing', async () => {
    const second = await issueApiKey(service.db, {
      clientId: client.id,
      name: 'second',
      scopes: ['write:destinatarios', 'read:destinatarios'],
    })
    for (const api of [client.portal, service.portal(second.token), (await client.aUser()).api]) {
      for (let i = 0; i < 3; i++) {
        clock.advance(60_000)
        const { body } = await api.post('/destinatarios', { name: 'Vinoteca' })
        await api.delete(`/destinatarios/${body.id}`)
        await api.delete(`/destinatarios/${body.id}`)
        await api.get(`/destinatarios/${body.id}`)
      }
    }
    const all: Row[] = (await logged('limit=100')).data
    expect(all).toHaveLength(36)
    expect(all.map((row) => row.created_at)).toEqual(
      all
        .map((row) => row.created_at)
        .toSorted()
        .reverse(),
    )
    const [middle] = all.slice(12)
    if (!middle) throw new Error('there are 36 rows')
    const filters: Record<string, (row: Row) => boolean> = {
      'status=404': ({ status }) => status === 404,
      'method=DELETE': ({ method }) => method === 'DELETE',
      [`key_id=${second.id}`]: ({ key_id }) => key_id === second.id,
      [`from=${middle.created_at}`]: ({ created_at }) => created_at >= middle.created_at,
      [`to=${middle.created_at}`]: ({ created_at }) => created_at < middle.created_at,
      [`request_id=${middle.request_id}`]: ({ id }) => id === middle.id,
    }
    const names = Object.keys(filters)
    for (let chosen = 1; chosen < 2 ** names.length; chosen++) {
      const query = names.filter((_, index) => chosen & (1 << index))
      const expected = all.filter((row) => query.every((name) => filters[name]?.(row)))
      expect([query, await walk(query.join('&'))]).toEqual([query, expected.map(({ id }) => id)])
    }
  })

  async function walk(query: string): Promise<string[]> {
    const ids: string[] = []
    let cursor = ''
    do {
      const { body } = await client.portal.get(`/requests?limit=7&${query}${cursor && `&cursor=${cursor}`}`)
      ids.push(...body.data.map(({ id }: Row) => id))
      cursor = body.next_cursor ?? ''
    } while (cursor)
    return ids
  }

  test('by key apply to the counts of reads, which are on the first page only', async () => {
    const second = await issueApiKey(service.db, { clientId: client.id, name: 'x', scopes: ['read:orders'] })
    await client.portal.get('/orders')
    await client.portal.post('/destinatarios', { name: 'a' })
    await client.portal.post('/destinatarios', { name: 'b' })
    for (let i = 0; i < 3; i++) await service.portal(second.token).get('/orders')
    const first = await logged('limit=1')
    expect(first.reads).toEqual([{ hour, count: 4 }])
    expect((await logged(`limit=1&cursor=${first.next_cursor}`)).reads).toEqual([])
    expect((await logged(`key_id=${second.id}`)).reads).toEqual([{ hour, count: 3 }])
    expect((await logged('method=POST')).reads).toEqual([])
    expect((await logged('from=2026-11-02T13:00:00Z')).reads).toEqual([])
    expect((await logged('from=2026-11-02T12:59:59Z')).reads).not.toEqual([])
    expect((await logged('to=2026-11-02T12:00:00Z')).reads).toEqual([])
  })
})

describe('what is stored', () => {
  const escapedAll = (secret: string) =>
    [...secret].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('')
  const encodedAgain = (text: string, times: number): string =>
    times === 0 ? text : encodedAgain(encodeURIComponent(text), times - 1)
  /** Decodes whatever can be decoded, as an attacker who looks for secrets would. */
  const unescaped = (text: string) =>
    text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

  const everything = () =>
    service.db.one(sql<{ text: string }>`
      select (select string_agg(r::text, E'\n') from requests r)
        || coalesce((select string_agg(h::text, E'\n') from request_hours h), '')
        || coalesce((select string_agg(r::text, E'\n') from request_reads r), '') as text`)

  test('has no token, cookie, signed link or body, wherever in the request it was', async () => {
    const user = await client.aUser()
    const signed = 'https://anden.example/files/x?expires=1&signature=b3BlbiBzZXNhbWUgb3BlbiBzZXNhbWU'
    const secrets = [
      client.token,
      newToken('pk_'),
      newToken('sk_'),
      user.cookie.split('=')[1] ?? '',
      `whsec_${'5f0c6a1b9d3e47c2'.repeat(4)}`,
      'Yk3nQ0aB7xZ1cV9mL5pR2sT8',
      signed,
    ]
    const { portal } = client
    for (const secret of secrets) {
      const text = encodeURIComponent(secret)
      const hidden = escapedAll(secret)
      // Behind several encodings, and beside an escape that is not valid.
      for (const path of [
        ...[1, 2, 6].flatMap((times) => [
          `/orders/${encodedAgain(hidden, times)}`,
          `/orders?status=${encodedAgain(hidden, times)}`,
        ]),
        `/destinatarios?name=${encodedAgain(`%e0${hidden}`, 1)}`,
        `/orders/%zz${hidden}`,
        `/orders/${encodedAgain(`%zz${hidden}%`, 1)}`,
      ])
        await portal.get(path)
      for (const path of [
        `/orders/${text}`,
        `/orders/${hidden}`,
        `/${text}`,
        `/nothing/${text}/x`,
        `/destinatarios?name=${text}&surprise=1`,
        `/destinatarios?cursor=${text}`,
        `/destinatarios?${text}=1`,
        `/orders?status=${text}`,
        `/orders?status=pending&status=${text}`,
        `/orders?from=${text}#${text}`,
      ]) {
        await portal.get(path)
        await user.api.get(path)
      }
      await portal.post('/destinatarios', { name: secret, [secret]: 1 })
      await portal.post('/destinatarios', { name: 'x' }, { 'idempotency-key': secret, referer: secret })
      await portal.post('/webhooks', { url: `https://8.8.8.8/${secret}`, events: [secret] })
      await portal.post(`/webhooks/${uuidv7()}/recover?token=${text}`, secret)
      await portal.call('DELETE', `/destinatarios/${text}`)
    }
    await requestLog.flush()
    const { text } = await everything()
    expect(text.length).toBeGreaterThan(50_000)
    // A signed value is a token and a signature, and the log must contain neither.
    const parts = secrets.flatMap((secret) => [secret, ...secret.split(/[.%&=/?]/)])
    for (let stored = text, times = 0; times < 8; times++, stored = unescaped(stored))
      for (const part of parts.filter(({ length }) => length >= 20)) expect(stored).not.toContain(part)
  })

  test('keeps ids, ordinary words and declared filters readable', async () => {
    const id = uuidv7()
    await client.portal.get(`/destinatarios/${id}`)
    clock.advance(10_000)
    await client.portal.get('/orders?status=lost&limit=3&from=2026-11-01T00:00:00.000Z&surprise=1')
    clock.advance(10_000)
    await client.portal.get('/Orders/latest')
    const { data } = await logged()
    expect(data.map(({ path, query }: Record<string, string>) => [path, query])).toEqual([
      ['/api/v1/portal/Orders/latest', null],
      ['/api/v1/portal/orders', 'status=lost&from=2026-11-01T00%3A00%3A00.000Z&limit=3'],
      [`/api/v1/portal/destinatarios/${id}`, null],
    ])
  })

  test('is bounded, and can always be stored', async () => {
    const { portal } = client
    await portal.get(`/${'orders/'.repeat(1000)}`)
    await portal.get(`/destinatarios?name=${'a b '.repeat(1000)}&limit=x`)
    await portal.get('/orders/%00')
    const members = Array.from({ length: 30 }, (_, i) => [`${i} ${'ñ '.repeat(400)}`, 1])
    await portal.post('/destinatarios', { name: 'x', ...Object.fromEntries(members) })
    await portal.post('/destinatarios', '{"name":"x","\\u0000\\ud800":1}', {
      'content-type': 'application/json',
    })
    await requestLog.flush()
    const rows = await service.db.rows(sql<{ path: number; query: number; problem: number }>`
      select char_length(path) as path, char_length(query) as query, octet_length(problem::text) as problem
      from requests where client_id = ${client.id}`)
    expect(rows).toHaveLength(5)
    for (const { path, query, problem } of rows) {
      expect([path <= 500, (query ?? 0) <= 500, problem <= 4096]).toEqual([true, true, true])
    }
    const { data } = await logged('method=POST')
    for (const { problem } of data) expect(problem.errors.length).toBeGreaterThan(0)
  })

  test('shows the problem of a replayed response with the id of the new request', async () => {
    const api = caller(`${service.url}/api/v1/portal`, client.token)
    const order = { destinatario_id: uuidv7(), items: [{ product_id: uuidv7(), quantity: 1 }] }
    const key = { 'idempotency-key': uuidv7() }
    await api.post('/orders', order, key)
    const again = await api.post('/orders', order, key)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const { data } = await logged(`request_id=${again.headers.get('x-request-id')}`)
    expect(data).toMatchObject([{ problem: again.body }])
  })
})
