// What a write reads does not depend on how much is there. Each write of both APIs is made for a client with
// thousands of rows in every table that grows, and PostgreSQL reports, by auto_explain, what each statement of it
// has read, those of triggers and foreign keys included.
import { eventTypes } from '@anden/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Queryable } from '../src/db/queryable.ts'
import { enqueue } from '../src/mail/queue.ts'
import { leaseDeliveriesTo } from '../src/webhooks/hand-over.ts'
import { cloneDatabase, type TestDatabase } from './harness/database.ts'
import type { HttpAnswer } from './harness/http.ts'
import { giveLongHistory, growingTables, type Veteran } from './harness/long-history.ts'
import { sendSheet } from './harness/order-sheets.ts'
import { costOfPlan, type PlanCost, type PlanNode } from './harness/plans.ts'
import { startTestService, type TestService } from './harness/service.ts'
import { aWarehouse, type Warehouse } from './harness/warehouse.ts'
import { aBusyClient, writeEffects } from './harness/write-effects.ts'

const connections = 6
const most = { rowsOfATable: 60, blocks: 300 }

/** As if a worker with free slots ran in this process, which is the larger of the two statements. */
const lease = {
  lease: '00000000-0000-4000-8000-000000000001',
  leaseMs: 30_000,
  count: 8,
  capPerEndpoint: 20,
  loads: new Map([['00000000-0000-4000-8000-000000000002', 1]]),
  ended: () => {},
}

type Write = (client: Veteran) => Promise<HttpAnswer>
type Explained = { text: string; account: PlanCost }
let explained: Explained[] = []
let database: TestDatabase
let service: TestService
let writes: Record<string, Write>
const veterans = new Map<string, Veteran>()

beforeAll(async () => {
  database = await cloneDatabase({ onNotice: collectPlan, maxConnections: connections })
  service = await startTestService({ db: database.db })
  leaseDeliveriesTo(database.db, { offer: () => lease })
  const warehouse = await aWarehouse(service)
  writes = writesOf(warehouse, database.db)
  for (const name of names) {
    const client = await aBusyClient(warehouse)
    const endpoint = { url: 'https://8.8.8.8/history', events: eventTypes }
    const { body } = await client.portal.post('/webhooks', endpoint)
    veterans.set(name, { ...client, endpointId: body.id })
  }
  await giveLongHistory(database.db, [...veterans.values()])
  const book = { point_of_sale: 8, from: 1, to: 999, cai: '71234567890123', cai_expires_on: '2099-12-31' }
  await warehouse.staff.post('/remito-books', book)
  await haveStatementsExplained()
  await enqueueOnEveryConnection()
}, 240_000)
afterAll(async () => {
  await service?.stop()
  await database?.drop()
})

