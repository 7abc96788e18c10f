// `POST /mcp` as the rest of the service: whose key it is, what counts, what a browser may send, what is refused.
import { beforeEach, describe, expect, test } from 'vitest'
import { agentOver } from '../../tests/harness/agents.ts'
import { controlledClock } from '../../tests/harness/clock.ts'
import { parseAnswer } from '../../tests/harness/http.ts'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { discardPolicy } from '../http/wire/unread-body.ts'
import { newToken } from '../identity/tokens.ts'

const clock = controlledClock()
const page = 'https://erp.cliente.example'
const { service, warehouse } = await useWarehouse({ clock: clock.now, corsOrigins: [page] })
const client = await warehouse.aStockedClient(100)
beforeEach(() => clock.advance(3_600_000))

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const callOf = (name: string, args: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args },
})
const stock = callOf('find_stock')

async function post(body: unknown, headers: Record<string, string> = {}, url = service.url) {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${client.token}`,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return parseAnswer(response)
}

describe('a key', () => {
  test.each([
    ['a list of tools', list],
    ['a call', stock],
    ['a wrong call', callOf('find_stock', { limit: 0 })],
  ])('that is wrong gets for %s the answer that the portal gives it', async (_, body) => {
    for (const token of ['x', newToken('pk_'), newToken('sk_')]) {
      const refused = await post(body, { authorization: `Bearer ${token}` })
      const { status, body: direct } = await service.portal(token).get('/me')
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
      expect(refused.body).toMatchObject({ type: direct.type, detail: direct.detail, status })
    }
  })

  test('is the only credential: a session has no effect, and no credentials get 401', async () => {
    const user = await client.aUser()
    const cookie = String(user.cookie)
    for (const headers of [{ cookie }, { cookie: '' }]) {
      const refused = await post(list, { ...headers, authorization: '', 'sec-fetch-site': 'same-origin' })
      expectProblem(refused, 'auth/missing-credentials')
    }
  })

  test('that is revoked stops at the next call, on a connection that is open', async () => {
    const other = await service.aClient()
    const agent = await agentOver(service.url, other.token)
    expect((await agent.call('find_stock')).isError).toBe(false)
    expect((await (await other.aUser()).api.delete(`/keys/${other.keyId}`)).status).toBe(204)
    await expect(agent.call('find_stock')).rejects.toThrow('auth/invalid-key')
    await expect(agent.client.listTools()).rejects.toThrow('auth/invalid-key')
  })

  test('of a suspended client is refused with the problem', async () => {
    const other = await service.aClient()
    const agent = await agentOver(service.url, other.token)
    await warehouse.staff.patch(`/clients/${other.id}`, { status: 'suspended' })
    expect((await agent.call('find_stock')).text).toMatch(/^auth\/client-suspended \(403\)/)
    await expect(agent.client.listTools()).rejects.toThrow('auth/client-suspended')
  })
})

describe('the limits of the key', () => {
  test('count each message once: a read as a read, a change as a write, the rest as reads', async () => {
    const other = await service.aClient({ rateLimits: { read_per_hour: 10, write_per_hour: 5 } })
    const headers = { authorization: `Bearer ${other.token}` }
    const remaining = async (body: unknown) => {
      const answer = await post(body, headers)
      return ['x-ratelimit-limit', 'x-ratelimit-remaining'].map((name) => answer.headers.get(name))
    }
    expect(await remaining(stock)).toEqual(['10', '9'])
    expect(await remaining(list)).toEqual(['10', '8'])
    expect(await remaining(callOf('search_docs', { query: 'lots' }))).toEqual(['10', '7'])
    expect(await remaining(callOf('find_stock', { limit: 0 }))).toEqual(['10', '6'])
    const cancel = { order_id: client.productId, if_revision: 1 }
    expect(await remaining(callOf('cancel_order', cancel))).toEqual(['5', '4'])
    expect((await other.portal.get('/me')).headers.get('x-ratelimit-remaining')).toBe('5')
  })

  test('refuse a call as a result that says when to try again, and other messages with 429', async () => {
    const other = await service.aClient({ rateLimits: { read_per_hour: 1 } })
    const headers = { authorization: `Bearer ${other.token}` }
    expect((await post(stock, headers)).body.result.isError).toBeUndefined()
    const { result } = (await post(stock, headers)).body
    expect(result).toMatchObject({ isError: true })
    expect(result.content[0].text).toMatch(/^rate-limit\/exceeded \(429\): .*Try again in \d+ s\./)
    const refused = await post(list, headers)
    expectProblem(refused, 'rate-limit/exceeded')
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
  })
})

test('what an agent does is in the log of requests and in the audit log as the requests that it made', async () => {
  const other = await warehouse.aStockedClient(10)
  const order = {
    destinatario_id: other.destinatarioId,
    items: [{ product_id: other.productId, quantity: 1 }],
  }
  const agent = await agentOver(service.url, other.token)
  const { preview_id } = (await agent.call('preview_order', order)).shown
  const { shown } = await agent.call('place_order', { ...order, preview_id })
  await service.deps.requestLog.flush()
  const { data } = (await other.portal.get('/requests?method=POST')).body
  const paths = data.map(({ path, status, key_id }: Record<string, unknown>) => [path, status, key_id])
  expect(paths).toContainEqual(['/api/v1/portal/orders', 201, other.keyId])
  expect(paths.flat()).not.toContain('/mcp')
  const audit = (await warehouse.staff.get(`/audit?client_id=${other.id}&action=orders.create`)).body.data
  expect(audit).toMatchObject([{ subject_id: shown.id, actor: expect.stringContaining('(pk_') }])
})

describe('a request', () => {
  test.each(['GET', 'DELETE', 'PUT'])('by %s gets 405: there are no sessions', async (method) => {
    const answer = await parseAnswer(await fetch(`${service.url}/mcp`, { method }))
    expectProblem(answer, 'routing/method-not-allowed')
    expect(answer.headers.get('allow')).toContain('POST')
  })

  test.each([
    ['that is not JSON', '{', {}, 400],
    ['that is no message', { hello: 1 }, {}, 400],
    ['with a batch', [list, list], {}, 400],
    ['of another type', 'a=1', { 'content-type': 'text/plain' }, 415],
    ['that does not accept JSON', list, { accept: 'text/html' }, 406],
    ['of an unknown version of the protocol', list, { 'mcp-protocol-version': '1999-01-01' }, 400],
    ['of more than 256 KiB', callOf('search', { q: 'x'.repeat(257 * 1024) }), {}, 413],
  ])('%s is refused', async (_, body, headers, status) => {
    expect((await post(body, headers as Record<string, string>)).status).toBe(status)
  })

  test.each([
    ['a call that does not accept JSON', stock, { accept: 'text/html' }],
    ['a call of an unknown version of the protocol', stock, { 'mcp-protocol-version': '1999-01-01' }],
    ['a call as a notification', { ...stock, id: undefined }, {}],
    ['a batch', [stock], {}],
    ['no message', 'null', {}],
  ])('of an unknown key gets 401: %s', async (_, body, headers) => {
    const authorization = `Bearer ${newToken('pk_')}`
    const refused = await post(body, { ...(headers as Record<string, string>), authorization })
    expectProblem(refused, 'auth/invalid-key')
  })

  test('that is a notification gets 202', async () => {
    const answer = await post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } })
    expect([answer.status, answer.text]).toEqual([202, ''])
  })
})

describe('a page of a browser', () => {
  test.each([
    ['https://evil.example', {}],
    ['null', {}],
    ['a page whose name resolves to this machine', { host: 'evil.example' }],
  ])('of another origin is refused: %s', async (origin, headers) => {
    const given = { ...headers, origin: origin.includes(' ') ? 'http://evil.example' : origin }
    const { statusCode, body } = await service.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { ...given, authorization: `Bearer ${client.token}` },
      payload: list,
    })
    expect([statusCode, JSON.parse(body).type]).toEqual([403, expect.stringMatching(/auth\/cross-origin$/)])
  })

  test('of this service, and of an origin that the operator allows, is answered', async () => {
    expect((await post(list, { origin: service.url })).status).toBe(200)
    const allowed = await post(list, { origin: page })
    expect([allowed.status, allowed.headers.get('access-control-allow-origin')]).toEqual([200, page])
    const asked = await fetch(`${service.url}/mcp`, {
      method: 'OPTIONS',
      headers: { origin: page, 'access-control-request-method': 'POST' },
    })
    expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([204, 'POST'])
  })
})

test('a refused call has no connection of its own to close, and the service goes on', async () => {
  const { maxIdleMs } = discardPolicy
  const uncaught: unknown[] = []
  const note = (error: unknown) => void uncaught.push(error)
  process.on('uncaughtExceptionMonitor', note)
  discardPolicy.maxIdleMs = 1
  const cancel = callOf('cancel_order', { order_id: client.productId, if_revision: 1 })
  for (let i = 0; i < 5; i++) expect((await post(cancel)).body.result.isError).toBe(true)
  discardPolicy.maxIdleMs = maxIdleMs
  process.off('uncaughtExceptionMonitor', note)
  expect(uncaught).toEqual([])
})
