// Guarantees of every route of the back office. The routes come from their declarations, the requests from
// backoffice-samples.ts; a route without a sample fails the first test.

import { staffScopes, withImplied } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, test } from 'vitest'
import { declarationDeps } from '../src/app/deps.ts'
import { backofficeRouter } from '../src/app/routes.ts'
import { xlsxContentType } from '../src/http/reads/sheets/sheet-handler.ts'
import { takesNoBody } from '../src/http/routing/route.ts'
import { newToken } from '../src/identity/tokens.ts'
import { backofficeSamples, type StaffRequest, type StaffSample } from './harness/backoffice-samples.ts'
import { foreignOrigins } from './harness/browser.ts'
import { controlledClock } from './harness/clock.ts'
import { asCsv, csvType, expectRowsOf, rowsByPage } from './harness/csv.ts'
import type { Caller } from './harness/http.ts'
import { expectRefusal } from './harness/problem-answers.ts'
import { useService } from './harness/prologue.ts'

const clock = controlledClock()
const service = await useService({ clock: clock.now })
const client = await service.aClient()
const staff = await service.aStaffMember()
// Bad keys are limited per address and minute; each test has its own minute.
beforeEach(() => clock.advance(61_000))

const routes = backofficeRouter(declarationDeps).routes.map((route) => ({
  ...route,
  name: `${route.method} ${route.path}`,
}))
type Declared = (typeof routes)[number]
const sampleOf = ({ name }: Declared): StaffSample => backofficeSamples[name] ?? { scope: 'staff:read' }

const requestTo = async (route: Declared): Promise<StaffRequest> =>
  (await sampleOf(route).make?.(service.db, client.id, service.deps.secrets)) ?? {}

const send = (by: Caller, route: Declared, request: StaffRequest) =>
  by.call(route.method, pathOf(route, request), request.body, request.headers)

function pathOf(route: Declared, { params = {}, query = {} }: StaffRequest): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? `no-sample-for-${name}`)
  const search = new URLSearchParams(query).toString()
  return search ? `${path}?${search}` : path
}
const bodyOf = (request: StaffRequest) => request.body as Record<string, unknown>

test('every declared route has a sample, and every sample a route', () => {
  expect(Object.keys(backofficeSamples).sort()).toEqual(routes.map(({ name }) => name).sort())
})

test('somebody who may only receive goods can use what receiving needs, and nothing else', async () => {
  const receiver = await service.aStaffMember(['staff:receive'])
  const isForReceivers = ({ scope, orScope }: Declared) => [scope, orScope].includes('staff:receive')
  expect(new Set(routes.filter(isForReceivers).map(({ name }) => name))).toEqual(
    new Set([
      'GET /clients/names',
      'GET /clients/:id/name',
      'GET /clients/:id/products',
      'GET /products/:id',
      'GET /lots',
      'POST /remitos',
      'GET /inbound',
      'GET /inbound/:id',
      'PATCH /inbound/:id',
      'GET /returns',
      'GET /returns/:id',
      'GET /orders/:id/returnable',
      'PATCH /returns/:id',
    ]),
  )
  for (const route of routes.filter((one) => !one.session && !isForReceivers(one)))
    expectRefusal(await send(receiver, route, await requestTo(route)), 'auth/insufficient-scope', {
      required_scopes: [route.scope],
      granted_scopes: ['staff:receive'],
    })
})

