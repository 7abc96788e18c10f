import { describe, expect, test } from 'vitest'
import { soughtBy } from './terms.ts'

describe('the number of an order', () => {
  test.each([
    ['42', 'PED-000042'],
    ['ped 42', 'PED-000042'],
    ['PED-42', 'PED-000042'],
    ['PED-000042', 'PED-000042'],
    ['0004', 'PED-0004'],
    ['ped-0004', 'PED-0004'],
    ['1234567', 'PED-1234567'],
    ['p-42', 'PED-000042'],
    ['pe', 'PE'],
    ['malbec', 'MALBEC'],
  ])('%s starts with %s', (query, from) => {
    expect(soughtBy(query).order).toEqual({ from, to: `${from}\u{10FFFF}` })
  })
})

describe('the number of a remito', () => {
  test.each([
    ['1234', '1234'],
    ['00001234', '1234'],
    ['0', '0'],
    ['R 0001-00001234', 'r 00001-00001234'],
    ['1-1', 'r 00001-00000001'],
    ['3-0000', 'r 00003-0000'],
    ['R 392', '392'],
    ['x-392', '392'],
    ['R0003', 'r 00003'],
    ['R 0003-392', 'r 00003-00000392'],
    ['R 0', 'r 0'],
    ['x3-', 'x 00003-'],
    ['R', 'r'],
    ['L-2231', 'l-2231'],
  ])('%s starts with %s', (query, from) => {
    expect(soughtBy(query).remito.from).toBe(from)
  })
})

describe('the number of a trip or a plate', () => {
  test.each([
    ['42', 'via-000042'],
    ['via 42', 'via-000042'],
    ['VIA-000042', 'via-000042'],
    ['0004', 'via-0004'],
    ['AB 123 CD', 'ab123cd'],
    ['abc-1', 'abc1'],
    ['Raúl Quiroga', 'raul quiroga'],
    ['via', 'via'],
  ])('%s starts with %s', (query, from) => {
    expect(soughtBy(query).trip.from).toBe(from)
  })
})

describe('a CUIT or DNI', () => {
  test.each([
    ['30-70777070-4', '30707770704'],
    ['30-7077', '307077'],
    ['20.123.456', '20123456'],
    ['30707770704', '30707770704'],
    ['24-7', '24-7'],
    ['Vinoteca', 'vinoteca'],
  ])('%s starts with %s', (query, from) => {
    expect(soughtBy(query).party.from).toBe(from)
  })
})

test('names are folded, and cut to the length of what is stored', () => {
  expect(soughtBy('  Ñandú ').name.from).toBe('nandu')
  expect([...soughtBy('İ'.repeat(80)).name.from]).toHaveLength(80)
})
