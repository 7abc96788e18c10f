// Whatever the back office shows of a client has the client's name beside its id, so that nobody has to read all clients to
// show it. The routes come from their declarations, the requests from backoffice-samples.ts.
import type { TSchema } from 'typebox'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { declarationDeps } from '../src/app/deps.ts'
import { backofficeRouter } from '../src/app/routes.ts'
import { sql } from '../src/db/sql.ts'
import { backofficeSamples } from './harness/backoffice-samples.ts'
import { controlledClock } from './harness/clock.ts'
import { asCsv, recordsOf } from './harness/csv.ts'
import { useService } from './harness/prologue.ts'

const clock = controlledClock()
const service = await useService({ clock: clock.now })
const client = await service.aClient()
const colleague = await service.aStaffUser()
beforeEach(() => clock.advance(61_000))

type Declared = ReturnType<typeof backofficeRouter>['routes'][number]
type Shape = { properties?: Record<string, TSchema>; items?: TSchema }

/** The names of the members of a schema that are missing beside a client's id. */
function unnamedIn(schema: TSchema | null, path: string): string[] {
  const { properties = {}, items } = (schema ?? {}) as Shape
  const isUnnamed = 'client_id' in properties && !('client_name' in properties)
  return [
    ...(isUnnamed ? [`${path}/client_id`] : []),
    ...Object.entries(properties).flatMap(([name, one]) => unnamedIn(one, `${path}/${name}`)),
    ...(items ? unnamedIn(items, `${path}/*`) : []),
  ]
}

const routes = backofficeRouter(declarationDeps).routes.map((route) => ({
  ...route,
  name: `${route.method} ${route.path}`,
}))
const repliesOf = ({ reply, item, otherReplies }: Declared) => [reply, item, ...Object.values(otherReplies)]

test('every reply with the id of a client is declared with its name', () => {
  const unnamed = routes.flatMap((route) => repliesOf(route).flatMap((one) => unnamedIn(one, route.name)))
  expect(unnamed).toEqual([])
})

type Owned = { client_id: string | null; client_name: string | null }
/** All objects of a reply that belong to a client. The snapshots of the audit log are as they were taken. */
function ownedIn(value: unknown): Owned[] {
  if (Array.isArray(value)) return value.flatMap(ownedIn)
  if (value === null || typeof value !== 'object') return []
  const { before: _, after: __, ...members } = value as Record<string, unknown>
  return [
    ...('client_id' in members ? [members as Owned] : []),
    ...Object.values(members).flatMap((member) => ownedIn(member)),
  ]
}

const namesById = async () => {
  const clients = await service.db.rows(sql<{ id: string; name: string }>`select id, name from clients`)
  return new Map(clients.map(({ id, name }) => [id, name]))
}

async function answerOf(route: (typeof routes)[number], headers?: Record<string, string>) {
  const request = await backofficeSamples[route.name]?.make?.(service.db, client.id, service.deps.secrets)
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => request?.params?.[name] ?? '')
  const search = new URLSearchParams(request?.query).toString()
  const sent = { ...request?.headers, ...headers }
  return colleague.api.call(route.method, search ? `${path}?${search}` : path, request?.body, sent)
}

/** So that no list is empty. */
beforeAll(async () => {
  const filling = [
    'POST /clients/:id/products',
    'POST /remitos',
    'POST /stock/imports',
    'PATCH /orders/:id',
    'PATCH /inbound/:id',
    'POST /returns',
    'POST /disputes/:id/settle',
    'POST /payments',
  ]
  for (const route of routes.filter(({ name }) => filling.includes(name))) {
    const { status, text } = await answerOf(route)
    expect(status, text).toBe(route.status)
  }
})

const showsOwner = (route: Declared) =>
  repliesOf(route).some((schema) => JSON.stringify(schema ?? {}).includes('"client_name"'))
const owned = routes.filter(showsOwner)

describe.each(owned)('$name', (route) => {
  test('has the current name of the client', async () => {
    await colleague.api.patch(`/clients/${client.id}`, { name: `Bodega ${route.name.replaceAll('/', ' ')}` })
    const answer = await answerOf(route)
    expect(answer.status, answer.text).toBe(route.status)
    const found = ownedIn(answer.body)
    const names = await namesById()
    expect(found.map((one) => one.client_name)).toEqual(
      found.map(({ client_id }) => (client_id === null ? null : names.get(client_id))),
    )
    if (route.path !== '/users' && route.path !== '/today') expect(found.length).toBeGreaterThan(0)
  })

  if (route.item) {
    test('has the name as a column of its CSV', async () => {
      const [header = [], ...rows] = recordsOf((await answerOf(route, asCsv)).text)
      const [id, name] = [header.indexOf('client_id'), header.indexOf('client_name')]
      const names = await namesById()
      expect(rows.map((row) => row[name])).toEqual(rows.map((row) => names.get(row[id] ?? '') ?? ''))
    })
  }
})

test('the name is read as it is now, also where nothing else has changed', async () => {
  const { api } = colleague
  const one = await service.aClient()
  await one.portal.post('/destinatarios', { name: 'Ana' })
  const read = async () => (await api.get(`/audit?client_id=${one.id}&action=destinatarios.create`)).body.data
  const [before] = await read()
  await api.patch(`/clients/${one.id}`, { name: 'Viñedos del Sur' })
  expect(await read()).toEqual([{ ...before, client_name: 'Viñedos del Sur' }])
})
