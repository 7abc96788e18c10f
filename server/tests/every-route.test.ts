// Guarantees of every route of the portal. The routes come from their declarations, the requests from route-samples.ts; a
// route without a sample fails the first test.

import { portalScopes } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, test } from 'vitest'
import { declarationDeps } from '../src/app/deps.ts'
import { portalRouter } from '../src/app/routes.ts'
import { sql } from '../src/db/sql.ts'
import { xlsxContentType } from '../src/http/reads/sheets/sheet-handler.ts'
import { takesNoBody } from '../src/http/routing/route.ts'
import { issueStaffKey } from '../src/identity/issue-keys.ts'
import { newToken } from '../src/identity/tokens.ts'
import { foreignOrigins } from './harness/browser.ts'
import { controlledClock } from './harness/clock.ts'
import { asCsv, csvType, expectRowsOf, rowsByPage } from './harness/csv.ts'
import type { Caller, HttpAnswer } from './harness/http.ts'
import { lists } from './harness/lists.ts'
import { expectProblem } from './harness/problem-answers.ts'
import { useService } from './harness/prologue.ts'
import { type RouteSample, routeSamples } from './harness/route-samples.ts'
import type { TestClient, TestService } from './harness/service.ts'

const limits = { read_per_hour: 7000, write_per_hour: 6000, burst_per_minute: 5000 }
const clock = controlledClock()
const service = await useService({ clock: clock.now, rateLimits: limits })
const staffToken = (await issueStaffKey(service.db, { name: 'test', scopes: [] })).token
// Bad keys are limited per address and minute; each test has its own minute.
beforeEach(() => clock.advance(61_000))

const routes = portalRouter(declarationDeps).routes.map((route) => ({
  ...route,
  name: `${route.method} ${route.path}`,
}))
type Declared = (typeof routes)[number]
const sampleOf = ({ name }: Declared): RouteSample => routeSamples[name] ?? { scope: null }

/** A client that the route is for: a sandbox, if only sandboxes have it. */
async function aClientFor(route: Declared, ...options: Parameters<TestService['aClient']>) {
  const client = await service.aClient(...options)
  return route.environment === 'sandbox' ? service.aSandboxOf(client, ...options) : client
}

/** A request that the route accepts from its owner. */
async function requestTo(route: Declared, owner: TestClient) {
  const { params, query, body, headers } = sampleOf(route)
  const values = (await params?.(service.db, owner.id)) ?? {}
  const bare = route.path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? `no-sample-for-${name}`)
  const path = query ? `${bare}?${query}` : bare
  return { path, body: await body?.(service.db, owner.id), headers: headers?.() ?? {} }
}
const withSurprise = (path: string) => `${path}${path.includes('?') ? '&' : '?'}surprise=1`
type SampleRequest = Awaited<ReturnType<typeof requestTo>>

/** The caller that the route is for: the client's key with every scope, or a person of the client. */
async function callerOf(
  route: Declared,
  client: TestClient,
  session = sampleOf(route).session,
): Promise<Caller> {
  if (!session) return client.portal
  const role = sampleOf(route).by ?? (session === 'administrator' ? session : 'reader')
  return (await client.aUser(role)).api
}

async function send(
  by: Caller,
  route: Declared,
  { path, body, headers }: SampleRequest,
  change: Partial<SampleRequest> = {},
) {
  const answer = await by.call(route.method, change.path ?? path, change.body ?? body, {
    ...headers,
    ...change.headers,
  })
  expectCommonHeaders(answer, route.method)
  return answer
}

function expectCommonHeaders({ headers }: HttpAnswer<unknown>, method: string) {
  expect(headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/)
  const isOfSession = headers.get('ratelimit-policy')?.endsWith(';q=600;w=60')
  const ofKey = method === 'GET' || method === 'HEAD' ? '7000' : '6000'
  expect(headers.get('x-ratelimit-limit')).toBe(isOfSession ? '600' : ofKey)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
}

const contentTypeOf = ({ status, event, document, isSheet }: Declared) =>
  status === 204
    ? null
    : isSheet
      ? xlsxContentType
      : (document ?? `${event ? 'text/event-stream' : 'application/json'}; charset=utf-8`)

