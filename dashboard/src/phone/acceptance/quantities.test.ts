import { expect, test } from 'vitest'
import { type Line, resultOf, stepped, totalsOf, untouched } from './quantities.ts'
import { texts } from './texts.ts'

const line = (given: Partial<Line> = {}): Line => ({
  item_id: 'a',
  name: 'Malbec',
  sku: 'MAL',
  quantity: 10,
  unit: 'caja',
  lot_number: null,
  expiry_date: null,
  vintage_year: null,
  ...given,
})
const draft = (given: Partial<ReturnType<typeof untouched>>) => ({ ...untouched(), isOpen: true, ...given })

test('a line that was not touched is accepted as a whole', () => {
  expect(resultOf(line(), untouched(), 'es')).toEqual({
    is: 'ok',
    line: { item_id: 'a', accepted: 10, missing: 0, damaged: 0, refused: 0 },
  })
})

test.each([
  ['kg', 12.75, { missing: '0,5' }, 12.25],
  ['kg', 0.3, { missing: '0,1', refused: '0,1' }, 0.1],
  ['kg', 1500, { damaged: '1.250,5' }, 249.5],
  ['caja', 1500, { damaged: '1.250' }, 250],
  ['caja', 10, { missing: '1', damaged: '2', refused: '7' }, 0],
])('of %s, %d with %j leaves %d', (unit, quantity, typed, accepted) => {
  const result = resultOf(line({ unit, quantity }), draft(typed), 'es')
  expect(result).toMatchObject({ is: 'ok', line: { accepted } })
})

test.each([
  ['caja', { missing: '0,5' }, 'unread'],
  ['kg', { missing: '1.250' }, 'unread'],
  ['kg', { missing: '0.5' }, 'unread'],
  ['caja', { missing: '6', refused: '5' }, 'too-many'],
  ['caja', { missing: '-1' }, 'unread'],
])('of %s, %j is %s', (unit, typed, is) => {
  expect(resultOf(line({ unit }), draft(typed), 'es')).toEqual({ is })
})

test('what was typed does not count once the line is right again', () => {
  const closed = { ...draft({ missing: '3', note: 'mojada' }), isOpen: false }
  expect(resultOf(line(), closed, 'es')).toMatchObject({ line: { accepted: 10, missing: 0 } })
})

test('a step changes whole units, within what is left', () => {
  expect(stepped(line(), draft({}), 'missing', 1, 'es')).toBe('1')
  expect(stepped(line(), draft({ missing: '1' }), 'missing', -1, 'es')).toBe('')
  expect(stepped(line(), draft({}), 'missing', -1, 'es')).toBeNull()
  expect(stepped(line(), draft({ missing: '4', refused: '6' }), 'missing', 1, 'es')).toBeNull()
  expect(stepped(line({ unit: 'kg', quantity: 1.5 }), draft({ missing: '1' }), 'missing', 1, 'es')).toBe(
    '1,5',
  )
  expect(stepped(line({ unit: 'kg', quantity: 1.5 }), draft({ missing: '1' }), 'missing', 1, 'en')).toBe(
    '1.5',
  )
  expect(stepped(line(), draft({ missing: 'x' }), 'missing', 1, 'es')).toBeNull()
})

test.each([
  [[line(), line({ quantity: 12 })], [8, 12], 'Recibí 20 de 22 cajas'],
  [[line(), line({ quantity: 12 })], [10, 12], 'Recibí 22 cajas'],
  [[line({ quantity: 1 })], [1], 'Recibí 1 caja'],
  [[line(), line({ unit: 'kg', quantity: 12.75 })], [10, 12.25], 'Recibí 10 de 10 cajas y 12,25 de 12,75 kg'],
  [[line(), line({ unit: 'kg', quantity: 0.3 })], [10, 0.3], 'Recibí 10 cajas y 0,3 kg'],
  [[line(), line({ unit: 'kg' }), line({ unit: 'litro' })], [10, 9, 10], 'Recibí con diferencias'],
  [[line(), line({ unit: 'kg' }), line({ unit: 'litro' })], [10, 10, 10], 'Recibí todo'],
])('what the button says of %#', (lines, accepted, text) => {
  expect(texts.es.received(totalsOf(lines, accepted))).toBe(text)
})
