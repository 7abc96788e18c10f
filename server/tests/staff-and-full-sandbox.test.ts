// Whatever goes on in sandboxes, the staff read the same as before, byte by byte: every list with every filter, every row, count, file
// for people, search and metric. The routes come from their declarations, so a new one is covered without a line here.
import { staffScopes } from '@anden/contract'
import { expect, test } from 'vitest'
import { declarationDeps } from '../src/app/deps.ts'
import { backofficePrefix, backofficeRouter, portalRouter } from '../src/app/routes.ts'
import { sql } from '../src/db/sql.ts'
import { issueStaffKey } from '../src/identity/issue-keys.ts'
import { backofficeSamples } from './harness/backoffice-samples.ts'
import { controlledClock } from './harness/clock.ts'
import { asCsv } from './harness/csv.ts'
import { caller } from './harness/http.ts'
import { bearer, listen } from './harness/live-client.ts'
import { useService } from './harness/prologue.ts'
import { reset } from './harness/resets.ts'
import { routeSamples } from './harness/route-samples.ts'
import { contentOf } from './harness/rows-of-client.ts'
import { until } from './harness/until.ts'

const clock = controlledClock()
const service = await useService({ clock: clock.now, live: { pollMs: 50 } })
const { token } = await issueStaffKey(service.db, { name: 'test', scopes: staffScopes })
// Exports are read as CSV, which the description of the API does not have.
const staff = caller(service.url + backofficePrefix, token)
const client = await service.aClient()
// That it is made, and that people of the client switch to it, is of the live client.
const sandbox = await service.aSandboxOf(client)
const { api: switched } = await sandbox.aUser()
const content = await contentOf(service.db)

/** What the client's page says of its sandbox is about it; a key of the staff says when it was used last. */
const isAboutUse = (path: string) => path === '/clients/:id/sandbox' || path.startsWith('/staff-keys')
const readRoutes = backofficeRouter(declarationDeps).routes.filter(
  ({ method, path, event, document }) =>
    method === 'GET' && event === null && document === null && !isAboutUse(path),
)
type Route = (typeof readRoutes)[number]

/** Values of filters that are not an enum, as rows of the client and of the sandbox have them alike. */
const given: Record<string, string[]> = {
  client_id: [client.id],
  q: ['PED', 'OC', 'X 99999', 'DEV', 'AVI', 'Malbec', 'Vinoteca', 'L2', 'Cliente'],
  who: ['test', 'client'],
  actor: ['staff', 'test'],
  order_number: ['PED-000001'],
  remito_number: ['X 99999-00000001'],
}

function queriesOf(route: Route): Record<string, string>[] {
  type Schema = { enum?: string[]; items?: { enum?: string[] }; type?: string }
  const { properties = {}, required = [] } = route.query as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  const single = Object.entries(properties).flatMap(([name, schema]) =>
    (
      given[name] ??
      schema.enum ??
      schema.items?.enum ??
      (schema.type === 'boolean' ? ['true', 'false'] : [])
    ).map((value) => ({ [name]: String(value) })),
  )
  return [{}, ...single].filter((query) => required.every((name) => name in query))
}

/** Requests of all reads of the staff: of each list with every value of every filter, of each row that the samples have made. */
async function everyRead(): Promise<string[]> {
  const paths: string[] = []
  for (const route of readRoutes) {
    const sample = backofficeSamples[`GET ${route.path}`]
    const { params = {}, query } = (await sample?.make?.(service.db, client.id, service.deps.secrets)) ?? {}
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
    const queries = query ? [query, ...queriesOf(route)] : queriesOf(route)
    for (const one of queries)
      paths.push(`${path}?${new URLSearchParams(route.isSheet ? { ...one, format: 'csv' } : one)}`)
  }
  return paths
}

const isOfRequest = /"request_id":"[^"]*"/g

