// After any sequence of counts in any notation, stock is what the last count of each lot says.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lotsOf, sendCount } from '../../../tests/harness/counts.ts'
import { expectInvariants } from '../../../tests/harness/invariants.ts'
import { useService } from '../../../tests/harness/prologue.ts'
import { repeats } from '../../../tests/harness/sizes.ts'

const service = await useService()
const staff = await service.aStaffMember()

const lot = fc.record({
  sku: fc.constantFrom('A', 'b', 'Ñ, "x"', '0'),
  lot_number: fc.constantFrom('', 'L1', 'l1', 'con;coma,'),
  expiry_date: fc.constantFrom('', '2027-03-31'),
  vintage_year: fc.constantFrom('', '2020', '2021'),
  thousandths: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5_000_000 })),
})
type Counted = typeof lot extends fc.Arbitrary<infer Value> ? Value : never
type Key = Record<'sku' | 'lot_number' | 'expiry_date' | 'vintage_year', string>
const keyOf = ({ sku, lot_number, expiry_date, vintage_year }: Key) =>
  [sku, lot_number || 'SIN-LOTE', expiry_date, vintage_year].join('|')
const count = fc.uniqueArray(lot, { selector: keyOf, minLength: 1, maxLength: 25 })
const style = fc.record({
  separator: fc.constantFrom(',', ';'),
  newline: fc.constantFrom('\n', '\r\n'),
  decimal: fc.constantFrom('.', ','),
  bom: fc.constantFrom('', '\uFEFF'),
})

type Style = typeof style extends fc.Arbitrary<infer Value> ? Value : never
function written(counted: readonly Counted[], { separator, newline, decimal, bom }: Style): string {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const lines = counted.map((one) => [
    one.sku,
    (one.thousandths / 1000).toFixed(3).replace('.', decimal),
    one.lot_number,
    one.expiry_date,
    one.vintage_year,
    `Producto ${one.sku}`,
    'kg',
  ])
  const header = ['sku', 'quantity', 'lot_number', 'expiry_date', 'vintage_year', 'name', 'unit_type']
  return bom + [header, ...lines].map((line) => line.map(quoted).join(separator)).join(newline)
}

test('one count after another: every lot has the quantity that the last to name it says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(count, style), { minLength: 1, maxLength: 3 }), async (counts) => {
      const client = await service.aClient()
      const expected = new Map<string, number>()
      for (const [counted, how] of counts) {
        const answer = await sendCount(staff, client.id, written(counted, how))
        expect(answer.status, answer.text).toBe(201)
        const { lots_created, lots_changed, unchanged } = answer.body
        expect(lots_created + lots_changed + unchanged).toBe(counted.length)
        for (const one of counted) {
          if (one.thousandths > 0 || expected.has(keyOf(one)))
            expected.set(keyOf(one), one.thousandths / 1000)
        }
      }
      const lots = await lotsOf(service.db, client.id)
      const found = lots.map(({ quantity, expiry_date, vintage_year, ...of }): [string, number] => [
        keyOf({ ...of, expiry_date: expiry_date ?? '', vintage_year: `${vintage_year ?? ''}` }),
        quantity,
      ])
      expect(new Map(found)).toEqual(expected)
    }),
    { numRuns: repeats(60) },
  )
  await expectInvariants(service.db)
})
