import type { DriverStop } from '@anden/contract'
import { expect, test } from 'vitest'
import { languageOf } from '../language.ts'
import { addressOf, firstName, mapLink, nextStop, phoneOf, reasonOf, spacedPlate } from './stop.ts'
import { texts } from './texts.ts'

const stop = (given: Partial<DriverStop>) =>
  ({
    delivery_address: null,
    delivery_city: null,
    delivery_province: null,
    delivery_contact: null,
    phone: null,
    outcome: null,
    ...given,
  }) as DriverStop

test.each([
  ['Vinoteca del Centro, +54 261 555-0100', null, '+542615550100'],
  ['Marta (0261) 555-0100, de 9 a 13', null, '02615550100'],
  ['11 5555-1234 / 11 4444-5678', null, '1155551234'],
  ['Timbre 4, piso 12, 2º B', '261 555 0100', '2615550100'],
  ['Marta', '4255', null],
  [null, '+54 9 261 555-0100', '+5492615550100'],
  [null, null, null],
])('the number to call in "%s" and "%s" is %s', (delivery_contact, phone, number) => {
  expect(phoneOf(stop({ delivery_contact, phone }))).toBe(number)
})

test('an address names each place once', () => {
  expect(
    addressOf(
      stop({ delivery_address: 'Belgrano 88', delivery_city: 'Mendoza', delivery_province: 'Mendoza' }),
    ),
  ).toBe('Belgrano 88, Mendoza')
  expect(addressOf(stop({ delivery_city: 'Godoy Cruz', delivery_province: 'Mendoza' }))).toBe(
    'Godoy Cruz, Mendoza',
  )
  expect(addressOf(stop({}))).toBe('')
})

test('an address is opened in the maps of the phone', () => {
  expect(mapLink('Ñandú 1 & 2, Córdoba', 'Mozilla/5.0 (Linux; Android 15)')).toBe(
    'geo:0,0?q=%C3%91and%C3%BA%201%20%26%202%2C%20C%C3%B3rdoba',
  )
  expect(mapLink('Belgrano 88', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0)')).toBe('maps:?q=Belgrano%2088')
})

test.each([
  ['Raúl Ibáñez', 'Raúl'],
  ['Ibáñez, Raúl', 'Raúl'],
  ['Raúl', 'Raúl'],
  ['Ibáñez,', 'Ibáñez'],
])('the first name in "%s" is %s', (name, first) => {
  expect(firstName(name)).toBe(first)
})

test.each([
  ['AA123BB', 'AA 123 BB'],
  ['ABC123', 'ABC 123'],
])('the plate %s is shown as %s', (plate, shown) => {
  expect(spacedPlate(plate)).toBe(shown)
})

test.each([
  ['Estaba cerrado', '', 'Estaba cerrado'],
  ['Estaba cerrado', '  golpeé dos veces\n', 'Estaba cerrado. golpeé dos veces'],
  [null, ' Se rompió el camión ', 'Se rompió el camión'],
  [null, ' \n ', null],
])('the reason %s with "%s" is %s', (chosen, details, reason) => {
  expect(reasonOf(chosen, details)).toBe(reason)
})

test('a reason is never longer than the service takes', () => {
  expect(reasonOf('Estaba cerrado', 'x'.repeat(1_000))).toHaveLength(500)
})

test('the next stop is the first without an outcome', () => {
  const stops = [stop({ outcome: 'failed' }), stop({ position: 2 }), stop({ position: 3 })]
  expect(nextStop({ stops })?.position).toBe(2)
  expect(nextStop({ stops: stops.slice(0, 1) })).toBeNull()
  expect(nextStop({ stops }, ({ position }) => position === 2)?.position).toBe(3)
})

test.each([
  [['es-AR', 'en'], 'es'],
  [['en-US'], 'en'],
  [['pt-BR', 'en-GB', 'es'], 'en'],
  [['de'], 'es'],
  [[], 'es'],
])('a phone that prefers %j gets %s', (preferred, language) => {
  expect(languageOf(preferred)).toBe(language)
})

test('both languages have as many usual reasons', () => {
  expect(texts.en.failing.common).toHaveLength(texts.es.failing.common.length)
})