test('every declared route has a sample, and every sample a route', () => {
  expect(Object.keys(routeSamples).sort()).toEqual(routes.map(({ name }) => name).sort())
})

describe.each(routes)('$name', (route) => {
  const sample = sampleOf(route)

  test('answers a valid request as declared, given the one scope it needs', async () => {
    const client = await aClientFor(route, { scopes: sample.scope ? [sample.scope] : [] })
    const by = sample.public ? service.portal() : await callerOf(route, client)
    const answer = await send(by, route, await requestTo(route, client))
    expect(answer.status).toBe(route.status)
    expect(answer.headers.get('content-type')).toBe(contentTypeOf(route))
  })

  test('refuses an unknown query parameter and names it', async () => {
    const client = await aClientFor(route)
    const request = await requestTo(route, client)
    const by = await callerOf(route, client)
    const answer = await send(by, route, request, { path: withSurprise(request.path) })
    const { errors } = expectProblem(answer, 'validation/invalid-parameter')
    expect(errors).toEqual([{ pointer: 'surprise', detail: expect.any(String) }])
  })

  if (route.method !== 'GET')
    test('refuses a cookie from a page of another origin, and changes nothing', async () => {
      const client = await aClientFor(route)
      const request = await requestTo(route, client)
      const { cookie, api } = await client.aUser()
      for (const [, headers] of foreignOrigins) {
        const change = { headers: { cookie, ...headers } }
        expectProblem(await send(service.portal(), route, request, change), 'auth/cross-origin')
      }
      expect((await send(api, route, request)).status).toBe(route.status)
    })

  test('answers 405 to a method that it does not have, and says which it has', async () => {
    const client = await aClientFor(route)
    const { path } = await requestTo(route, client)
    const declared = routes.filter((one) => one.path === route.path).map((one) => one.method)
    const allowed = declared.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
    for (const by of [client.portal, service.portal()]) {
      const answer = await by.call('PUT', path)
      expectProblem(answer, 'routing/method-not-allowed')
      expectCommonHeaders(answer, 'PUT')
      expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(allowed.sort())
    }
  })

  if (route.method === 'GET') {
    test('answers HEAD as it answers GET, without the body', async () => {
      const client = await aClientFor(route)
      const { path } = await requestTo(route, client)
      const by = await callerOf(route, client)
      const get = await by.get(path)
      const head = await by.call('HEAD', path)
      expectCommonHeaders(head, 'HEAD')
      expect(head.status).toBe(200)
      expect(head.text).toBe('')
      const same = ['content-type', 'content-length', 'etag', 'cache-control']
      const pick = (answer: HttpAnswer<unknown>) => same.map((name) => answer.headers.get(name))
      expect(pick(head)).toEqual(pick(get))
    })
  }

  if (route.environment === null && !sample.public)
    test('answers in a sandbox as it does for a live client', async () => {
      const client = await service.aSandboxOf(await service.aClient())
      const answer = await send(await callerOf(route, client), route, await requestTo(route, client))
      expect(answer.status, answer.text).toBe(route.status)
    })

  if (route.environment !== null)
    test(`is refused outside of ${route.environment === 'live' ? 'the live data' : 'a sandbox'}`, async () => {
      const live = await service.aClient()
      const sandbox = await service.aSandboxOf(live)
      const isLive = route.environment === 'live'
      const request = await requestTo(route, isLive ? live : sandbox)
      const by = await callerOf(route, isLive ? sandbox : live)
      const code = isLive ? 'sandbox/live-only' : 'sandbox/live-key'
      expectProblem(await send(by, route, request), code)
    })

  if (route.item) csvGuarantees(route)
  if (!sample.public) credentialGuarantees(route)
  if (!sample.public && !sample.session) cookieGuarantees(route, sample.scope)
  if (sample.session) sessionGuarantees(route, sample.session)
  if (sample.scope) scopeGuarantees(route, sample.scope)
  if (route.path.includes(':')) idGuarantees(route)
  if (route.body) bodyGuarantees(route)
  if (takesNoBody(route)) noBodyGuarantees(route)
  if (route.bodyOptional) optionalBodyGuarantees(route)
})

