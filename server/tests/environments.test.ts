// The live account of a client and its sandbox know nothing of each other. Each route of the portal is asked in one of them for what
// the other has, by its path and by what its body names; nothing is told of it and nothing is written to it. The routes come from
// their declarations, the requests from route-samples.ts.
import { describe, expect, test } from 'vitest'
import { declarationDeps } from '../src/app/deps.ts'
import { portalPrefix, portalRouter } from '../src/app/routes.ts'
import { sql } from '../src/db/sql.ts'
import { bearer, listen } from './harness/live-client.ts'
import { useService } from './harness/prologue.ts'
import { type RouteSample, routeSamples } from './harness/route-samples.ts'
import { contentOf, idsOf } from './harness/rows-of-client.ts'
import type { TestClient } from './harness/service.ts'
import { until } from './harness/until.ts'

const service = await useService({ live: { pollMs: 50 } })
const content = await contentOf(service.db)

const routes = portalRouter(declarationDeps).routes.map((route) => ({
  ...route,
  name: `${route.method} ${route.path}`,
}))
type Declared = (typeof routes)[number]
const sampleOf = ({ name }: Declared): RouteSample => routeSamples[name] ?? { scope: null }

async function requestTo(route: Declared, owner: TestClient) {
  const { params, query, body, headers } = sampleOf(route)
  const values = (await params?.(service.db, owner.id)) ?? {}
  const bare = route.path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? `no-sample-for-${name}`)
  return {
    path: query ? `${bare}?${query}` : bare,
    body: await body?.(service.db, owner.id),
    headers: headers?.() ?? {},
  }
}
type SampleRequest = Awaited<ReturnType<typeof requestTo>>

async function callerOf(route: Declared, client: TestClient) {
  const { session, by } = sampleOf(route)
  if (!session) return client.portal
  return (await client.aUser(by ?? (session === 'administrator' ? session : 'reader'))).api
}

const idsIn = (text: string) => text.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi) ?? []

const asked = routes.filter((route) => route.environment === null && !sampleOf(route).public && !route.event)

describe.each(asked)('$name', (route) => {
  test.each(['live', 'sandbox'] as const)(
    'asked by the %s one, leaves the other alone',
    async (environment) => {
      const live = await service.aClient()
      const sandbox = await service.aSandboxOf(live)
      const [own, other] = environment === 'live' ? [live, sandbox] : [sandbox, live]
      const by = await callerOf(route, own)
      const foreign = await requestTo(route, other)
      const mine = await requestTo(route, own)
      const ofOther = await idsOf(service.db, other.id)
      // People are of both: they switch.
      for (const id of await usersOf(live)) ofOther.delete(id)
      const before = await content(other.id)

      async function expectNothingOf(request: SampleRequest) {
        const { path, body, headers } = request
        const answer = await by.call(route.method, path, body, headers)
        const named = new Set(idsIn(`${path} ${JSON.stringify(body)}`))
        expect(idsIn(answer.text).filter((id) => ofOther.has(id) && !named.has(id))).toEqual([])
        expect(await content(other.id)).toEqual(before)
        return answer
      }

      if (route.path.includes(':'))
        expect((await expectNothingOf({ ...mine, path: foreign.path })).status).toBe(404)
      const namesOther = idsIn(JSON.stringify(foreign.body) ?? '').some((id) => ofOther.has(id))
      if (namesOther) {
        const answer = await expectNothingOf({ ...mine, body: foreign.body, headers: foreign.headers })
        expect(refusals(answer), answer.text).toBeGreaterThan(0)
      }
      const answer = await expectNothingOf(mine)
      expect(answer.status, answer.text).toBe(route.status)
    },
  )
})

const usersOf = async ({ id }: TestClient) =>
  (await service.db.rows(sql<{ id: string }>`select id from users where client_id = ${id}`)).map(
    (user) => user.id,
  )

/** A request for several things answers for each of them. */
function refusals({ status, body }: { status: number; body: { results?: { status: number }[] } }): number {
  const each = body?.results?.map((one) => one.status) ?? [status]
  return each.filter((one) => one >= 400).length
}

test('the stream of changes of each says nothing of the other', async () => {
  const live = await service.aClient()
  const sandbox = await service.aSandboxOf(live)
  const root = service.url + portalPrefix
  const streams = [await listen(root, bearer(live.token)), await listen(root, bearer(sandbox.token))] as const
  const reported = () => streams.map(({ changes }) => changes.map(({ topic }) => topic))
  await sandbox.portal.post('/destinatarios', { name: 'De prueba' })
  await until('the change of the sandbox', () => reported()[1]?.includes('destinatarios') ?? false)
  expect(reported()[0]).toEqual([])
  await live.portal.post('/webhooks', { url: 'https://8.8.8.8/hook', events: ['order.created'] })
  await until('the change of the live account', () => reported()[0]?.includes('webhooks') ?? false)
  expect(reported()[1]).not.toContain('webhooks')
  for (const stream of streams) await stream.leave()
})
