import { describe, expect, test } from 'vitest'
import type { Db } from '../src/db/database.ts'
import { sql } from '../src/db/sql.ts'
import { controlledClock } from './harness/clock.ts'
import {
  addAccountEntries,
  addDestinatario,
  addOrder,
  addRemitoItems,
  addRemitos,
  reserve,
} from './harness/document-data.ts'
import { lists } from './harness/lists.ts'
import { expectProblem } from './harness/problem-answers.ts'
import { useService } from './harness/prologue.ts'
import { addEntries, addLot, addProduct } from './harness/stock-data.ts'

const clock = controlledClock()
const service = await useService({ clock: clock.now })

/** Adds a row of every kind for a client. */
async function addRows(db: Db, clientId: string) {
  const product = await addProduct(db, clientId)
  const lot = await addLot(db, clientId, product.id, { quantity: 100 })
  const destinatario = await addDestinatario(db, clientId)
  const order = await addOrder(db, clientId, { destinatario_id: destinatario })
  const [remito] = await addRemitos(db, clientId, [{}])
  const id = remito?.id ?? ''
  await addRemitoItems(db, clientId, [
    { remito_id: id, product_id: product.id, lot_id: lot.id, quantity: 1, position: 1 },
  ])
  await addAccountEntries(db, clientId, [{}])
  return { product: product.id, lot: lot.id, destinatario, order, remito: id }
}
type Ids = Awaited<ReturnType<typeof addRows>>
type Change = (db: Db, clientId: string, ids: Ids) => Promise<unknown>

const changes: [what: string, reads: (ids: Ids) => string[], change: Change][] = [
  [
    'a quantity',
    ({ product }) => ['/stock', `/stock/${product}`, '/stock/lots'],
    (db, client, { product, lot }) =>
      addEntries(db, client, [{ product_id: product, lot_id: lot, delta: 1 }]),
  ],
  [
    'a reservation',
    ({ product }) => ['/stock', `/stock/${product}`, '/orders'],
    (db, client, { product }) => reserve(db, client, product, 3),
  ],
  [
    'the name of a product',
    ({ product, remito }) => ['/stock', `/stock/${product}`, '/stock/lots', `/remitos/${remito}`],
    (db, _, { product }) => db.run(sql`update products set name = 'Otro' where id = ${product}`),
  ],
  [
    'the status of a remito',
    ({ remito }) => ['/remitos', '/movements', `/remitos/${remito}`],
    (db, _, { remito }) => db.run(sql`update remitos set status = 'voided' where id = ${remito}`),
  ],
  ['a new remito', () => ['/remitos', '/movements'], (db, client) => addRemitos(db, client, [{}])],
  [
    'the status of an order',
    () => ['/orders'],
    (db, _, { order }) => db.run(sql`update orders set status = 'approved' where id = ${order}`),
  ],
  [
    'an account entry',
    () => ['/balance', '/transactions'],
    (db, client) => addAccountEntries(db, client, [{}]),
  ],
  [
    'a destinatario',
    ({ destinatario }) => ['/destinatarios', `/destinatarios/${destinatario}`],
    (db, _, { destinatario }) =>
      db.run(sql`update destinatarios set city = 'Maipú' where id = ${destinatario}`),
  ],
]

