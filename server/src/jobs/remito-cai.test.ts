import { expect, test } from 'vitest'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { sql } from '../db/sql.ts'
import { registry } from '../metrics.ts'
import { measureCai } from '../remitos/metrics.ts'
import { warnAboutCai } from './remito-cai.ts'

const { service, warehouse } = await useWarehouse()
const cai = { number: '12345678901234', expiresOn: '2027-03-31', upTo: null as number | null }
const admin = await service.aStaffUser(['staff:admin'])
await service.aStaffUser(['staff:read'])

const warn = (today: string, upTo: number | null = null) =>
  warnAboutCai({ ...service.deps, remitoCai: { ...cai, upTo } }, today)

const mails = () =>
  service.db.rows(sql<{ to: string; text: string }>`
    select payload ->> 'to' as to, payload ->> 'text' as text
    from graphile_worker._private_jobs order by id`)

/** The series must be at this number for the tests below: one egreso has been issued. */
const client = await warehouse.aStockedClient()
const items = [{ product_id: client.productId, quantity: 1 }]
await warehouse.staff.post('/remitos', { client_id: client.id, type: 'egreso', items })

test.each([
  ['without a CAI', () => warnAboutCai({ ...service.deps, remitoCai: null }, '2027-03-31')],
  ['sixteen days before its expiry', () => warn('2027-03-15')],
  ['with more than a hundred numbers left', () => warn('2027-01-01', 102)],
])('nobody is warned %s', async (_, run) => {
  expect(await run()).toBeNull()
  expect(await mails()).toEqual([])
})

test('administrators of the staff get one mail a day, from fifteen days before the expiry on', async () => {
  const expected = { cai: cai.number, expires_on: cai.expiresOn, days: 15, numbers: null }
  const runs = await Promise.all([warn('2027-03-16'), warn('2027-03-16'), warn('2027-03-16')])
  for (const run of runs) expect(run).toMatchObject(expected)
  expect(runs.map((run) => run?.mails).sort()).toEqual([0, 0, 1])
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail?.to).toBe(admin.email)
  for (const part of ['CAI: 12345678901234', '31/03/2027 (en 15 días)', '2027-03-31 (in 15 days)', 'ARCA'])
    expect(mail?.text).toContain(part)
  expect(await warn('2027-04-01')).toMatchObject({ days: -1, mails: 1 })
  expect((await mails()).at(-1)?.text).toContain('ya venció')
})

test('they are warned when the authorised numbers run out, and once they have', async () => {
  expect(await warn('2027-01-02', 101)).toMatchObject({ numbers: 100, mails: 1 })
  expect((await mails()).at(-1)?.text).toContain('Números que quedan: 100')
  expect(await warn('2027-01-03', 1)).toMatchObject({ numbers: 0, mails: 1 })
})

test('the metrics say how much is left, and nothing without a CAI', async () => {
  await measureCai({ ...service.deps, remitoCai: null }, '2027-03-21')
  expect(await registry.metrics()).not.toMatch(/^anden_remito_cai_\w+ /m)
  await measureCai({ ...service.deps, remitoCai: { ...cai, upTo: 50 } }, '2027-03-21')
  const text = await registry.metrics()
  expect(text).toContain('anden_remito_cai_days_left 10')
  expect(text).toContain('anden_remito_cai_numbers_left 49')
})
