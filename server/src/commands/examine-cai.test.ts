import { expect, test } from 'vitest'
import { readConfig } from '../config/settings.ts'
import { dayAfter, warehouseDay } from '../stock/warehouse-day.ts'
import { examineCai } from './examine-dependencies.ts'

const { timeZone } = readConfig({})
const inDays = (days: number) => dayAfter(warehouseDay(Date.now, timeZone)(), days)
const examine = (expiresOn: string) =>
  examineCai(readConfig({ REMITO_CAI: '12345678901234', REMITO_CAI_EXPIRES_ON: expiresOn }), null)

test.each([
  [16, false, /^the CAI is valid until [\d-]+, with 16 days left$/],
  [15, true, /^the CAI is valid until [\d-]+, with 15 days left; request a new CAI/],
  [0, true, /^the CAI is valid until [\d-]+, with 0 days left; request a new CAI/],
  [-1, true, /^the CAI expired on [\d-]+; request a new CAI/],
])('with %i days left, doctor warns: %s', async (days, warning, detail) => {
  expect(await examine(inDays(days))).toEqual({ warning, detail: expect.stringMatching(detail) })
})

test('without a CAI, doctor says that none is printed and does not warn', async () => {
  expect(await examineCai(readConfig({}), null)).toMatchObject({ warning: false })
})
