import { expect, test } from 'vitest'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { sql } from '../db/sql.ts'
import { registry } from '../metrics.ts'
import { measureBooks } from '../remitos/metrics.ts'
import { warnAboutCai } from './remito-cai.ts'

const { service, warehouse } = await useWarehouse()
const admin = await service.aStaffUser(['staff:admin'])
await service.aStaffUser(['staff:read'])

const warn = (today: string) => warnAboutCai(service.deps, today)

const mails = () =>
  service.db.rows(sql<{ to: string; text: string }>`
    select payload ->> 'to' as to, payload ->> 'text' as text
    from graphile_worker._private_jobs order by id`)

/** From number 1 of a point of sale of its own. */
let points = 0
async function enter(cai: string, to: number, cai_expires_on: string): Promise<string> {
  const book = { point_of_sale: ++points, from: 1, to, cai, cai_expires_on }
  const { status, body, text } = await warehouse.staff.post('/remito-books', book)
  expect(status, text).toBe(201)
  return body.id
}

test('nobody is warned without a book, and there are no metrics', async () => {
  expect(await warn('2027-03-31')).toBeNull()
  await measureBooks(service.db, '2027-03-31')
  expect(await registry.metrics()).not.toMatch(/^anden_remito_cai_\w+ /m)
  expect(await mails()).toEqual([])
})

test('administrators of the staff get one mail a day, from fifteen days before the expiry on', async () => {
  await enter('12345678901234', 5000, '2027-03-31')
  expect(await warn('2027-03-15')).toBeNull()
  const expected = {
    cai: '12345678901234',
    expires_on: '2027-03-31',
    days: 15,
    numbers: 5000,
    stopped: false,
  }
  const runs = await Promise.all([warn('2027-03-16'), warn('2027-03-16'), warn('2027-03-16')])
  for (const run of runs) expect(run).toMatchObject(expected)
  expect(runs.map((run) => run?.mails).sort()).toEqual([0, 0, 1])
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail?.to).toBe(admin.email)
  for (const part of [
    'CAI en uso: 12345678901234, vence el 31/03/2027',
    'Último vencimiento: en 15 días',
    'CAI in use: 12345678901234, expires on 2027-03-31',
    'Last expiry: in 15 days',
    'Numbers left: 5000',
    `${service.url}/warehouse/remito-books`,
    'ARCA',
  ])
    expect(mail?.text).toContain(part)
})

test('they are told that nothing can be issued once no book can be used', async () => {
  expect(await warn('2027-04-01')).toMatchObject({ days: -1, numbers: 0, stopped: true, mails: 1 })
  expect((await mails()).at(-1)?.text).toContain('No queda ningún talonario')
})

test('a book that lasts silences the warning until a hundred numbers are left', async () => {
  const lasting = await enter('22222222222222', 101, '2028-03-31')
  expect(await warn('2027-03-17')).toBeNull()
  await warehouse.staff.patch(`/remito-books/${lasting}`, { closed: true })
  await enter('33333333333333', 100, '2028-03-31')
  // Those of the first book may not be used up by its expiry.
  expect(await warn('2027-03-17')).toMatchObject({ numbers: 5100, days: 380, mails: 1 })
})

test('the metrics say how much is left', async () => {
  await measureBooks(service.db, '2027-03-21')
  const text = await registry.metrics()
  expect(text).toContain('anden_remito_cai_days_left 376')
  expect(text).toContain('anden_remito_cai_numbers_left 5100')
})
