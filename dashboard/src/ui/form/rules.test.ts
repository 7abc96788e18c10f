// Forms are checked by the contract's own validation. What is the form's own business: fields that are empty, and those that
// are not sent.
import { NewDestinatario, NewOrder, NewUserByStaff } from '@anden/contract'
import { describe, expect, test } from 'vitest'
import { faultsOf, type Schema } from './rules.ts'

const schemas = {
  destinatario: NewDestinatario as Schema,
  order: NewOrder as Schema,
  user: NewUserByStaff as Schema,
}
const codesOf = (schema: Schema, value: unknown) =>
  faultsOf(schema, value).map(({ pointer, code }) => `${pointer} ${code}`)

describe('a form', () => {
  test.each(['', null, undefined])('with %j in a required field lacks it', (name) => {
    expect(codesOf(schemas.destinatario, { name })).toEqual(['/name required'])
  })

  test.each(['', null, undefined])('with %j in another field has no fault', (email) => {
    expect(codesOf(schemas.destinatario, { name: 'Ana', email })).toEqual([])
  })

  test('may have fields that are not sent', () => {
    expect(codesOf(schemas.destinatario, { name: 'Ana', isOpen: true })).toEqual([])
  })

  test('says of each line what is wrong with it', () => {
    const product_id = '0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10'
    const items = [
      { product_id, quantity: '' },
      { product_id, quantity: '12 kg' },
      { product_id, quantity: 0.0001 },
    ]
    expect(codesOf(schemas.order, { items })).toEqual([
      '/destinatario_id required',
      '/items/0/quantity required',
      '/items/1/quantity wrong_type',
      '/items/2/quantity too_many_decimals',
    ])
  })

  test('of a route without a body has no faults', () => {
    expect(codesOf({}, { anything: 1 })).toEqual([])
  })
})

describe('an e-mail address', () => {
  test.each([
    ['ana', false],
    ['ana@example', false],
    ['ana@@example.com', false],
    ['ana@example.com, berta@example.com', false],
    ['Ana <ana@example.com>', false],
    ['ñandú@bodega.example', true],
    ["o'higgins+ventas@bodega.com.ar", true],
  ])('%s of a recipient: %s', (email, isValid) => {
    const expected = isValid ? [] : ['/email not_an_email']
    expect(codesOf(schemas.destinatario, { name: 'Ana', email })).toEqual(expected)
  })

  test.each([
    ['ñandú@bodega.example', false],
    ["o'higgins+ventas@bodega.com.ar", true],
  ])('%s of a user: %s', (email, isValid) => {
    const expected = isValid ? [] : ['/email not_a_sign_in_email']
    expect(codesOf(schemas.user, { name: 'Ana', email })).toEqual(expected)
  })
})
