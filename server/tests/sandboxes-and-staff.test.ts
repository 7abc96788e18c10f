// The staff never see a sandbox: each route of the back office is asked for one that is full of everything. The routes come from their
// declarations, the rows from backoffice-samples.ts, so that a new route or a new kind of row is covered without a line here.
import { staffScopes } from '@anden/contract'
import { describe, expect, test } from 'vitest'
import { declarationDeps } from '../src/app/deps.ts'
import { backofficePrefix, backofficeRouter } from '../src/app/routes.ts'
import { raw, sql } from '../src/db/sql.ts'
import { issueStaffKey } from '../src/identity/issue-keys.ts'
import { backofficeSamples, type StaffRequest } from './harness/backoffice-samples.ts'
import { caller } from './harness/http.ts'
import { listen } from './harness/live-client.ts'
import { useService } from './harness/prologue.ts'
import { until } from './harness/until.ts'
import { aWarehouse } from './harness/warehouse.ts'

// The rows of the samples are inserted one by one, so the invariants do not hold among them. Exports are read as CSV, which the
// description of the API does not have.
const service = await useService({ live: { pollMs: 50 } })
const warehouse = await aWarehouse(service)
const { token } = await issueStaffKey(service.db, { name: 'test', scopes: staffScopes })
const staff = caller(service.url + backofficePrefix, token)
const owner = await warehouse.aStockedClient()
const sandbox = await service.aSandboxOf(owner)
await service.db.run(sql`update clients set name = 'Zzsandbox' where id = ${sandbox.id}`)

const routes = backofficeRouter(declarationDeps).routes.map((route) => ({
  ...route,
  name: `${route.method} ${route.path}`,
}))
type Declared = (typeof routes)[number]

/** A sandbox has no users, so there are none to name. */
const isAboutUsers = ({ path }: Declared) => path.startsWith('/users/:id')
/** What belongs to the warehouse and not to a client. */
const isOfWarehouse = ({ path }: Declared) =>
  /^\/(views|staff-keys|remito-books|trips\/:id|session|live)/.test(path)

const sampleOf = async ({ name }: Declared): Promise<StaffRequest | undefined> =>
  backofficeSamples[name]?.make?.(service.db, sandbox.id, service.deps.secrets)

function pathOf({ path }: Declared, { params = {}, query = {} }: StaffRequest): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  const search = new URLSearchParams(query).toString()
  return search ? `${filled}?${search}` : filled
}

/** One of everything that the samples of the routes are about. */
for (const route of routes) if (!isAboutUsers(route) && !isOfWarehouse(route)) await sampleOf(route)
await service.db.run(sql`update webhook_endpoints set status = 'paused' where client_id = ${sandbox.id}`)

/** The ids of all rows of the sandbox, whatever table they are in. */
async function idsOfSandbox(): Promise<Set<string>> {
  const tables = await service.db.rows(sql<{ name: string; has_id: boolean }>`
    select table_name as name, bool_or(column_name = 'id') as has_id
    from information_schema.columns
    where table_schema = 'public'
    group by table_name
    having bool_or(column_name = 'client_id' and data_type = 'uuid') and bool_or(column_name = 'id' and data_type = 'uuid')`)
  const ids = new Set([sandbox.id])
  for (const { name } of tables) {
    const rows = await service.db.rows(sql<{ id: string }>`
      select id::text as id from ${raw(name)} where client_id = ${sandbox.id}`)
    for (const { id } of rows) ids.add(id)
  }
  return ids
}

const numbersOf = async (table: string, column: string) =>
  (
    await service.db.rows(sql<{ value: string }>`
      select ${raw(column)}::text as value from ${raw(table)} where client_id = ${sandbox.id} limit 3`)
  ).map(({ value }) => value)

/** What the filters of the lists are asked for: values that rows of the sandbox have. */
const values: Record<string, string[]> = {
  client_id: [sandbox.id],
  order_number: await numbersOf('orders', 'order_number'),
  remito_number: await numbersOf('remitos', 'remito_number[1]'),
  destinatario_id: await numbersOf('destinatarios', 'id'),
  source_order_id: await numbersOf('remitos', 'source_order_id'),
  order_id: await numbersOf('returns', 'order_id'),
  actor: ['staff'],
  who: ['staff'],
  q: [
    'Zzsandbox',
    ...(await numbersOf('orders', 'order_number')),
    ...(await numbersOf('returns', 'number')),
    ...(await numbersOf('inbound_notices', 'number')),
    ...(await numbersOf('products', 'sku')),
    ...(await numbersOf('products', 'name')),
    ...(await numbersOf('lots', 'lot_number')),
    ...(await numbersOf('destinatarios', 'name')),
  ],
}
const ids = await idsOfSandbox()
const found = (text: string) => [...ids].filter((id) => text.includes(id))