async function answersTo(paths: readonly string[]) {
  const answers: Record<string, string> = {}
  for (const path of paths)
    for (const headers of [{}, asCsv]) {
      const { status, text } = await staff.get(path, headers)
      answers[`${path} ${headers === asCsv ? 'as CSV' : ''}`] = `${status} ${text.replace(isOfRequest, '')}`
    }
  return answers
}

const differing = (before: Record<string, string>, after: Record<string, string>) =>
  Object.entries(before)
    .filter(([asked, answer]) => after[asked] !== answer)
    .map(([asked, answer]) => ({ asked, answer, now: after[asked] }))

/** What the service measures of the warehouse, and not of itself. */
async function metrics() {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  const ofService = /^anden_(http|database|document|live_streams|process)/
  return text.split('\n').filter((line) => line.startsWith('anden_') && !ofService.test(line))
}

/** A valid request to every route of the portal, so that there is something of everything. */
async function useEverything() {
  // What moves its clock comes last: dates of the others are by the warehouse's day. A reset would empty what is filled here.
  const ofClock = ({ path }: { path: string }) => path === '/sandbox/clock'
  const { routes } = portalRouter(declarationDeps)
  for (const route of [...routes.filter((one) => !ofClock(one)), ...routes.filter(ofClock)]) {
    const sample = routeSamples[`${route.method} ${route.path}`]
    // A shared view is made together with the person whose it is, who is of the live client.
    const isOther = route.environment === 'live' || ['/views/:id', '/sandbox/reset'].includes(route.path)
    if (!sample || sample.public || route.event || isOther) continue
    const values = (await sample.params?.(service.db, sandbox.id)) ?? {}
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? '')
    const body = await sample.body?.(service.db, sandbox.id)
    const by = sample.session ? switched : sandbox.portal
    const asked = `${path}${sample.query ? `?${sample.query}` : ''}`
    const answer = await by.call(route.method, asked, body, sample.headers?.())
    // A failure that was asked for is none of what is tested here.
    await sandbox.portal.delete('/sandbox/faults')
    expect(answer.status, `${route.method} ${asked} ${answer.text}`).toBeLessThan(300)
  }
}

/** Samples that make something for the warehouse, a person or another client. */
const madeLive = /users|views|staff-keys|remito-books|trips|transfer|POST \/clients/

test('a sandbox that is full of everything changes nothing of what the staff read', async () => {
  const paths = await everyRead()
  expect(paths.length).toBeGreaterThan(150)
  const [before, measured] = [await answersTo(paths), await metrics()]
  // Otherwise what follows would prove nothing.
  expect(differing(before, await answersTo(paths))).toEqual([])
  expect(Object.values(before).filter((answer) => answer.startsWith('200')).length).toBeGreaterThan(200)
  const live = await listen(service.url + backofficePrefix, bearer(token))
  const ofClient = await content(client.id)

  await useEverything()
  for (const [name, sample] of Object.entries(backofficeSamples)) {
    if (madeLive.test(name)) continue
    await sample.make?.(service.db, sandbox.id, service.deps.secrets)
  }
  await service.db.run(sql`
    update webhook_endpoints set status = 'paused' where client_id = ${sandbox.id} and deleted_at is null`)
  await service.db.run(sql`
    update deliveries set next_attempt_at = now() - interval '1 hour'
    where client_id = ${sandbox.id} and status = 'pending'`)

  const kinds = Object.entries(await content(sandbox.id)).filter(([, rows]) => !rows.startsWith('0 '))
  expect(kinds.length).toBeGreaterThan(30)
  expect(await content(client.id)).toEqual(ofClient)
  expect(await metrics()).toEqual(measured)
  expect(differing(before, await answersTo(paths))).toEqual([])
  // Nor does it that all of it is deleted, and filled in again.
  await reset(service, sandbox.id, 'demo')
  expect(differing(before, await answersTo(paths))).toEqual([])

  await client.portal.post('/destinatarios', { name: 'De verdad' })
  await until('the change of the client', () => live.changes.length > 0)
  expect(new Set(live.changes.map(({ client_id }) => client_id))).toEqual(new Set([client.id]))
  await live.leave()
})