/** From the next connection on; those that are open are ended for that. */
async function haveStatementsExplained() {
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
  }
  const connection = await database.db.connect()
  const name = new URL(database.directUrl).pathname.slice(1)
  for (const [setting, value] of Object.entries(settings)) {
    await connection.query(`alter database ${name} set ${setting} = '${value}'`)
  }
  // It waits until each has ended: the pool would still lend one that is about to.
  await connection.query(`
    select pg_terminate_backend(pid, 60000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  await connection.end()
}

/**
 * The first job of a connection reads 522 blocks of the catalog to compile the queue's functions; later ones do not. The
 * transactions wait for each other, so each has a connection of its own; the very first one inserts the kind of the job, for
 * whose commit all others would wait.
 */
async function enqueueOnEveryConnection() {
  const mail = { to: 'nobody@cliente.example', subject: 'x', text: 'x', aboutClient: null }
  await database.db.transaction((tx) => enqueue(tx, 'mail', mail))
  const all = Promise.withResolvers<void>()
  let enqueued = 0
  const enqueueOne = () =>
    database.db.transaction(async (tx) => {
      await enqueue(tx, 'mail', mail)
      enqueued += 1
      if (enqueued === connections) all.resolve()
      await all.promise
    })
  await Promise.all(Array.from({ length: connections }, enqueueOne))
}

/** Every half minute, for all keys and sessions that were used meanwhile. */
const ofNoRequest = /set last_used_at/

function collectPlan(notice: string) {
  if (!/^duration: .* plan:/.test(notice)) return
  const { 'Query Text': text, Plan } = JSON.parse(notice.slice(notice.indexOf('{'))) as {
    'Query Text': string
    Plan: PlanNode
  }
  if (!ofNoRequest.test(text)) explained.push({ text, account: costOfPlan(Plan) })
}

test('the statements of a request are counted, including those of its triggers and foreign keys', async () => {
  const { portal } = veterans.get('portal POST /destinatarios') as Veteran
  explained = []
  expect((await portal.post('/destinatarios', { name: 'Vinoteca' })).status).toBe(201)
  const texts = explained.map(({ text }) => text.replace(/\s+/g, ' ').trim().toLowerCase())
  for (const part of ['insert into destinatarios', 'update client_versions', 'for key share']) {
    expect(texts.some((text) => text.includes(part))).toBe(true)
  }
  const [read] = explained.filter(({ account }) => (account.rowsRead['api_keys'] ?? 0) > 0)
  expect(read?.account.blocks).toBeGreaterThan(0)
})

/** Writes that no kept read shows. The test ping, which is left out, changes nothing in the database. */
const moreEffects = ({ staff }: Warehouse): Record<string, Write> => ({
  'backoffice DELETE /clients/:id/keys/:key_id': ({ id, keyId }) =>
    staff.delete(`/clients/${id}/keys/${keyId}`),
  'backoffice PATCH /orders/:id, to pack it': async ({ approvedId }) => {
    await staff.patch(`/orders/${approvedId}`, { action: 'prepare' })
    return staff.patch(`/orders/${approvedId}`, { action: 'pack', packages: 3 })
  },
  'portal PATCH /orders/:id, to update it': ({ portal, pendingId, productId }) =>
    portal.patch(`/orders/${pendingId}`, {
      action: 'update',
      if_revision: 1,
      items: [{ product_id: productId, quantity: 7 }],
      notes: 'Otra',
    }),
  'backoffice PATCH /orders/:id, refused for an older revision': async ({ portal, pendingId }) => {
    for (const revision of [1, 2]) {
      const change = { action: 'update', if_revision: revision, notes: `Nota ${revision}` }
      await portal.patch(`/orders/${pendingId}`, change)
    }
    await staff.patch(`/orders/${pendingId}`, { action: 'approve', if_revision: 1 })
    return staff.patch(`/orders/${pendingId}`, { action: 'approve', if_revision: 3 })
  },
  // A sheet that names nobody and nothing: what may have been meant is looked up.
  'portal POST /orders/imports, of unknown names': ({ portal }) =>
    sendSheet(
      portal,
      '/orders/imports?dry_run=true',
      'reference,destinatario,sku,quantity\nOC-1,Nadi,XX-1,1\n',
    ),
  'portal POST /orders/imports, for the second time': async ({ portal, productId, destinatarioId }) => {
    const sheet = `reference,destinatario,product_id,quantity\nOC-1,${destinatarioId},${productId},1\n`
    await sendSheet(portal, '/orders/imports', sheet)
    return sendSheet(portal, '/orders/imports', sheet)
  },
  'portal POST /destinatarios/imports, of a known CUIT': async ({ portal }) => {
    const sheet = 'name,cuit_dni\nVinoteca,20-12345678-6\n'
    await sendSheet(portal, '/destinatarios/imports', sheet)
    return sendSheet(portal, '/destinatarios/imports', sheet.replace('Vinoteca', 'Otra'))
  },
  'portal POST /destinatarios/imports, that changes one': async ({ portal }) => {
    await sendSheet(portal, '/destinatarios/imports', 'name\nVinoteca del Puerto\n')
    return sendSheet(portal, '/destinatarios/imports', 'name,city\nVinoteca del Puerto,Salta\n')
  },
  'backoffice POST /products/imports, that changes one': async ({ id, portal, productId }) => {
    const { body } = await portal.get(`/stock/${productId}`)
    return sendSheet(staff, `/products/imports?client_id=${id}`, `sku,weight_kg\n${body.products.sku},7.2\n`)
  },
  'portal POST /inbound/read-sheet': ({ portal }) =>
    sendSheet(portal, '/inbound/read-sheet', 'sku,quantity\nXX-1,1\n'),
  'portal POST /webhooks/:id/deliveries/:delivery_id/retry': async ({ portal, endpointId }) => {
    const { body } = await portal.get(`/webhooks/${endpointId}/deliveries?status=failed&limit=1`)
    return portal.post(`/webhooks/${endpointId}/deliveries/${body.data[0].id}/retry`)
  },
  'portal POST /webhooks/:id/recover, of a long history': ({ portal, endpointId }) =>
    portal.post(`/webhooks/${endpointId}/recover`),
  'portal POST /webhooks/:id/recover, of the abandoned too': ({ portal, endpointId }) =>
    portal.post(`/webhooks/${endpointId}/recover`, {
      since: '2020-01-01T00:00:00Z',
      include_abandoned: true,
    }),
  'portal POST /webhooks/:id/recover, of some types and a range': ({ portal, endpointId }) =>
    portal.post(`/webhooks/${endpointId}/recover`, {
      since: '2020-01-01T00:00:00Z',
      until: '2100-01-01T00:00:00Z',
      event_types: ['stock.changed', 'order.created'],
      include_abandoned: true,
    }),
  'portal POST /webhooks/:id/replay, of a range after a long history': ({ portal, endpointId }) =>
    portal.post(`/webhooks/${endpointId}/replay`, { since: new Date(Date.now() - 60_000).toISOString() }),
  'portal POST /webhooks/:id/replay, of some types after a long history': ({ portal, endpointId }) =>
    portal.post(`/webhooks/${endpointId}/replay`, {
      since: new Date(Date.now() - 60_000).toISOString(),
      event_types: ['stock.changed', 'order.created'],
    }),
  'portal POST /webhooks/:id/replay, as a dry run': ({ portal, endpointId }) =>
    portal.post(`/webhooks/${endpointId}/replay`, {
      since: new Date(Date.now() - 60_000).toISOString(),
      dry_run: true,
    }),
  'portal POST /webhooks/:id/recover, as a dry run': ({ portal, endpointId }) =>
    portal.post(`/webhooks/${endpointId}/recover`, {
      event_types: ['stock.changed'],
      include_abandoned: true,
      dry_run: true,
    }),
})

function writesOf(warehouse: Warehouse, db: Queryable): Record<string, Write> {
  const known = Object.entries(writeEffects(warehouse, db)).map(([name, { write }]) => [name, write])
  return { ...Object.fromEntries(known), ...moreEffects(warehouse) }
}

/** Just the names: what they do needs a warehouse and its database. */
const names = Object.keys(writesOf({} as Warehouse, {} as Queryable))

test.each(names)('%s', async (name) => {
  const write = writes[name] as Write
  explained = []
  const answer = await write(veterans.get(name) as Veteran)
  expect(answer.status, answer.text).toBeLessThan(300)
  expect(explained.length).toBeGreaterThan(2)
  const heavy = explained.filter(
    ({ account: { rowsRead, blocks, seqScans } }) =>
      blocks > most.blocks ||
      seqScans.some((table) => growingTables.includes(table)) ||
      growingTables.some((table) => (rowsRead[table] ?? 0) > most.rowsOfATable),
  )
  expect(heavy).toEqual([])
})
