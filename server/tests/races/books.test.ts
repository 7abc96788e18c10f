// Many egresos at once on two processes, around the ends of books: every number is used once, and none is left out.
import { afterAll, expect, test } from 'vitest'
import { sql } from '../../src/db/sql.ts'
import { issueStaffKey } from '../../src/identity/issue-keys.ts'
import type { Caller } from '../harness/http.ts'
import { useWarehouse } from '../harness/prologue.ts'
import { race, rounds, tally, times } from '../harness/race.ts'
import { startSecondProcess } from '../harness/service.ts'
import { order } from '../harness/warehouse.ts'

const { service, warehouse } = await useWarehouse({ maxConnections: 16 })
const other = await startSecondProcess(service, 16)
afterAll(() => other.stop())
const scopes = ['staff:orders', 'staff:stock', 'staff:receive', 'staff:admin'] as const
const { token } = await issueStaffKey(service.db, { name: 'ERP', scopes: [...scopes] })
const processes = [warehouse.staff, other.backoffice(token)] as const
const client = await warehouse.aStockedClient(1000)

const handOut = (staff: Caller) => () =>
  staff.post('/remitos', {
    client_id: client.id,
    type: 'egreso',
    items: [{ product_id: client.productId, quantity: 1 }],
  })
const approve = async (staff: Caller) => {
  const { body } = await order(client, 1)
  return () => staff.patch(`/orders/${body.id}`, { action: 'approve' })
}
const enter = (point_of_sale: number, from: number, to: number, staff = warehouse.staff) =>
  staff.post('/remito-books', {
    point_of_sale,
    from,
    to,
    cai: '71234567890123',
    cai_expires_on: '2099-12-31',
  })
const numbersOf = async (pointOfSale: string) =>
  (
    await service.db.rows(sql<{ number: number }>`
      select split_part(remito_number[1], '-', 2)::integer as number from remitos
      where type = 'egreso' and remito_number[1] like ${`R ${pointOfSale}-%`}
      order by 1`)
  ).map(({ number }) => number)

test('the first book is entered while egresos are numbered without one: each number is used once', async () => {
  const egresos = times(20, (index) => handOut(processes[index % 2] ?? warehouse.staff))
  // Whichever numbers are taken by then cannot be in it.
  const entering = times(12, (index) => () => enter(1, index * 9 + 1, 200, processes[index % 2]))
  const answers = await race([...egresos, ...entering], 20)
  expect(tally(answers.slice(0, 20))).toEqual({ '201': 20 })
  const [made, ...more] = answers.slice(20).filter(({ status }) => status === 201)
  expect(more).toEqual([])
  const numbers = await numbersOf('00001')
  const first: number = made?.body.from
  const before = numbers.filter((number) => number < first).length
  expect(numbers).toEqual(times(20, (index) => (index < before ? index + 1 : first + index - before)))
  await warehouse.staff.patch(`/remito-books/${made?.body.id}`, { closed: true })
})

test('at the last numbers of books, as many egresos are issued as there are numbers', async () => {
  await rounds(6, async (round) => {
    const pointOfSale = 10 + round
    for (const [from, to] of [
      [1, 3],
      [4, 4],
      [5, 9],
    ] as const)
      expect((await enter(pointOfSale, from, to)).status).toBe(201)
    const orders = await Promise.all(times(7, (index) => approve(processes[index % 2] ?? warehouse.staff)))
    const egresos = times(7, (index) => handOut(processes[index % 2] ?? warehouse.staff))
    const answers = await race([...orders, ...egresos])
    const issued = answers.filter(({ status }) => status < 300)
    expect(issued).toHaveLength(9)
    expect(tally(answers.filter(({ status }) => status >= 300))).toEqual({ '409 remitos/no-active-book': 5 })
    expect(await numbersOf(String(pointOfSale).padStart(5, '0'))).toEqual(times(9, (index) => index + 1))
  })
})

test('a book is closed while it is used: what it has not used is in the next one', async () => {
  const { body } = await enter(30, 1, 50)
  const egresos = times(20, (index) => handOut(processes[index % 2] ?? warehouse.staff))
  const closing = () => warehouse.staff.patch(`/remito-books/${body.id}`, { closed: true })
  const answers = await race([...egresos, closing], 20)
  const used = answers.slice(0, 20).filter(({ status }) => status === 201).length
  expect(answers.at(-1)?.body).toMatchObject({ next: used + 1, status: 'closed' })
  expect(await numbersOf('00030')).toEqual(times(used, (index) => index + 1))
  if (used > 0) expect((await enter(30, used, 99)).status).toBe(409)
  expect((await enter(30, used + 1, 50)).status).toBe(201)
  expect((await handOut(warehouse.staff)()).body.remito_number).toEqual([
    `R 00030-${String(used + 1).padStart(8, '0')}`,
  ])
})
