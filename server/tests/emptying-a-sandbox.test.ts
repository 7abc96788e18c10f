// A reset leaves nothing of a sandbox and takes nothing of anybody else. The tables come from the catalogue, and the rows from the samples
// of all routes, so that a new table or a new kind of row is covered without a line here.
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { sweepAcceptanceFiles } from '../src/acceptances/files.ts'
import { declarationDeps } from '../src/app/deps.ts'
import { portalRouter } from '../src/app/routes.ts'
import { sweepUploads } from '../src/attachments/discard.ts'
import { environmentOf, newSandboxId } from '../src/db/environment.ts'
import { raw, sql } from '../src/db/sql.ts'
import { backofficeSamples } from './harness/backoffice-samples.ts'
import { useService } from './harness/prologue.ts'
import { reset } from './harness/resets.ts'
import { routeSamples } from './harness/route-samples.ts'
import type { TestClient } from './harness/service.ts'

const service = await useService()
const { db } = service
const live = await service.aClient()
const sandbox = await service.aSandboxOf(live)

/** Of users and trips a sandbox has none. */
const isNotOfSandboxes = (path: string) => /\/(users|trips)\b|\/trip$/.test(path)

/** Rows of everything that routes are about. */
async function fill({ id, portal }: TestClient) {
  for (const [name, { make }] of Object.entries(backofficeSamples))
    if (!isNotOfSandboxes(name)) await make?.(db, id, service.deps.secrets)
  for (const { method, path, environment } of portalRouter(declarationDeps).routes) {
    const sample = routeSamples[`${method} ${path}`]
    const isOfOther = environment !== null && environment !== environmentOf(id)
    if (!sample || isOfOther || isNotOfSandboxes(path) || path === '/sandbox/reset' || path === '/live')
      continue
    const params = (await sample.params?.(db, id)) ?? {}
    const filled = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
    const body = await sample.body?.(db, id)
    const answer = await portal.call(method, filled, body, {
      'idempotency-key': uuidv7(),
      ...sample.headers?.(),
    })
    expect(answer.status, answer.text).toBeLessThan(500)
  }
}

const tables = (
  await db.rows(sql<{ name: string }>`
    select columns.table_name as name
    from information_schema.columns
    join information_schema.tables on tables.table_name = columns.table_name and table_type = 'BASE TABLE'
    where columns.table_schema = 'public' and tables.table_schema = 'public' and column_name = 'client_id'
    order by name`)
).map(({ name }) => name)

const countsOf = async (clientId: string) => {
  const counts: Record<string, number> = {}
  for (const table of tables)
    counts[table] = (
      await db.one(
        sql<{
          count: number
        }>`select count(*)::int as count from ${raw(table)} where client_id = ${clientId}`,
      )
    ).count
  return counts
}
const namesOf = (counts: Record<string, number>) =>
  Object.entries(counts).flatMap(([table, count]) => (count > 0 ? [table] : []))

await fill(live)
await fill(sandbox)
await service.deps.requestLog.flush()

/** With what belongs to keys, endpoints and people, and to the sandbox as a whole. */
const stays = ['api_keys', 'audit_entries', 'client_versions', 'sandbox_resets', 'sandboxes', 'search_terms']
const kept = [...stays, 'saved_views', 'webhook_endpoints']

describe('in a transaction that empties a sandbox', () => {
  const emptying = (statement: ReturnType<typeof sql>) =>
    db.transaction(async (tx) => {
      await tx.rows(sql`select set_config('anden.emptying_sandbox', 'on', true)`)
      await tx.run(statement)
    })

  test.each(tables)('no live row of %s can be deleted', async (table) => {
    const { guarded } = await db.one(sql<{ guarded: boolean }>`
      select exists (
        select from pg_trigger
        where tgrelid = ${table}::regclass and tgname = 'only_of_sandboxes' and tgenabled = 'O') as guarded`)
    expect(guarded, 'the table has the trigger only_of_sandboxes').toBe(true)
    const { count } = await db.one(
      sql<{ count: number }>`select count(*)::int as count from ${raw(table)} where client_id = ${live.id}`,
    )
    if (count === 0) return
    await expect(emptying(sql`delete from ${raw(table)} where client_id = ${live.id}`)).rejects.toThrow(
      `a row of ${table} is live`,
    )
  })

  test.each(['account_entries', 'audit_entries', 'order_changes', 'order_steps', 'stock_ledger'])(
    'no row of %s can be changed, and outside of one none deleted',
    async (table) => {
      await expect(emptying(sql`update ${raw(table)} set actor = actor`)).rejects.toThrow(
        table === 'account_entries' ? 'column "actor"' : 'append-only',
      )
      await expect(db.run(sql`delete from ${raw(table)} where client_id = ${sandbox.id}`)).rejects.toThrow(
        'append-only',
      )
    },
  )

  test('a sandbox that does not exist is as good as any other', async () => {
    await emptying(sql`delete from orders where client_id = ${newSandboxId()}`)
  })
})

test('a reset deletes every row of the sandbox, and none of another client', async () => {
  const before = { live: await countsOf(live.id), sandbox: await countsOf(sandbox.id) }
  expect(namesOf(before.sandbox).length, namesOf(before.sandbox).join()).toBeGreaterThan(34)
  await reset(service, sandbox.id, 'empty')
  const removed = await db.rows(sql`
    select id from order_attachments where client_id = ${sandbox.id} and state <> 'removed'
    union all
    select id from acceptance_files where client_id = ${sandbox.id} and state <> 'removed'`)
  expect(removed).toEqual([])
  await sweepUploads(service.deps)
  await sweepAcceptanceFiles(service.deps)
  expect(namesOf(await countsOf(sandbox.id)).filter((name) => !kept.includes(name))).toEqual([])
  expect(await countsOf(live.id)).toEqual(before.live)
  const terms = await db.rows(
    sql`select kind from search_terms where client_id = ${sandbox.id} and kind <> 'client'`,
  )
  expect(terms).toEqual([])
  const records = await db.rows(
    sql`select scope from idempotency_records where scope like ${`${sandbox.id}%`}`,
  )
  expect(records).toEqual([])
  for (const table of ['api_keys', 'webhook_endpoints'])
    expect((await countsOf(sandbox.id))[table]).toBe(before.sandbox[table])
})
