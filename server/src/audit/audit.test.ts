// Every write leaves its entry in the audit log, and no entry or log line ever holds a token.

import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { backofficeSamples } from '../../tests/harness/backoffice-samples.ts'
import type { HttpAnswer } from '../../tests/harness/http.ts'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useService } from '../../tests/harness/prologue.ts'
import { routeSamples } from '../../tests/harness/route-samples.ts'
import { aWarehouse, order } from '../../tests/harness/warehouse.ts'
import { declarationDeps } from '../app/deps.ts'
import { createLog } from '../app/log.ts'
import { backofficeRouter, portalRouter } from '../app/routes.ts'
import { sql } from '../db/sql.ts'

let logged = ''
const log = createLog('trace', {
  write: (line: string) => {
    logged += line
  },
})
const tokens: string[] = []
const service = await useService({ log })
const staff = await service.aStaffMember()
const colleague = await service.aStaffUser()
const client = await service.aClient()
const administrator = await client.aUser()

type Entry = { action: string; request_id: string; client_id: string; before: unknown; after: unknown }
type Told = { action: string; actor_name: string; subject: { label: string } | null }
type Stamped = Entry & { actor: string; created_at: string }
const entriesOf = async ({ headers }: HttpAnswer<unknown>): Promise<Entry[]> => {
  const { body } = await staff.get('/audit?limit=100')
  return body.data.filter((entry: Entry) => entry.request_id === headers.get('x-request-id'))
}

