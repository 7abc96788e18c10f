import { expect, test } from 'vitest'
import { vintagesOf } from './vintages.ts'

const lot = { vintage_year: 2020, quantity: 10, expiry_date: null, hold: null }

test('lots of a vintage are added up, oldest vintage first, and what cannot be ordered is left out', () => {
  const lots = [
    { ...lot, vintage_year: 2021, quantity: 0.1 },
    { ...lot, vintage_year: 2021, quantity: 0.2, expiry_date: '2026-11-18' },
    lot,
    { ...lot, vintage_year: 2019, expiry_date: '2026-11-17' },
    { ...lot, vintage_year: 2018, quantity: 0 },
    { ...lot, vintage_year: 2017, hold: { reason: 'Etiqueta', since: '2026-11-01T00:00:00.000Z' } },
    { ...lot, vintage_year: null },
  ]
  expect(vintagesOf(lots, '2026-11-18')).toEqual([
    { year: 2020, quantity: 10 },
    { year: 2021, quantity: 0.3 },
  ])
})
