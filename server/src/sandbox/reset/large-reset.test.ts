// A reset of as many orders as a sandbox can have: in short transactions, beside everybody else's work, and through a crash.
import { expect, test } from 'vitest'
import { launch } from '../../../tests/harness/command.ts'
import { scratch } from '../../../tests/harness/embedded/trial.ts'
import { useWarehouse } from '../../../tests/harness/prologue.ts'
import { finishReset, reset, resetJob } from '../../../tests/harness/resets.ts'
import { testSecret } from '../../../tests/harness/service.ts'
import { sizes } from '../../../tests/harness/sizes.ts'
import { until } from '../../../tests/harness/until.ts'
import { order } from '../../../tests/harness/warehouse.ts'
import type { Db } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { runReset } from './run.ts'
import { startReset } from './start.ts'

const { service, warehouse } = await useWarehouse()
const { db } = service
const rowsPerOrder = 6
/** Most of it goes into filling a sandbox. */
const limitMs = 300_000

/** With demo data, and orders of two lines, each with a step, an event and its entry in the audit log. */
async function aFullSandbox() {
  const live = await warehouse.aStockedClient(100)
  const sandbox = await service.aSandboxOf(live)
  await reset(service, sandbox.id, 'demo')
  const ids = sql`
    select md5('order' || i || ${sandbox.id})::uuid as id, i from generate_series(1, ${sizes.sandboxOrders}) as i`
  await db.transaction(async (tx) => {
    await tx.allowSlowStatements(60_000)
    await tx.run(sql`
      insert into orders (id, client_id, order_number, status, destinatario_id)
      select made.id, ${sandbox.id}, 'OLD-' || i, 'cancelled', (
        select id from destinatarios where client_id = ${sandbox.id} limit 1)
      from (${ids}) as made`)
    await tx.run(sql`
      insert into order_items (id, client_id, order_id, position, product_id, quantity)
      select gen_random_uuid(), ${sandbox.id}, made.id, position, (
        select id from products where client_id = ${sandbox.id} limit 1), 1
      from (${ids}) as made, generate_series(1, 2) as position`)
    await tx.run(sql`
      insert into order_steps (id, client_id, order_id, status, actor)
      select new_id(), ${sandbox.id}, made.id, 'pending', 'test' from (${ids}) as made`)
    await tx.run(sql`
      insert into events (id, client_id, type, body, object_id)
      select new_id(), ${sandbox.id}, 'order.created', '{}', made.id from (${ids}) as made`)
    await tx.run(sql`
      insert into audit_entries (id, client_id, actor, action, subject_id)
      select new_id(), ${sandbox.id}, 'test', 'orders.create', made.id from (${ids}) as made`)
  })
  return { live: { ...live }, sandbox }
}

const progressOf = (clientId: string) =>
  db.one(
    sql<{ state: string; done: number; total: number }>`
      select state, done, total from sandbox_resets where client_id = ${clientId}`,
  )

const start = (clientId: string) =>
  db.transaction((tx) => startReset(tx, { actor: 'test', requestId: 'test' }, clientId, 'empty'))

test(
  'each transaction deletes a few rows, and other clients are served meanwhile',
  async () => {
    const { live, sandbox } = await aFullSandbox()
    await start(sandbox.id)
    const steps: number[] = []
    let before = 0
    const watched: Db = Object.assign(Object.create(db) as Db, {
      async transaction(work: Parameters<Db['transaction']>[0]) {
        const result = await db.transaction(work)
        const { done } = await progressOf(sandbox.id)
        steps.push(done - before)
        before = done
        return result
      },
    })
    let isDone = false
    const running = runReset({ ...resetJob(service), db: watched }, sandbox.id).finally(() => {
      isDone = true
    })
    let served = 0
    while (!isDone) {
      expect((await live.portal.get('/stock')).status).toBe(200)
      if (served < 20) expect((await order(live, 1)).status).toBe(201)
      served += 1
    }
    await running
    const { state, done, total } = await progressOf(sandbox.id)
    expect({ state, done }).toEqual({ state: 'done', done: total })
    expect(done).toBeGreaterThan(sizes.sandboxOrders * rowsPerOrder)
    expect(Math.max(...steps)).toBeLessThanOrEqual(500)
    expect(steps.length).toBeGreaterThan(done / 500)
    expect(served).toBeGreaterThan(3)
    expect((await sandbox.portal.get('/sandbox')).body.used).toEqual({
      orders: 0,
      products: 0,
      file_bytes: 0,
    })
  },
  limitMs,
)

test(
  'a process that is killed in the middle leaves the rest to the queue',
  async () => {
    const { live, sandbox } = await aFullSandbox()
    const stockOfLive = (await live.portal.get('/stock')).text
    const settings = { ...service.database.settings, SECRET_KEY: testSecret, DATA_DIR: await scratch() }
    const killed = launch(['sandbox', 'reset', live.id, '--data', 'demo'], settings)
    const begun = () =>
      db.maybeOne(
        sql`select 1 from sandbox_resets where client_id = ${sandbox.id} and state = 'running' and done > 0`,
      )
    await until('some rows are deleted', async () => Boolean(await begun()))
    await killed.end('SIGKILL')
    const { state, done, total } = await progressOf(sandbox.id)
    expect(state).toBe('running')
    expect(done).toBeLessThan(total)
    const queued = await db.rows(
      sql`select task_identifier from graphile_worker.jobs where key = ${`reset ${sandbox.id}`}`,
    )
    expect(queued).toEqual([{ task_identifier: 'reset-sandbox' }])
    await finishReset(service, sandbox.id)
    const after = (await sandbox.portal.get('/sandbox')).body
    expect(after.reset).toMatchObject({ state: 'done', data: 'demo' })
    expect(after.used).toMatchObject({ orders: 8, products: 1 })
    expect((await live.portal.get('/stock')).text).toBe(stockOfLive)
  },
  limitMs,
)
