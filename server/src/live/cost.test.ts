// What listening costs the database: one query per interval for all streams together, by an index.
import { setTimeout as delay } from 'node:timers/promises'
import { warehouseTopics } from '@anden/contract'
import { afterAll, expect, test } from 'vitest'
import { addAccountEntries } from '../../tests/harness/document-data.ts'
import { bearer, listen } from '../../tests/harness/live-client.ts'
import { planCost } from '../../tests/harness/plans.ts'
import { useDatabase, useService } from '../../tests/harness/prologue.ts'
import { until } from '../../tests/harness/until.ts'
import { backofficePrefix, portalPrefix } from '../app/routes.ts'
import type { Statement } from '../db/sql.ts'
import { issueStaffKey } from '../identity/issue-keys.ts'

const pollMs = 20
const others = 500
const database = await useDatabase()
const { db } = database

let polls: Statement[] = []
const quick: typeof db.quick = {
  ...db.quick,
  one(statement) {
    polls.push(statement)
    return db.quick.one(statement)
  },
}
const service = await useService({ db: { ...db, quick }, live: { pollMs } })
const portal = service.url + portalPrefix
const { token } = await issueStaffKey(db, { name: 'test', scopes: ['staff:read'] })
const connection = await db.connect()
afterAll(() => connection.end())

await connection.query('set statement_timeout = 0')
await connection.query(`
  insert into clients (id, name, email)
  select gen_random_uuid(), 'Cliente', 'cliente@cliente.example' from generate_series(1, ${others})`)
await connection.query(`
  insert into api_keys (id, client_id, name, token_hash, key_prefix, scopes)
  select gen_random_uuid(), id, 'test', sha256(id::text::bytea), 'pk_abcdefg', '{}' from clients`)
for (const table of ['clients', 'api_keys', 'client_versions']) await connection.query(`analyze ${table}`)

test('many listeners cost one query per interval, and none when they have left', async () => {
  const clients = await Promise.all(Array.from({ length: 6 }, () => service.aClient()))
  const staff = await listen(service.url + backofficePrefix, bearer(token))
  const streams = await Promise.all(
    Array.from({ length: 60 }, (_, i) => listen(portal, bearer(clients[i % clients.length]?.token ?? ''))),
  )
  polls = []
  const start = performance.now()
  for (const { id } of clients) await addAccountEntries(db, id, [{ type: 'payment', amount: 1 }])
  for (const stream of streams) await stream.heard('account')
  for (const { id } of clients) await staff.heard('account', id)
  await until('some more intervals have passed', () => polls.length > 10)
  expect(polls.length).toBeLessThanOrEqual(1 + (performance.now() - start) / pollMs)
  for (const stream of [staff, ...streams]) await stream.leave()
  await until('the service has noticed', async () => {
    const before = polls.length
    await delay(5 * pollMs)
    return polls.length === before
  })
})

test('a query reads what has changed and the credentials of those who listen, by their indexes', async () => {
  const client = await service.aClient()
  // A query starts at the oldest transaction of the server, which may be one of another test.
  await connection.query(`update client_versions set changed_in = '1'`)
  await connection.query('vacuum (index_cleanup on, analyze) client_versions')
  const stream = await listen(portal, bearer(client.token))
  polls = []
  await addAccountEntries(db, client.id, [{ type: 'payment', amount: 1 }])
  await stream.heard('account')
  await stream.leave()
  const [poll] = polls
  const cost = await planCost(connection, poll as Statement)
  expect(cost.indexes).toContain('client_versions_changed')
  // A row per topic of the warehouse.
  expect(cost.seqScans.filter((table) => table !== 'warehouse_versions')).toEqual([])
  expect(cost.rowsRead['warehouse_versions'] ?? 0).toBeLessThanOrEqual(warehouseTopics.length)
  expect(cost.rowsRead['client_versions']).toBeLessThanOrEqual(10)
  expect(cost.rowsRead['api_keys']).toBe(1)
  expect(cost.blocks).toBeLessThan(40)
})
