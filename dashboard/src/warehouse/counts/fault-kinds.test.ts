import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lineFaultOf } from './fault-kinds.ts'

const imports = join(import.meta.dirname, '../../../../server/src/stock/imports')
const sourceOf = (file: string) => readFileSync(join(imports, file), 'utf8')

/**
 * Fixed texts in the service's code, such as `refuse('sku', 'must not be empty')` or `detail: 'is missing in the
 * header'`.
 */
function fixedTexts(source: string): string[] {
  const calls = source.matchAll(/(?:refuse\(\s*'\w+',\s*|detail: |unreadable\([^,]+,\s*)'([^']+)'/g)
  return [...calls].map(([, text = '']) => text)
}

test('every fixed wording of the service has a text of its own', () => {
  const files = ['read-line.ts', 'compare.ts', 'header.ts', 'load-lines.ts', 'whole-lines.ts', 'read-csv.ts']
  const found = files.flatMap((file) => fixedTexts(sourceOf(file)))
  expect(found.length).toBeGreaterThan(15)
  expect(found.filter((text) => lineFaultOf(text) === null)).toEqual([])
})

test.each([
  ['has 3 fields where the header has 2', 'too-few-fields', ['3', '2']],
  ['has 3 fields where the header has 2: a field with a separator in it', 'too-many-fields', ['3', '2']],
  ['must be a date, YYYY-MM-DD, year first, such as 2027-03-31', 'day-first', []],
  ['is not a day: 2027-02-29 does not exist', 'no-such-day', ['2027-02-29']],
  ["differs from the product's, which is counted by caja", 'other-unit', ['caja']],
  ['is the same lot as on line 7', 'same-lot', ['7']],
] as const)('%s', (detail, kind, values) => {
  expect(lineFaultOf(detail)).toEqual({ kind, values })
})

test('an unknown wording is shown as it is', () => {
  expect(lineFaultOf('is something new')).toBeNull()
})
