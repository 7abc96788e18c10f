// Books of remitos over HTTP: entering and closing them, and which one an egreso is numbered from.
import { expect, test } from 'vitest'
import { controlledClock } from '../../../tests/harness/clock.ts'
import { useService, useWarehouse } from '../../../tests/harness/prologue.ts'
import { aWarehouse, order } from '../../../tests/harness/warehouse.ts'
import { readConfig } from '../../config/settings.ts'
import { sql } from '../../db/sql.ts'
import { firstBookOfSettings } from './enter.ts'

const clock = controlledClock('2026-11-16T12:00:00.000Z')
const { service, warehouse } = await useWarehouse({ clock: clock.now })
const { staff } = warehouse
const client = await warehouse.aStockedClient(1000)

const book = {
  point_of_sale: 3,
  from: 101,
  to: 103,
  cai: '71234567890123',
  cai_expires_on: '2026-12-31',
}
const enter = (given: object = {}) => staff.post('/remito-books', { ...book, ...given })
const handOut = (more: object = {}) =>
  staff.post('/remitos', {
    client_id: client.id,
    type: 'egreso',
    items: [{ product_id: client.productId, quantity: 1 }],
    ...more,
  })
const numberOf = async (answer: ReturnType<typeof handOut>) => (await answer).body.remito_number?.[0]
const approve = async () => warehouse.act((await order(client, 1)).body.id, 'approve')
const closeAll = async () => {
  for (const { id } of (await staff.get('/remito-books')).body.data)
    await staff.patch(`/remito-books/${id}`, { closed: true })
}

test('before the first book, egresos are numbered by the setting, without a CAI', async () => {
  expect(await numberOf(handOut())).toBe('R 00001-00000001')
  expect(await numberOf(handOut())).toBe('R 00001-00000002')
  expect((await staff.get('/remito-books')).body.data).toEqual([])
})

test('a book cannot have numbers that were issued before there were books', async () => {
  const answer = await enter({ point_of_sale: 1, from: 2, to: 50 })
  expect([answer.status, answer.body.detail]).toEqual([
    409,
    'The numbers up to 2 of the point of sale 1 were issued before there were books.',
  ])
})

test('from the first book on, egresos of orders and of the staff take its numbers, and its CAI', async () => {
  const { status, body } = await enter()
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.any(String),
    letter: 'R',
    ...book,
    next: 101,
    status: 'active',
    created_at: expect.any(String),
  })
  expect(await numberOf(handOut())).toBe('R 00003-00000101')
  const { body: approved } = await approve()
  const [remito] = (await staff.get(`/remitos?source_order_id=${approved.id}`)).body.data
  expect(remito.remito_number).toEqual(['R 00003-00000102'])
  const stored = await service.db.one(sql`select cai, cai_expires_on from remitos where id = ${remito.id}`)
  expect(stored).toEqual({ cai: book.cai, cai_expires_on: book.cai_expires_on })
})

test('what is refused takes no number', async () => {
  const tooMuch = { items: [{ product_id: client.productId, quantity: 99_999 }] }
  expect((await handOut(tooMuch)).status).toBe(422)
  expect((await staff.get('/remito-books')).body.data[0]).toMatchObject({ next: 103 })
})

test('at its end nothing is issued or changed until there is another book, and then it goes on', async () => {
  expect(await numberOf(handOut())).toBe('R 00003-00000103')
  expect((await staff.get('/remito-books')).body.data[0]).toMatchObject({ next: 104, status: 'exhausted' })
  const { body: pending } = await order(client, 1)
  const stock = async () => (await client.portal.get(`/stock/${client.productId}`)).body
  const before = await stock()
  for (const refused of [await warehouse.act(pending.id, 'approve'), await handOut()]) {
    expect([refused.status, refused.body.type]).toEqual([
      409,
      expect.stringMatching(/\/errors\/remitos\/no-active-book$/),
    ])
  }
  expect(await stock()).toEqual(before)
  expect((await staff.get(`/orders/${pending.id}`)).body.status).toBe('pending')
  // Cancelling, voiding and receiving need no number.
  expect((await warehouse.receive(client.id, { product_id: client.productId, quantity: 1 })).status).toBe(
    'issued',
  )
  expect((await enter({ from: 104, to: 200 })).status).toBe(201)
  expect((await warehouse.act(pending.id, 'approve')).status).toBe(200)
})

test('the active book that was made first is used until its end, also of another point of sale', async () => {
  await closeAll()
  expect((await enter({ from: 301, to: 301 })).status).toBe(201)
  expect((await enter({ point_of_sale: 4, from: 7, to: 8, cai: '79999999999999' })).status).toBe(201)
  const numbers = []
  for (let count = 0; count < 3; count++) numbers.push(await numberOf(handOut()))
  expect(numbers).toEqual(['R 00003-00000301', 'R 00004-00000007', 'R 00004-00000008'])
})