/** The action that each write records, and whether its entry contains the state before it, after it, or both. */
const deeds: Record<string, [action: string, tells: 'before' | 'after' | 'both' | 'neither']> = {
  'portal POST /orders': ['orders.create', 'after'],
  'portal POST /orders/batch': ['orders.create', 'after'],
  'portal POST /orders/imports': ['orders.create', 'after'],
  'portal POST /destinatarios/imports': ['destinatarios.create', 'after'],
  'backoffice POST /products/imports': ['products.create', 'after'],
  'portal PATCH /orders/:id': ['orders.cancel', 'both'],
  'portal POST /orders/:id/attachments': ['attachments.create', 'after'],
  'portal DELETE /orders/:id/attachments/:attachment_id': ['attachments.delete', 'before'],
  'portal POST /destinatarios': ['destinatarios.create', 'after'],
  'portal PATCH /destinatarios/:id': ['destinatarios.update', 'both'],
  'portal DELETE /destinatarios/:id': ['destinatarios.delete', 'before'],
  'portal POST /webhooks': ['webhooks.create', 'after'],
  'portal PATCH /webhooks/:id': ['webhooks.update', 'both'],
  'portal DELETE /webhooks/:id': ['webhooks.delete', 'before'],
  'portal POST /webhooks/:id/rotate-secret': ['webhooks.rotate-secret', 'after'],
  'portal POST /webhooks/:id/recover': ['webhooks.recover', 'after'],
  'portal POST /webhooks/:id/replay': ['webhooks.replay', 'after'],
  'portal POST /webhooks/:id/deliveries/:delivery_id/retry': ['deliveries.retry', 'neither'],
  'portal POST /users': ['users.invite', 'after'],
  'portal PATCH /users/:id': ['users.update', 'both'],
  'portal POST /users/:id/reset-second-factor': ['users.reset-second-factor', 'both'],
  'portal DELETE /users/:id': ['users.remove', 'before'],
  'portal POST /views': ['views.create', 'after'],
  'portal PATCH /views/:id': ['views.update', 'both'],
  'portal DELETE /views/:id': ['views.delete', 'before'],
  'backoffice POST /views': ['views.create', 'after'],
  'backoffice PATCH /views/:id': ['views.update', 'both'],
  'backoffice DELETE /views/:id': ['views.delete', 'before'],
  'portal POST /sandbox': ['sandbox.create', 'after'],
  'portal POST /keys': ['keys.create', 'after'],
  'portal POST /keys/:id/rotate': ['keys.rotate', 'both'],
  'portal DELETE /keys/:id': ['keys.revoke', 'before'],
  'backoffice POST /users': ['users.invite', 'after'],
  'backoffice PATCH /users/:id': ['users.update', 'both'],
  'backoffice POST /users/:id/reset-second-factor': ['users.reset-second-factor', 'both'],
  'backoffice DELETE /users/:id': ['users.remove', 'before'],
  'backoffice POST /staff-keys': ['staff-keys.create', 'after'],
  'backoffice POST /staff-keys/:id/rotate': ['staff-keys.rotate', 'both'],
  'backoffice DELETE /staff-keys/:id': ['staff-keys.revoke', 'before'],
  'backoffice POST /clients': ['clients.create', 'after'],
  'backoffice PATCH /clients/:id': ['clients.update', 'both'],
  'backoffice POST /clients/:id/inspect': ['clients.inspect', 'after'],
  'backoffice POST /clients/:id/keys': ['keys.create', 'after'],
  'backoffice POST /clients/:id/keys/:key_id/rotate': ['keys.rotate', 'both'],
  'backoffice DELETE /clients/:id/keys/:key_id': ['keys.revoke', 'before'],
  'backoffice POST /clients/:id/products': ['products.create', 'after'],
  'backoffice PATCH /products/:id': ['products.update', 'both'],
  'backoffice PATCH /lots/:id': ['lots.hold', 'both'],
  'backoffice POST /stock/adjustments': ['stock.adjust', 'both'],
  'backoffice POST /stock/transfers': ['stock.transfer', 'after'],
  'backoffice POST /stock/imports': ['stock.import', 'after'],
  'portal POST /inbound': ['inbound.create', 'after'],
  'portal PATCH /inbound/:id': ['inbound.update', 'both'],
  'backoffice PATCH /inbound/:id': ['inbound.arrive', 'both'],
  'backoffice POST /returns': ['returns.expect', 'after'],
  'backoffice PATCH /returns/:id': ['returns.receive', 'both'],
  'backoffice POST /remitos': ['remitos.ingreso', 'after'],
  'backoffice POST /remitos/:id/void': ['remitos.void', 'both'],
  'backoffice POST /remitos/:id/acceptance': ['remitos.accept', 'after'],
  'backoffice POST /remitos/:id/share': ['remitos.share', 'after'],
  'backoffice POST /disputes/:id/settle': ['remitos.settle', 'after'],
  'backoffice POST /remito-books': ['remito-books.create', 'after'],
  'backoffice PATCH /remito-books/:id': ['remito-books.close', 'both'],
  'backoffice PATCH /orders/:id': ['orders.reject', 'both'],
  'backoffice POST /trips': ['trips.create', 'after'],
  'backoffice PATCH /trips/:id': ['trips.update', 'both'],
  'backoffice DELETE /trips/:id': ['trips.delete', 'before'],
  'backoffice POST /trips/:id/driver-link': ['trips.driver-link', 'after'],
  'backoffice POST /payments': ['account.payment', 'after'],
  'backoffice POST /credit-sales': ['account.credit_sale', 'after'],
  'backoffice POST /credit-notes': ['account.credit_note', 'after'],
  'backoffice POST /transactions/:transaction_id/reverse': ['account.reverse', 'after'],
}
/** A test ping and a preview change nothing, so they leave no entry. */
const noDeed = [
  'backoffice POST /clients/:id/webhooks/:webhook_id/test',
  'portal POST /webhooks/:id/test',
  'portal POST /orders/preview',
  'portal POST /inbound/read-sheet',
  'backoffice POST /stock/preview',
]

