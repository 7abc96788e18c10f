import { describe, expect, test } from 'vitest'
import { dialectFor, wantsCsv } from './table.ts'

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