describe('ETag', () => {
  test.each(changes)('changes with the body after a change of %s', async (_, reads, change) => {
    const [client, other] = [await service.aClient(), await service.aClient()]
    const ids = await addRows(service.db, client.id)
    const otherIds = await addRows(service.db, other.id)
    const tagsOf = ({ portal }: typeof client, paths: string[]) =>
      Promise.all(paths.map(async (path) => [path, (await portal.get(path)).headers.get('etag')]))
    const before = await tagsOf(client, reads(ids))
    const otherBefore = await tagsOf(other, reads(otherIds))
    await change(service.db, client.id, ids)
    for (const [path, etag] of before) {
      expect(etag).toMatch(/^"[\w-]{22}"$/)
      const after = await client.portal.get(path ?? '', { 'if-none-match': etag ?? '' })
      expect([path, after.status]).toEqual([path, 200])
      expect(after.headers.get('etag')).not.toBe(etag)
    }
    expect(await tagsOf(other, reads(otherIds))).toEqual(otherBefore)
  })

  test('stays the same, with the body, while nothing changes', async () => {
    const client = await service.aClient()
    const { product, remito, destinatario } = await addRows(service.db, client.id)
    const rows = [`/stock/${product}`, `/remitos/${remito}`, `/destinatarios/${destinatario}`, '/balance']
    for (const path of [...lists.map((list) => list.path), ...rows]) {
      const [first, second] = [await client.portal.get(path), await client.portal.get(path)]
      expect([path, second.text]).toEqual([path, first.text])
      expect(second.headers.get('etag')).toBe(first.headers.get('etag'))
      expect(second.headers.get('cache-control')).toBe('private, no-cache')
    }
  })

  test('differs between pages, filters and limits', async () => {
    const client = await service.aClient()
    await addRows(service.db, client.id)
    const paths = ['/orders', '/orders?limit=1', '/orders?status=pending', '/remitos', '/movements']
    const tags = await Promise.all(
      paths.map(async (path) => (await client.portal.get(path)).headers.get('etag')),
    )
    expect(new Set(tags).size).toBe(paths.length)
  })

  test("of stock changes on a new day of the warehouse's calendar, because lots expire", async () => {
    const client = await service.aClient()
    const { product } = await addRows(service.db, client.id)
    await addLot(service.db, client.id, product, { expiry_date: '2026-11-02', quantity: 5 })
    clock.set('2026-11-03T02:59:59Z')
    const before = await client.portal.get('/stock')
    clock.set('2026-11-03T03:00:00Z')
    const after = await client.portal.get('/stock', { 'if-none-match': before.headers.get('etag') ?? '' })
    expect(after.status).toBe(200)
    expect([before, after].map(({ body }) => body.data[0].available_quantity)).toEqual([105, 100])
  })

  test('is absent where links are signed per response or nothing is cached', async () => {
    const client = await service.aClient()
    const { order } = await addRows(service.db, client.id)
    for (const path of [`/orders/${order}`, '/me', '/health']) {
      const { headers } = await client.portal.get(path, { 'if-none-match': '*' })
      expect([path, headers.get('etag'), headers.get('cache-control')]).toEqual([path, null, 'no-store'])
    }
  })
})

describe('If-None-Match', () => {
  test.each([
    ['the tag', (tag: string) => tag],
    ['the tag in its weak form', (tag: string) => `W/${tag}`],
    ['the tag among others', (tag: string) => `"other", ${tag} , "more"`],
    ['*', () => '*'],
  ])('with %s gets 304 without a body', async (_, condition) => {
    const client = await service.aClient()
    const { product } = await addRows(service.db, client.id)
    for (const path of ['/stock', `/stock/${product}`]) {
      const etag = (await client.portal.get(path)).headers.get('etag') ?? ''
      const answer = await client.portal.get(path, { 'if-none-match': condition(etag) })
      expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', etag])
      expect(answer.headers.get('x-request-id')).toMatch(/^req_/)
      expect(answer.headers.get('x-ratelimit-limit')).toBe('1000000')
    }
  })

  test.each(['"other"', 'nonsense', ''])('with %s gets the full response', async (condition) => {
    const client = await service.aClient()
    const answer = await client.portal.get('/stock', { 'if-none-match': condition })
    expect([answer.status, answer.body.data]).toEqual([200, []])
  })

  test('with * does not match a resource the client cannot see', async () => {
    const [client, other] = [await service.aClient(), await service.aClient()]
    const foreign = await addRows(service.db, other.id)
    const condition = { 'if-none-match': '*' }
    expectProblem(await client.portal.get(`/stock/${foreign.product}`, condition), 'stock/not-found')
    expectProblem(await client.portal.get(`/remitos/${foreign.remito}`, condition), 'remitos/not-found')
  })
})