const writes = [portalRouter(declarationDeps), backofficeRouter(declarationDeps)].flatMap(({ api, routes }) =>
  routes
    // The entries of sandboxes are not in the log of the staff: sandbox/audit.test.ts reads them.
    .filter(({ method, environment }) => method !== 'GET' && environment !== 'sandbox')
    .map(({ method, path }) => ({ name: `${api} ${method} ${path}`, api, method, path })),
)
type Write = (typeof writes)[number]

async function send({ api, method, path }: Write) {
  const { db, deps } = service
  const filled = (params: Record<string, string> = {}) =>
    path.replace(/:(\w+)/g, (_, name) => params[name] ?? '')
  if (api === 'backoffice') {
    const request = await backofficeSamples[`${method} ${path}`]?.make?.(db, client.id, deps.secrets)
    const search = new URLSearchParams(request?.query).toString()
    const by = isForPeople(`${method} ${path}`) ? colleague.api : staff
    return by.call(method, `${filled(request?.params)}?${search}`, request?.body, request?.headers)
  }
  const sample = routeSamples[`${method} ${path}`]
  const params = await sample?.params?.(db, client.id)
  const by = sample?.session ? administrator.api : client.portal
  return by.call(method, filled(params), await sample?.body?.(db, client.id), sample?.headers?.())
}

const isForPeople = (name: string) =>
  backofficeSamples[name]?.scope === null || backofficeSamples[name]?.session === true

function clientOf({ api }: Write, action: string | undefined, body: { id: string }) {
  if (action === 'clients.create') return body.id
  const isOfStaff =
    ['staff-keys', 'remito-books', 'trips'].includes(action?.split('.')[0] ?? '') ||
    (api === 'backoffice' && action?.startsWith('views.'))
  return isOfStaff ? null : client.id
}

function actorOf({ api, method, path }: Write): RegExp {
  const isByColleague = isForPeople(`${method} ${path}`)
  if (api === 'backoffice' && !isByColleague) return /^staff test \(sk_\w{7}\)$/
  const isByPerson = isByColleague || routeSamples[`${method} ${path}`]?.session !== undefined
  return isByPerson ? /^user ana\.[-0-9a-f]+@cliente\.example$/ : /^client test \(pk_\w{7}\)$/
}

