// Two bodies are the same if their JSON values are, whatever the notation.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashOfBody } from './idempotency.ts'

const hash = (text: string) => hashOfBody(JSON.parse(text)).toString('hex')

describe('bodies are the same', () => {
  test.each([
    ['in another member order', '{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3,"c":2},"a":1}'],
    ['with white space', '{"a":[1,2]}', ' {\n\t"a" : [ 1 ,\r\n 2 ] } '],
    ['with a number in another notation', '{"a":1,"b":100,"c":0.5}', '{"a":1.0,"b":1e2,"c":5E-1}'],
    ['with an escaped letter', '{"nombre":"Ñandú"}', '{"nombre":"\\u00d1and\\u00fa"}'],
    ['with minus zero', '{"a":0}', '{"a":-0}'],
  ])('%s', (_, one, other) => {
    expect(hash(one)).toBe(hash(other))
  })

  test('for any value, if only member order and white space differ', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(8), (value, indent) => {
        expect(hash(JSON.stringify(reversed(value), null, indent))).toBe(hash(JSON.stringify(value)))
      }),
    )
  })
})

describe('bodies are different', () => {
  test.each([
    ['in a value', '{"a":1}', '{"a":2}'],
    ['in a type', '{"a":1}', '{"a":"1"}'],
    ['in the order of a list', '{"a":[1,2]}', '{"a":[2,1]}'],
    ['in a member that is null', '{"a":1}', '{"a":1,"b":null}'],
    ['in the case of a name', '{"a":1}', '{"A":1}'],
    ['in the composition of a letter', '{"a":"é"}', '{"a":"e\u0301"}'],
    ['in the nesting of a member', '{"a":{"b":1},"c":2}', '{"a":{"b":1,"c":2}}'],
  ])('%s', (_, one, other) => {
    expect(hash(one)).not.toBe(hash(other))
  })

  test('whenever their JSON values differ', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const same = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
        expect(hash(JSON.stringify(one)) === hash(JSON.stringify(other))).toBe(same)
      }),
    )
  })
})

type Json = ReturnType<typeof JSON.parse>

function rebuilt(value: Json, order: (names: string[]) => string[]): Json {
  if (Array.isArray(value)) return value.map((item) => rebuilt(item, order))
  if (value === null || typeof value !== 'object') return value
  const names = order(Object.keys(value))
  // `__proto__` must become a member like any other.
  const members = names.map((name) => [name, rebuilt(value[name], order)] as const)
  return Object.fromEntries(members)
}
const reversed = (value: Json) => rebuilt(value, (names) => names.toReversed())
const sorted = (value: Json) => rebuilt(value, (names) => names.toSorted())
