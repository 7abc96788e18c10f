import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonFaultAt, placeIn } from './json-fault.ts'

describe('the place where a text stops being JSON', () => {
  test.each([
    ['', 0],
    ['{"a":x}', 5],
    ['{"a": 1,}', 8],
    ["{'a': 1}", 1],
    ['{"a" 1}', 5],
    ['{"a": 1 "b": 2}', 8],
    ['[1, 2', 5],
    ['[1,]', 3],
    ['{"a": "b', 8],
    ['{"a": "b\nc"}', 8],
    ['{"a": "\\x"}', 7],
    ['{"a": "\\u12"}', 7],
    ['{"a": 01}', 7],
    ['{"a": 1}}', 8],
    ['{"a": nul}', 6],
    ['// no', 0],
    ['{"a": 1]', 7],
  ])('%j: %i', (text, at) => {
    expect(() => JSON.parse(text)).toThrow()
    expect(jsonFaultAt(text)).toBe(at)
  })

  test('is never within what can be completed, and never behind what cannot', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, seed) => {
        expect(jsonFaultAt(text)).toBe(text.length)
        // A valid beginning that is cut off is at fault only at its end.
        const cut = text.slice(0, seed % (text.length + 1))
        const at = jsonFaultAt(cut)
        expect(at).toBeGreaterThanOrEqual(cut.length - 5)
        expect(at).toBeLessThanOrEqual(cut.length)
      }),
    )
  })

  test('is found in a body of 1 MiB without recursion', () => {
    const deep = '['.repeat(1_000_000)
    expect(jsonFaultAt(`${deep}}`)).toBe(deep.length)
    const long = `["${'a\\"'.repeat(300_000)}`
    expect(jsonFaultAt(long)).toBe(long.length)
  })

  test('is told as line and column, as an editor does', () => {
    expect(placeIn('{\n  "a": 1,\n  b: 2\n}', 14)).toEqual({ line: 3, column: 3 })
  })
})