function csvGuarantees(route: Declared) {
  test('as CSV has one header line and the rows that it has in JSON', async () => {
    const client = await aClientFor(route)
    const by = await callerOf(route, client)
    const { path } = await requestTo(route, client)
    await lists.find((list) => list.path === route.path)?.add(service.db, client.id, [0, 1, 2, 2, 3])
    const answer = await send(by, route, { path, body: undefined, headers: asCsv })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, csvType])
    expectRowsOf(answer.text, route.isList ? await rowsByPage(by, path, 2) : (await by.get(path)).body.data)
    const head = await by.call('HEAD', path, undefined, asCsv)
    expect([head.status, head.text, head.headers.get('content-type')]).toEqual([200, '', csvType])
  })
}

function credentialGuarantees(route: Declared) {
  const malformed = ['', 'Bearer', 'Basic dXNlcjpwYXNz', 'Bearer two words', `Token ${newToken('pk_')}`]
  test.each([undefined, ...malformed])('refuses Authorization: %s as missing credentials', async (given) => {
    const request = await requestTo(route, await aClientFor(route))
    const headers: Record<string, string> = given === undefined ? {} : { authorization: given }
    const answer = await send(service.portal(), route, request, { headers })
    expectProblem(answer, 'auth/missing-credentials')
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  test('refuses an unknown key, a mistyped one and a staff key alike', async () => {
    const client = await aClientFor(route)
    const request = await requestTo(route, client)
    const mistyped = client.token.slice(0, -1) + (client.token.endsWith('0') ? '1' : '0')
    for (const token of [newToken('pk_'), mistyped, 'nonsense', staffToken]) {
      const answer = await send(service.portal(token), route, request)
      expectProblem(answer, 'auth/invalid-key')
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
  })
}

function cookieGuarantees(route: Declared, scope: string | null) {
  test('answers an administrator who is signed in as it answers a key', async () => {
    const client = await aClientFor(route)
    const answer = await send((await client.aUser()).api, route, await requestTo(route, client))
    expect(answer.status, answer.text).toBe(route.status)
  })

  const isRead = scope === null || scope.startsWith('read:')
  test(`${isRead ? 'answers' : 'is refused to'} a reader`, async () => {
    const client = await aClientFor(route)
    const answer = await send((await client.aUser('reader')).api, route, await requestTo(route, client))
    if (isRead) expect(answer.status).toBe(route.status)
    else expectProblem(answer, 'auth/insufficient-scope')
  })
}

function sessionGuarantees(route: Declared, session: 'user' | 'administrator') {
  test('is refused to a key of any scope, before its input is looked at', async () => {
    const client = await aClientFor(route)
    const request = await requestTo(route, client)
    const answer = await send(client.portal, route, request, { path: withSurprise(request.path) })
    expectProblem(answer, 'auth/session-required')
  })

  if (session === 'administrator') {
    test('is refused to a reader', async () => {
      const client = await aClientFor(route)
      const request = await requestTo(route, client)
      const answer = await send((await client.aUser('reader')).api, route, request)
      expectProblem(answer, 'auth/administrator-required')
    })
  }
}

function scopeGuarantees(route: Declared, scope: string) {
  test(`needs ${scope}, before its input is looked at, and no other scope will do`, async () => {
    const granted = portalScopes.filter((one) => one !== scope)
    const client = await aClientFor(route, { scopes: granted })
    const request = await requestTo(route, client)
    const answer = await send(client.portal, route, request, { path: withSurprise(request.path) })
    const body = expectProblem(answer, 'auth/insufficient-scope')
    expect(body).toMatchObject({ required_scopes: [scope], granted_scopes: granted })
  })
}

/** What every write adds to, so that a refused one is seen to have changed nothing. */
const rowsOf = ({ id }: TestClient) =>
  service.db.one(
    sql<{ audited: number }>`select count(*)::int as audited from audit_entries where client_id = ${id}`,
  )

function idGuarantees(route: Declared) {
  test('answers the same to a foreign id and to one that does not exist', async () => {
    const client = await aClientFor(route)
    const own = await requestTo(route, client)
    const foreign = (await requestTo(route, await aClientFor(route))).path
    const unknown = route.path.replace(/:\w+/g, () => uuidv7())
    const by = await callerOf(route, client)
    const first = await send(by, route, own, { path: foreign })
    const second = await send(by, route, own, { path: unknown })
    expect(first.status).toBe(404)
    const text = (answer: HttpAnswer<{ request_id: string }>, path: string) =>
      answer.text.replace(path, '<path>').replace(answer.body.request_id, '<request id>')
    expect(text(first, foreign)).toBe(text(second, unknown))
    expect([...first.headers.keys()]).toEqual([...second.headers.keys()])
  })

  if (route.environment === null)
    test.each(['live', 'sandbox'] as const)(
      'knows nothing of the other environment of the same client, asked by the %s one',
      async (environment) => {
        const live = await service.aClient()
        const sandbox = await service.aSandboxOf(live)
        const [own, other] = environment === 'live' ? [live, sandbox] : [sandbox, live]
        const request = await requestTo(route, own)
        const before = await rowsOf(other)
        const by = await callerOf(route, own)
        const answer = await send(by, route, request, { path: (await requestTo(route, other)).path })
        expect(answer.status, answer.text).toBe(404)
        const written = await rowsOf(other)
        expect(written.audited).toBe(before.audited)
        expect((await send(by, route, request)).status).toBe(route.status)
      },
    )

  test.each(['1', 'not-a-uuid', '%00', "'%20or%201=1"])('refuses the id %s', async (id) => {
    const client = await aClientFor(route)
    const own = await requestTo(route, client)
    const path = route.path.replace(/:\w+/g, id)
    const { errors } = expectProblem(
      await send(await callerOf(route, client), route, own, { path }),
      'validation/invalid-parameter',
    )
    expect(errors[0].pointer).toBe(/:(\w+)/.exec(route.path)?.[1])
  })
}

function noBodyGuarantees(route: Declared) {
  test('takes an empty body of any content type and {}, and refuses every other', async () => {
    const client = await aClientFor(route)
    const by = await callerOf(route, client)
    const sendText = async (text: string, type: string) => {
      const { path, headers } = await requestTo(route, client)
      return by.call(route.method, path, text, { ...headers, 'content-type': type })
    }
    for (const type of ['application/json', 'text/plain', 'nonsense'])
      expect((await sendText('', type)).status).toBe(route.status)
    expect((await sendText(' {\n} ', 'application/json')).status).toBe(route.status)
    for (const text of ['{"a":1}', '[]', 'null', '{"half":', 'text']) {
      const problem = expectProblem(await sendText(text, 'application/json'), 'validation/invalid-body')
      expect(problem.errors).toEqual([{ pointer: '', detail: expect.stringContaining('takes no body') }])
    }
    expectProblem(await sendText('text', 'text/plain'), 'validation/invalid-body')
  })
}

function optionalBodyGuarantees(route: Declared) {
  test('takes no body, and an empty one', async () => {
    const client = await aClientFor(route)
    for (const body of [undefined, '']) {
      const { path } = await requestTo(route, client)
      const by = await callerOf(route, client)
      expect((await by.call(route.method, path, body)).status).toBe(route.status)
    }
  })
}

function bodyGuarantees(route: Declared) {
  test('refuses an unknown member of the body and points at it', async () => {
    const client = await aClientFor(route)
    const request = await requestTo(route, client)
    const answer = await send(await callerOf(route, client), route, request, {
      body: { ...(request.body as object), surprise: 1 },
    })
    const { errors } = expectProblem(answer, 'validation/invalid-body')
    expect(errors).toEqual([
      { pointer: '/surprise', detail: expect.stringMatching(/^is not a known member[:;]/) },
    ])
  })

  test('refuses what is not JSON, or not called JSON', async () => {
    const client = await aClientFor(route)
    const request = await requestTo(route, client)
    const by = await callerOf(route, client)
    const sendText = (text: string, type: string) =>
      by.call(route.method, request.path, text, { ...request.headers, 'content-type': type })
    expectProblem(await sendText('{"half":', 'application/json'), 'validation/malformed-json')
    expectProblem(await sendText('{}', 'text/plain'), 'validation/unsupported-media-type')
  })
}