/** Every filter of a route with each of its values, or with those of the sandbox. */
function queriesOf(route: Declared): Record<string, string>[] {
  const properties: Record<string, { enum?: string[]; items?: { enum?: string[] }; type?: string }> = (
    route.query as { properties?: object }
  ).properties as never
  const required = (route.query as { required?: string[] }).required ?? []
  const single = Object.entries(properties).flatMap(([name, schema]) => {
    const given =
      values[name] ?? schema.enum ?? schema.items?.enum ?? (schema.type === 'boolean' ? ['true'] : [])
    return given.filter((value) => value !== null).map((value) => ({ [name]: String(value) }))
  })
  const isWhole = (query: Record<string, string>) => required.every((name) => name in query)
  return [{}, ...single].filter(isWhole)
}

const lists = routes.filter(
  (route) =>
    route.method === 'GET' && !route.path.includes(':') && !isOfWarehouse(route) && route.document === null,
)

test('the sandbox has rows of every kind that the lists show', () => {
  expect(ids.size).toBeGreaterThan(40)
  expect(lists.length).toBeGreaterThan(25)
})

describe.each(lists)('$name', (route) => {
  test('shows nothing of a sandbox, whatever is asked for', async () => {
    let answered = 0
    for (const query of queriesOf(route)) {
      const sent = route.isSheet ? { ...query, format: 'csv' } : query
      const answer = await staff.get(pathOf(route, { query: sent }))
      // What was asked for stands in a refusal.
      const asked = answer.status === 200 ? [] : Object.values(query)
      const says = `${answer.path}: ${answer.status}`
      expect([200, 400, 404, 422], answer.text).toContain(answer.status)
      expect(
        found(answer.text).filter((id) => !asked.includes(id)),
        says,
      ).toEqual([])
      expect(answer.text, says).not.toContain('Zzsandbox')
      if (answer.status === 200) answered += 1
    }
    // Those that cannot be asked without a client answer nothing else.
    if (!/^\/(stock|lots|ledger|pick-list)/.test(route.path)) expect(answered).toBeGreaterThan(0)
  })
})

const addressed = routes.filter(
  (route) =>
    !isAboutUsers(route) &&
    !isOfWarehouse(route) &&
    backofficeSamples[route.name]?.make !== undefined &&
    !['GET /search', 'GET /queue', 'POST /clients'].includes(route.name),
)

/** What a table has of the sandbox, so that a refused write is seen to have changed nothing. */
const written = async () =>
  service.db.one(sql<Record<string, number>>`
    select (select count(*) from audit_entries where client_id = ${sandbox.id}) as audited,
      (select count(*) from stock_ledger where client_id = ${sandbox.id}) as moved,
      (select count(*) from events where client_id = ${sandbox.id}) as published,
      (select count(*) from account_entries where client_id = ${sandbox.id}) as booked`)

describe.each(addressed)('$name', (route) => {
  test('answers for a row of a sandbox as if there were none', async () => {
    const sample = backofficeSamples[route.name]
    const request = (await sampleOf(route)) ?? {}
    const before = await written()
    const by = route.session ? (await service.aStaffUser()).api : staff
    const answer = await by.call(route.method, pathOf(route, request), request.body, request.headers)
    const isPlain =
      Boolean(sample?.missing) ||
      Object.values(sample?.missingInBody ?? {}).some((code) => code.endsWith('not-found'))
    if (isPlain) expect(answer.status, `${answer.path} ${answer.text}`).toBe(404)
    else expect([400, 404, 409, 422], `${answer.path} ${answer.text}`).toContain(answer.status)
    expect(await written()).toEqual(before)
  })
})

test('the live stream of the staff reports no change of a sandbox', async () => {
  const user = await service.aStaffUser()
  const live = await listen(service.url + backofficePrefix, {
    cookie: user.cookie,
    'sec-fetch-site': 'same-origin',
  })
  await sandbox.portal.post('/destinatarios', { name: 'Solo de prueba' })
  await owner.portal.post('/destinatarios', { name: 'De verdad' })
  await until('the change of the live client', () =>
    live.changes.some(({ client_id }) => client_id === owner.id),
  )
  expect(live.changes.filter(({ client_id }) => client_id === sandbox.id)).toEqual([])
})