describe('the audit log', () => {
  test('is checked after every write', () => {
    expect([...Object.keys(deeds), ...noDeed].sort()).toEqual(writes.map(({ name }) => name).sort())
  })

  test.each(writes.filter(({ name }) => !noDeed.includes(name)))('has an entry for $name', async (write) => {
    const answer = await send(write)
    expect(answer.status, answer.text).toBeLessThan(300)
    if (answer.body?.token) tokens.push(answer.body.token)
    if (answer.body?.signing_secret) tokens.push(answer.body.signing_secret)
    const [, token] = /\/[rt]\/([\da-f]{32})/.exec(answer.body?.url ?? '') ?? []
    if (token) tokens.push(token)
    const [action, tells] = deeds[write.name] ?? []
    const entries = await entriesOf(answer)
    expect(entries).toHaveLength(action === 'stock.transfer' ? 2 : 1)
    const isThere = (...when: string[]) => (when.includes(tells ?? '') ? expect.any(Object) : null)
    expect(entries).toContainEqual({
      id: expect.any(String),
      client_id: clientOf(write, action, answer.body),
      client_name: clientOf(write, action, answer.body) === null ? null : expect.any(String),
      actor: expect.stringMatching(actorOf(write)),
      actor_name: expect.any(String),
      subject: expect.toBeOneOf([null, expect.objectContaining({ label: expect.any(String) })]),
      action,
      subject_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      before: isThere('before', 'both'),
      after: isThere('after', 'both'),
      request_id: answer.headers.get('x-request-id'),
      created_at: expect.any(String),
    })
  })

  test('has no entry for what was refused or changed nothing', async () => {
    const { body } = await client.portal.post('/destinatarios', { name: 'Ana' })
    for (const answer of [
      await client.portal.patch(`/destinatarios/${body.id}`, {}),
      await client.portal.patch(`/destinatarios/${uuidv7()}`, { name: 'X' }),
      await staff.post('/payments', { client_id: client.id, amount: -1, payment_method: 'qr' }),
      await staff.patch(`/clients/${client.id}`, {}),
    ])
      expect(await entriesOf(answer)).toEqual([])
  })

  test('shows the state before and after', async () => {
    const { body: before } = await client.portal.post('/destinatarios', { name: 'Ana' })
    const answer = await client.portal.patch(`/destinatarios/${before.id}`, { city: 'Maipú' })
    expect(await entriesOf(answer)).toMatchObject([{ subject_id: before.id, before, after: answer.body }])
  })

  test('can be read by client and by time, newest first, page by page', async () => {
    const other = await service.aClient()
    for (const name of ['a', 'b', 'c']) await other.portal.post('/destinatarios', { name })
    const read = async (query: string) => (await staff.get(`/audit?client_id=${other.id}${query}`)).body
    const { data } = await read('')
    const names = (entries: { after: { name: string } }[]) => entries.map(({ after }) => after.name)
    expect(names(data)).toEqual(['c', 'b', 'a'])
    expect(names((await read(`&from=${data[1].created_at}`)).data)).toEqual(['c', 'b'])
    expect(names((await read(`&to=${data[1].created_at}`)).data)).toEqual(['a'])
    const first = await read('&limit=2')
    expect(names((await read(`&limit=2&cursor=${first.next_cursor}`)).data)).toEqual(['a'])
    expectProblem(await staff.get(`/audit?cursor=${first.next_cursor}`), 'validation/invalid-cursor')
  })

  test('can be read by action and by actor, combined with client and time', async () => {
    const [one, two] = [await service.aClient(), await service.aClient()]
    const clerk = await service.aStaffMember()
    const pay = (id: string) => clerk.post('/payments', { client_id: id, amount: 1, payment_method: 'qr' })
    const written = [
      await clerk.patch(`/clients/${one.id}`, { name: 'Uno' }),
      await pay(one.id),
      await pay(two.id),
      await one.portal.post('/destinatarios', { name: 'Ana' }),
      await pay(one.id),
    ]
    const requests = written.map(({ headers }) => headers.get('x-request-id'))
    const all: Entry[] = (await staff.get('/audit?limit=5')).body.data.reverse()
    expect(all.map(({ request_id }) => request_id)).toEqual(requests)
    const [renamed, paid] = all as [Stamped, Stamped]
    const actor = `actor=${encodeURIComponent(renamed.actor)}`
    const found = async (query: string) => {
      const places: number[] = []
      for (let cursor = ''; ; ) {
        const { body } = await staff.get(`/audit?limit=1&${query}${cursor}`)
        for (const entry of body.data) places.push(requests.indexOf(entry.request_id))
        if (!body.has_more) return places
        cursor = `&cursor=${body.next_cursor}`
      }
    }
    const payments = 'action=account.payment'
    const from = `from=${renamed.created_at}`
    for (const [query, places] of [
      [actor, [4, 2, 1, 0]],
      [`${actor}&client_id=${one.id}`, [4, 1, 0]],
      [`${actor}&client_id=${two.id}`, [2]],
      [`${actor}&${payments}`, [4, 2, 1]],
      [`${actor}&${payments}&client_id=${one.id}`, [4, 1]],
      [`${actor}&to=${paid.created_at}`, [0]],
      [`${payments}&${from}`, [4, 2, 1]],
      [`${payments}&client_id=${one.id}`, [4, 1]],
      [`action=destinatarios.create&client_id=${one.id}`, [3]],
      ['actor=nobody', []],
      ['action=account', []],
    ] as const)
      expect([query, await found(query)]).toEqual([query, places])
  })

  test('names who did it and what it was about, as they are called now', async () => {
    const warehouse = await aWarehouse(service)
    const stocked = await warehouse.aStockedClient()
    const { body: placed } = await order(stocked, 1)
    const person = await stocked.aUser()
    const { body: recipient } = await person.api.post('/destinatarios', { name: 'Vieja' })
    await stocked.portal.patch(`/destinatarios/${recipient.id}`, { name: 'Nueva' })
    await service.db.run(sql`update users set name = 'Leo Ñandú' where email = ${person.email}`)
    const { data } = (await staff.get(`/audit?client_id=${stocked.id}`)).body
    const told = data.map(({ action, actor_name, subject }: Told) => [action, actor_name, subject?.label])
    expect(told).toEqual(
      expect.arrayContaining([
        ['destinatarios.create', 'Leo Ñandú', 'Nueva'],
        ['destinatarios.update', 'test', 'Nueva'],
        ['orders.create', 'test', placed.order_number],
      ]),
    )
    const actions = async (query: string) =>
      (await staff.get(`/audit?${query}`)).body.data.map(({ action }: Entry) => action)
    for (const [query, found] of [
      ['who=nandu', ['destinatarios.create']],
      [`who=LEO&client_id=${stocked.id}`, ['destinatarios.create']],
      ['who=nandu&action=destinatarios.create', ['destinatarios.create']],
      ['who=nandu&action=orders.create', []],
      [`who=${person.email.slice(4)}`, ['destinatarios.create']],
      ['who=nobody-at-all', []],
      [`q=${placed.order_number}&client_id=${stocked.id}`, ['orders.create']],
      [`q=${placed.order_number}&client_id=${stocked.id}&who=leo`, []],
      [`q=${placed.order_number}&client_id=${stocked.id}&action=orders.create`, ['orders.create']],
    ] as const)
      expect([query, await actions(query)]).toEqual([query, found])
    await warehouse.act(placed.id, 'approve')
    expect(await actions(`q=PED-1&client_id=${stocked.id}`)).toEqual(['orders.approve', 'orders.create'])
    const remito_number = ['R 0009-00077123']
    const items = [{ product_id: stocked.productId, quantity: 1 }]
    await staff.post('/remitos', { client_id: stocked.id, type: 'ingreso', remito_number, items })
    for (const q of ['77123', 'R 9-77123']) expect(await actions(`q=${q}`)).toEqual(['remitos.ingreso'])
    await staff.patch(`/clients/${stocked.id}`, { cuit_dni: '30-70777070-4', name: 'Quebracho' })
    for (const q of ['30-7077', 'quebra']) {
      const [newest] = await actions(`q=${q}&limit=1`)
      expect(newest).toBe('clients.update')
      expect(await actions(`q=${q}&action=orders.approve`)).toEqual(['orders.approve'])
    }
  })

  test('cannot be edited', async () => {
    for (const statement of [sql`update audit_entries set actor = 'x'`, sql`delete from audit_entries`])
      await expect(service.db.run(statement)).rejects.toThrow('append-only')
  })
})

test('no token or signing secret is in the audit log, in the request log or in the database', async () => {
  const known = [client.token, ...tokens]
  expect(known).toHaveLength(11)
  await service.portal(client.token.replace(/.$/, '_')).get('/stock')
  const entries = await service.db.rows(
    sql<{ text: string }>`select audit_entries::text as text from audit_entries`,
  )
  const keys = await service.db.rows(sql<{ text: string }>`
    select api_keys::text as text from api_keys union all select staff_keys::text from staff_keys union all select webhook_endpoints::text from webhook_endpoints
    union all select driver_links::text from driver_links`)
  const kept = [...entries, ...keys].map(({ text }) => text).join('\n')
  expect(logged).toContain('"path":"/api/v1/backoffice/payments"')
  for (const token of known) {
    const secretPart = token.replace(/^([ps]k_.{7}|whsec_)/, '')
    for (const place of [logged, kept]) expect(place.includes(secretPart)).toBe(false)
  }
})
