// Whatever a row contains, an independent parser reads its cells back, and no text becomes a formula.
import { Type } from '@anden/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordsOf } from '../../../../tests/harness/csv.ts'
import { repeats } from '../../../../tests/harness/sizes.ts'
import { type CsvDialect, csvTable, dialectFor, wantsCsv } from './table.ts'

const english: CsvDialect = { separator: ',', decimalMark: '.' }
const spanish: CsvDialect = { separator: ';', decimalMark: ',' }

const Parcel = Type.Object({
  id: Type.String(),
  shelf: Type.Object({ name: Type.String(), level: Type.Integer() }),
  weight: Type.Unsafe<number | null>({ type: ['number', 'null'] }),
  fragile: Type.Boolean(),
  labels: Type.Array(Type.String()),
  payload: Type.Unsafe<unknown>({ type: 'object', additionalProperties: true }),
  carrier: Type.Unsafe<unknown>({ type: ['object', 'null'], properties: { name: Type.String() } }),
})
const table = csvTable(Parcel)
const parcel = {
  id: 'a',
  shelf: { name: 'top', level: 3 },
  weight: -1.25,
  fragile: true,
  labels: ['x', 'y z'],
  payload: { b: [1.5] },
  carrier: null,
  internal: 'not in the schema',
}

test('the columns are the properties of the schema in its order, those of an object under their own names', () => {
  expect(table.header(english)).toBe(
    'id,shelf.name,shelf.level,weight,fragile,labels,payload,carrier.name\r\n',
  )
  expect(table.header(spanish)).toBe(table.header(english).replaceAll(',', ';'))
})

test('a cell has the value as in JSON, lists of scalars joined, what has no fixed shape as JSON, null as nothing', () => {
  expect(recordsOf(table.lines([parcel], english))).toEqual([
    ['a', 'top', '3', '-1.25', 'true', 'x, y z', '{"b":[1.5]}', ''],
  ])
  expect(table.lines([{ ...parcel, weight: null }], english)).toContain('3,,true')
})

test('with a decimal comma, numbers have it and nothing else changes', () => {
  expect(recordsOf(table.lines([parcel], spanish), ';')).toEqual([
    ['a', 'top', '3', '-1,25', 'true', 'x, y z', '{"b":[1.5]}', ''],
  ])
})

describe("a client's text", () => {
  const written = (text: string) =>
    recordsOf(table.lines([{ ...parcel, id: text }], english))[0]?.[0] ?? 'nothing'

  test.each([
    ...['=1+1', '+54 261 555-0100', '-2', '@SUM(A1)', '\t=1', '\r=1', '\ttext', '\rtext', '\ntext', ' =1'],
    ...['＝1', '＋1', '－1', '＠a', '\u{200b}=1', '\u{feff}@a', '=', '"=1"'.slice(1), "=cmd|' /C calc'!A0"],
    ...['\u{2ee5e}＝', '\u{e000}=1', '\u{34f}=1', '\u{fe0f}+1'],
  ])('that begins like a formula gets an apostrophe: %j', (text) => {
    expect(written(text)).toBe(`'${text}`)
  })

  test.each(['a=1', "'=1", '1-2', 'x@y.example', '', '"', 'Ñandú', '(1)', '1+1'])(
    'is otherwise written as it is: %j',
    (text) => {
      expect(written(text)).toBe(text)
    },
  )

  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(
        fc.constantFrom(
          ...[
            '"',
            '""',
            ',',
            ';',
            '\r\n',
            '\n',
            '\r',
            '\t',
            ' ',
            '=',
            '+',
            '-',
            '@',
            "'",
            '＝',
            'a',
            'ñ',
            '\\',
          ],
          ...['1', '.', '\u{feff}', '|', '\u{2028}', '😀'],
        ),
        { maxLength: 8 },
      )
      .map((parts) => parts.join('')),
  )
  const thousandths = fc.maxSafeInteger().map((count) => count / 1000 + 0)
  const rows = fc.array(
    fc.record({
      id: hostile,
      shelf: fc.record({ name: hostile, level: fc.integer() }),
      weight: fc.option(thousandths),
      fragile: fc.boolean(),
      labels: fc.array(hostile, { maxLength: 3 }),
      payload: fc.dictionary(hostile, hostile, { maxKeys: 3 }),
      carrier: fc.option(fc.record({ name: hostile })),
    }),
    { maxLength: 5 },
  )

  test.each([english, spanish])('of any kind is read back as written, with $separator', (dialect) => {
    const { separator, decimalMark } = dialect
    const unguarded = (cell: string) => cell.replace(/^'/, '')
    fc.assert(
      fc.property(rows, (given) => {
        const text = table.header(dialect) + table.lines(given, dialect)
        const [, ...records] = recordsOf(text, separator)
        expect(records).toHaveLength(given.length)
        for (const [index, row] of given.entries()) {
          const [id = '', shelf = '', level, weight = '', fragile, labels = '', payload = '', carrier = ''] =
            records[index] ?? []
          const texts: [string, string][] = [
            [id, row.id],
            [shelf, row.shelf.name],
            [labels, row.labels.join(', ')],
            [carrier, row.carrier?.name ?? ''],
          ]
          for (const [cell, source] of texts) {
            expect([source, `'${source}`]).toContain(cell)
            expect(cell).not.toMatch(/^[\s\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠]/u)
          }
          expect(level).toBe(String(row.shelf.level))
          expect(weight === '' ? null : Number(weight.replace(decimalMark, '.'))).toEqual(row.weight)
          expect(fragile).toBe(String(row.fragile))
          expect(JSON.parse(unguarded(payload))).toEqual(row.payload)
        }
      }),
      { numRuns: repeats(200) },
    )
  })
})

describe('a list is sent', () => {
  test.each([
    'text/csv',
    'TEXT/CSV',
    'text/csv; charset=utf-8',
    'text/*',
    'text/csv, application/json',
    'text/csv, application/json;q=0.9',
    'application/json;q=0.1, text/csv;q=0.2',
    'text/csv, */*',
    'text/csv;q=0.5, */*;q=0.1',
    'application/json;q=0, text/csv;q=0.1',
  ])('as CSV for Accept: %s', (accept) => {
    expect(wantsCsv(accept)).toBe(true)
  })

  test.each([
    undefined,
    '',
    '*/*',
    'application/json',
    'application/json, text/csv',
    'application/json, text/csv;q=0.5',
    'text/csv;q=0.5, application/*',
    'text/csv;q=0',
    'text/csv;q=0, */*',
    'text/csv;q=nonsense, */*;q=0.1',
    'text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8',
    'application/json, text/plain, */*',
    'text/plain, text/csv-schema',
    ',;,text/;q=,',
  ])('as JSON for Accept: %s', (accept) => {
    expect(wantsCsv(accept)).toBe(false)
  })
})

describe('a CSV is written', () => {
  test.each(['es', 'ES', 'es-AR', 'es-419,es;q=0.9,en;q=0.8', 'de, es;q=0.3', 'es;q=0.5, *;q=0.1'])(
    'with semicolons and decimal commas for %s',
    (language) => {
      expect(dialectFor(language)).toEqual({ separator: ';', decimalMark: ',' })
    },
  )

  test.each([undefined, '', '*', 'en', 'en-GB, es;q=0.9', 'en, es', 'de', 'est', 'es;q=0', 'es;q=0, *'])(
    'with commas and decimal points for %s',
    (language) => {
      expect(dialectFor(language)).toEqual({ separator: ',', decimalMark: '.' })
    },
  )
})
