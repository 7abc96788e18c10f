import { expect, test } from 'vitest'
import { fiscalDigits } from './fiscal-code.ts'

test('the code of the tax authority has the CUIT, 091, point of sale, CAI, expiry date and check digit', () => {
  const digits = fiscalDigits({
    cuit: '30716543214',
    pointOfSale: '00001',
    cai: '12345678901234',
    caiExpiresOn: '2027-03-31',
  })
  expect(digits).toBe(['30716543214', '091', '00001', '12345678901234', '20270331', '4'].join(''))
})