describe.each(routes)('$name', (route) => {
  const { scope, missing, missingInBody = {} } = sampleOf(route)

  if (route.method !== 'GET')
    test('refuses a cookie from a page of another origin, and changes nothing', async () => {
      const request = await requestTo(route)
      const { cookie, api } = await service.aStaffUser()
      for (const [, headers] of foreignOrigins) {
        const from = { ...request, headers: { ...request.headers, cookie, ...headers } }
        expectRefusal(await send(service.backoffice(), route, from), 'auth/cross-origin')
      }
      expect((await send(api, route, request)).status).toBe(route.status)
    })

  if (route.session || scope === null) return sessionGuarantees(route)

  const sufficient: string[] = [scope, ...(route.orScope ? [route.orScope] : [])]

  test.each(sufficient)('answers a key that has %s alone, as declared', async (one) => {
    const answer = await send(await service.aStaffMember([one]), route, await requestTo(route))
    expect(answer.status, answer.text).toBe(route.status)
    expect(answer.headers.get('x-request-id')).toMatch(/^req_[0-9a-f]{32}$/)
    const type = route.event ? 'text/event-stream' : 'application/json'
    if (route.status !== 204)
      expect(answer.headers.get('content-type')).toBe(
        route.isSheet ? xlsxContentType : (route.document ?? `${type}; charset=utf-8`),
      )
  })

  test(`answers a person who has ${scope} alone and is signed in`, async () => {
    const { api } = await service.aStaffUser([scope])
    const answer = await send(api, route, await requestTo(route))
    expect(answer.status, answer.text).toBe(route.status)
    expect(answer.headers.get('x-ratelimit-limit')).toBe('600')
  })

  test('is refused to a key with every scope but that, before the input is looked at', async () => {
    const granted = staffScopes.filter((one) => !withImplied([one]).some((had) => sufficient.includes(had)))
    const answer = await send(await service.aStaffMember(granted), route, { query: { surprise: '1' } })
    const members = { required_scopes: sufficient, granted_scopes: granted }
    expect(expectRefusal(answer, 'auth/insufficient-scope', members).detail).toContain(scope)
  })

  test('is refused without a key, to a key of a client, and to one that nobody has', async () => {
    const request = await requestTo(route)
    const bare = await send(service.backoffice(), route, request)
    expectRefusal(bare, 'auth/missing-credentials')
    for (const token of [client.token, newToken('sk_'), 'nonsense']) {
      const answer = await send(service.backoffice(token), route, request)
      expectRefusal(answer, 'auth/invalid-key')
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
  })

  test('refuses an unknown query parameter and a method that it does not have', async () => {
    const request = await requestTo(route)
    const answer = await send(staff, route, { ...request, query: { ...request.query, surprise: '1' } })
    expectRefusal(answer, 'validation/invalid-parameter', {
      errors: [{ pointer: 'surprise', detail: expect.stringContaining('not a known parameter') }],
    })
    const wrong = await send(staff, { ...route, method: 'PUT' as never }, request)
    expectRefusal(wrong, 'routing/method-not-allowed')
    expect(wrong.headers.get('allow')?.split(', ')).toContain(route.method)
  })

  if (missing) {
    test('answers 404 where there is nothing of that id, and 400 where it is no id', async () => {
      const request = await requestTo(route)
      const withId = (id: string) => {
        const all = (given = {}) =>
          Object.fromEntries(
            Object.entries(given).map(([name]) => [name, name === 'transaction_id' ? `pay_${id}` : id]),
          )
        return send(staff, route, { ...request, params: all(request.params), query: all(request.query) })
      }
      expectRefusal(await withId(uuidv7()), missing)
      if (route.path.includes('transaction_id')) return
      const { errors } = expectRefusal(await withId('nonsense'), 'validation/invalid-parameter', {
        errors: expect.any(Array),
      })
      expect(errors[0].detail).toBe('must be a UUID')
    })
  }

  test.each(Object.entries(missingInBody))(
    'knows whether there is the %s of its body',
    async (name, code) => {
      const request = await requestTo(route)
      expectRefusal(
        await send(staff, route, { ...request, body: { ...bodyOf(request), [name]: uuidv7() } }),
        code,
        code === 'validation/invalid-body'
          ? { errors: [{ pointer: `/${name}`, detail: expect.stringMatching(/^is not a /) }] }
          : {},
      )
      const upper = { ...bodyOf(request), [name]: String(bodyOf(request)[name]).toUpperCase() }
      expect((await send(staff, route, { ...request, body: upper })).status).toBe(route.status)
    },
  )

  if (route.item) csvGuarantees(route)
  if (route.body) bodyGuarantees(route)
  if (takesNoBody(route) || route.bodyOptional) emptyBodyGuarantees(route)
  if (route.idempotency === 'optional' && !route.streamed) repeatGuarantees(route)
  if (route.idempotency === 'none' && route.body) {
    test('does not read an Idempotency-Key', async () => {
      const headers = { 'idempotency-key': '' }
      expect((await send(staff, route, { ...(await requestTo(route)), headers })).status).toBe(route.status)
    })
  }
})

function sessionGuarantees(route: Declared) {
  const { scope, by } = sampleOf(route)
  test('answers a person who is signed in, and no key', async () => {
    const { api } = await service.aStaffUser(by === 'administrator' ? ['staff:admin'] : scope ? [scope] : [])
    expect((await send(api, route, await requestTo(route))).status).toBe(route.status)
    expectRefusal(await send(staff, route, await requestTo(route)), 'auth/session-required')
  })

  if (scope !== null) {
    test('is refused to a person with every scope but that', async () => {
      const { api } = await service.aStaffUser(staffScopes.filter((one) => one !== scope))
      expectRefusal(await send(api, route, await requestTo(route)), 'auth/insufficient-scope', {
        required_scopes: [scope],
        granted_scopes: expect.any(Array),
      })
    })
  }
}

function csvGuarantees(route: Declared) {
  test('as CSV has one header line and the rows that it has in JSON', async () => {
    const request = await requestTo(route)
    const answer = await send(staff, route, { ...request, headers: asCsv })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, csvType])
    expectRowsOf(answer.text, await rowsByPage(staff, pathOf(route, request), 100))
  })
}

