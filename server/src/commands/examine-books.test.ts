import { expect, test } from 'vitest'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { readConfig } from '../config/settings.ts'
import { dayAfter, warehouseDay } from '../stock/warehouse-day.ts'
import { examineBooks } from './examine-dependencies.ts'

const { timeZone } = readConfig({})
const inDays = (days: number) => dayAfter(warehouseDay(Date.now, timeZone)(), days)
const examine = (expiresOn: string) =>
  examineBooks(readConfig({ REMITO_CAI: '12345678901234', REMITO_CAI_EXPIRES_ON: expiresOn }), null)

test.each([
  [16, 'the next start makes the first book of REMITO_CAI'],
  [0, 'the next start makes the first book of REMITO_CAI'],
  [
    -1,
    `REMITO_CAI expired on ${inDays(-1)}, so no book is made of it, and egresos are printed without a CAI`,
  ],
])(
  'with a CAI in the settings that expires in %i days and no book, doctor says: %s',
  async (days, detail) => {
    expect(await examine(inDays(days))).toEqual({ warning: false, detail })
  },
)

test('without a CAI, doctor says that none is printed and does not warn', async () => {
  expect(await examineBooks(readConfig({}), null)).toMatchObject({ warning: false })
})

const { service } = await useWarehouse()
const staff = await service.aStaffMember()
const withBooks = () => examineBooks(readConfig({}), service.db)

test('doctor warns of books that run out, and says when none can be used', async () => {
  const cai = { cai: '71234567890123', cai_expires_on: inDays(16) }
  const { body } = await staff.post('/remito-books', { point_of_sale: 3, from: 1, to: 101, ...cai })
  expect(await withBooks()).toEqual({ warning: false, detail: 'the books have 101 numbers and 16 days left' })
  await staff.patch(`/remito-books/${body.id}`, { closed: true })
  const stopped = 'no book can be used, so no egreso can be issued; request a new CAI and enter a book'
  expect(await withBooks()).toEqual({ warning: true, detail: stopped })
  await staff.post('/remito-books', { point_of_sale: 3, from: 1, to: 100, ...cai })
  const few = 'the books have 100 numbers and 16 days left; request a new CAI and enter a book'
  expect(await withBooks()).toEqual({ warning: true, detail: few })
})