test('a book is passed over once its CAI has expired, and for an egreso with a later date', async () => {
  expect((await enter({ from: 401, to: 409, cai_expires_on: '2026-11-16' })).status).toBe(201)
  expect((await enter({ point_of_sale: 5, from: 1, to: 9 })).status).toBe(201)
  expect(await numberOf(handOut({ date: '2026-11-17' }))).toBe('R 00005-00000001')
  expect(await numberOf(handOut())).toBe('R 00003-00000401')
  clock.set('2026-11-17T02:59:00.000Z')
  expect(await numberOf(handOut({ date: '2026-11-01' }))).toBe('R 00003-00000402')
  clock.set('2026-11-17T03:01:00.000Z')
  expect(await numberOf(handOut({ date: '2026-11-01' }))).toBe('R 00005-00000002')
  const { data } = (await staff.get('/remito-books')).body
  expect(data.map(({ status }: { status: string }) => status).slice(0, 2)).toEqual(['active', 'expired'])
})

test('numbers of a point of sale are in one book', async () => {
  await closeAll()
  const { body } = await enter({ point_of_sale: 6, from: 10, to: 20 })
  for (const [from, to] of [
    [1, 10],
    [20, 30],
    [12, 13],
    [1, 99],
  ]) {
    const answer = await enter({ point_of_sale: 6, from, to })
    expect([answer.status, answer.body.detail]).toEqual([
      409,
      `The numbers 10 to 20 of the point of sale 6 are in the book with the CAI ${book.cai}.`,
    ])
  }
  expect((await enter({ point_of_sale: 6, from: 21, to: 30 })).status).toBe(201)
  expect((await enter({ point_of_sale: 7, from: 10, to: 20 })).status).toBe(201)
  expect(await numberOf(handOut())).toBe('R 00006-00000010')
  // What a closed book has issued stays its own, and the rest is free: a CAI with a typing error can be entered again.
  const { body: closed } = await staff.patch(`/remito-books/${body.id}`, { closed: true })
  expect(closed).toEqual({ ...body, next: 11, status: 'closed' })
  expect((await staff.patch(`/remito-books/${body.id}`, { closed: true })).body).toEqual(closed)
  expect((await enter({ point_of_sale: 6, from: 10, to: 20 })).body.detail).toContain('The numbers 10 to 10 ')
  expect((await enter({ point_of_sale: 6, from: 11, to: 20, cai: '70000000000001' })).status).toBe(201)
})

test('what a book cannot be is refused with the member', async () => {
  const answer = await enter({
    point_of_sale: 99_999,
    from: 5,
    to: 4,
    cai: '7123456789012',
    cai_expires_on: '31/12',
  })
  const pointers = (given: typeof answer) =>
    given.body.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`)
  expect(pointers(answer).sort()).toEqual([
    '/cai not_a_cai',
    '/cai_expires_on not_a_date',
    '/point_of_sale too_large',
  ])
  const later = await enter({ from: 500, to: 499, cai_expires_on: '2026-11-16' })
  expect(pointers(later)).toEqual(['/to below_first_number', '/cai_expires_on day_is_past'])
  const { body } = await enter({ point_of_sale: 9 })
  expect((await staff.patch(`/remito-books/${body.id}`, { closed: false })).status).toBe(422)
})

test('only administrators see books', async () => {
  const worker = await service.aStaffMember(['staff:read', 'staff:orders', 'staff:stock'])
  for (const answer of [await worker.get('/remito-books'), await worker.post('/remito-books', book)])
    expect(answer.status).toBe(403)
})

test('the CAI of the settings becomes the first book, once, after the numbers that were issued', async () => {
  const fresh = await useService({ clock: clock.now })
  const { staff: dispatcher, aStockedClient } = await aWarehouse(fresh)
  const { id, productId } = await aStockedClient(10)
  const items = [{ product_id: productId, quantity: 1 }]
  const issue = async () => (await dispatcher.post('/remitos', { client_id: id, type: 'egreso', items })).body
  const settings = (more: object = {}) =>
    readConfig({
      REMITO_CAI: '71234567890123',
      REMITO_CAI_EXPIRES_ON: '2027-03-31',
      REMITO_POINT_OF_SALE: '1',
      ...more,
    })
  const start = (more?: object, today = '2026-11-16') => firstBookOfSettings(fresh.db, settings(more), today)
  await issue()
  expect(await firstBookOfSettings(fresh.db, readConfig({}), '2026-11-16')).toBeNull()
  expect(await start({}, '2027-04-01')).toEqual({ refused: 'REMITO_CAI expired on 2027-03-31' })
  expect(await start({ REMITO_CAI_UP_TO: '1' })).toEqual({
    refused: 'REMITO_CAI_UP_TO is 1, and 1 was issued',
  })
  expect((await issue()).remito_number).toEqual(['R 00001-00000002'])
  // Several processes start at once.
  const starts = await Promise.all([1, 2, 3].map(() => start({ REMITO_CAI_UP_TO: '900' })))
  expect(starts.filter(Boolean)).toEqual([
    { made: expect.objectContaining({ point_of_sale: 1, from: 3, to: 900, cai: '71234567890123' }) },
  ])
  expect((await issue()).remito_number).toEqual(['R 00001-00000003'])
  // The settings count for nothing from then on.
  const changed = { REMITO_CAI: '79999999999999', REMITO_POINT_OF_SALE: '2' }
  expect(await start(changed)).toBeNull()
  expect((await dispatcher.get('/remito-books')).body.data).toHaveLength(1)
})