function bodyGuarantees(route: Declared) {
  test('refuses an unknown member, what is not JSON, and what is not called JSON', async () => {
    const request = await requestTo(route)
    const sendBody = (body: StaffRequest['body'], type = 'application/json') =>
      send(staff, route, { ...request, body, headers: { 'content-type': type } })
    expectRefusal(await sendBody({ ...bodyOf(request), surprise: 1 }), 'validation/invalid-body', {
      errors: [{ pointer: '/surprise', detail: expect.stringMatching(/^is not a known member[:;]/) }],
    })
    expectRefusal(await sendBody('{"half":'), 'validation/malformed-json')
    expectRefusal(await sendBody('{}', 'text/csv'), 'validation/unsupported-media-type')
  })
}

function emptyBodyGuarantees(route: Declared) {
  test('takes an empty body and {}, and no text', async () => {
    const sendBody = async (body: string, type = 'application/json') =>
      send(staff, route, { ...(await requestTo(route)), body, headers: { 'content-type': type } })
    for (const body of ['', '{}']) expect((await sendBody(body)).status).toBe(route.status)
    if (route.body) return
    expect((await sendBody('', 'text/plain')).status).toBe(route.status)
    for (const body of ['{"surprise":1}', 'text']) {
      expectRefusal(await sendBody(body), 'validation/invalid-body', {
        errors: [{ pointer: '', detail: expect.stringContaining('takes no body') }],
      })
    }
  })
}

function repeatGuarantees(route: Declared) {
  test('gives its first answer again for a repeated key, and refuses the key with another body', async () => {
    const key = { 'idempotency-key': uuidv7() }
    const request = { ...(await requestTo(route)), headers: key }
    const [first, again] = [await send(staff, route, request), await send(staff, route, request)]
    expect(again.text).toBe(first.text)
    for (const name of ['location', 'content-type'])
      expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)])
    expect([first, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true'])
    const another = { ...request, body: (await requestTo(route)).body }
    if (JSON.stringify(another.body) === JSON.stringify(request.body)) another.body = changed(bodyOf(request))
    expectRefusal(await send(staff, route, another), 'idempotency/key-reused-with-different-body')
    expectRefusal(
      await send(staff, route, { ...request, headers: { 'idempotency-key': '' } }),
      'idempotency/key-invalid',
    )
  })
}

const changed = (body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      name === 'amount' ? 7 : ['name', 'reason', 'note'].includes(name) ? `${value} 2` : value,
    ]),
  )
