// Reads a list as CSV with a parser that shares no code with the writer.
import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'
import type { Caller } from './http.ts'

export const csvType = 'text/csv; charset=utf-8; header=present'
export const asCsv = { accept: 'text/csv' }
export const asSpanishCsv = { accept: 'text/csv', 'accept-language': 'es-AR,es;q=0.9,en;q=0.8' }

/** The records of a file, including the header. */
export const recordsOf = (text: string, delimiter: ',' | ';' = ','): string[][] =>
  parse(text, { bom: true, delimiter, record_delimiter: '\r\n' })

type Row = Record<string, unknown>

/** The file has one header line, and one line per row with the values that the row has in JSON. */
export function expectRowsOf(text: string, rows: readonly Row[]) {
  const [header = [], ...records] = recordsOf(text)
  expect(header).toEqual([...new Set(header)])
  const expected = rows.map((row) => header.map((name) => name.split('.').reduce(memberOf, row)))
  const found = records.map((record, index) => record.map((cell, i) => read(cell, expected[index]?.[i])))
  // The time when a key or a person was last seen is written in the background, perhaps between the two reads.
  const isStable = (_: unknown, column: number) => !/^last_(used|seen)_at$/.test(header[column] ?? '')
  expect(found.map((row) => row.filter(isStable))).toEqual(expected.map((row) => row.filter(isStable)))
}

const memberOf = (value: unknown, name: string): unknown => (value as Row | null)?.[name] ?? null

/** The value of a cell, if it is the same as the expected one. */
function read(cell: string, expected: unknown): unknown {
  const asText = Array.isArray(expected)
    ? expected.join(', ')
    : typeof expected === 'object'
      ? JSON.stringify(expected)
      : String(expected)
  const isSame = expected === null ? cell === '' : [asText, `'${asText}`].includes(cell)
  return isSame ? expected : cell
}

/** Every row of a list, page by page. The entries of an envelope are its rows. */
export async function rowsByPage(by: Caller, path: string, limit: number): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor = ''; ; ) {
    const { body } = await by.get(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}${cursor}`)
    rows.push(...(body.data ?? body.entries))
    if (!body.has_more) return rows
    cursor = `&cursor=${body.next_cursor}`
  }
}
