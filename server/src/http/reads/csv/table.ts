// A list as lines of CSV (RFC 4180).

import type { FastifyReply } from 'fastify'
import type { TSchema } from 'typebox'

export type CsvDialect = { separator: ',' | ';'; decimalMark: DecimalMark }

const lineEnd = '\r\n'

export function csvTable(item: TSchema) {
  const columns = csvColumns(item)
  return {
    header: ({ separator }: CsvDialect) => columns.map(({ name }) => name).join(separator) + lineEnd,
    lines(rows: readonly unknown[], { separator, decimalMark }: CsvDialect): string {
      let text = ''
      for (const row of rows) {
        const cells = columns.map(({ path }) => csvCell(valueAt(row, path), decimalMark))
        text += cells.join(separator) + lineEnd
      }
      return text
    },
  }
}
export type CsvTable = ReturnType<typeof csvTable>

// The columns of a list as CSV come from the schema of its rows, so that the two cannot differ: one column per property,
// in the order of the schema. The properties of an object become columns of their own, named `products.sku`.

type CsvColumn = { name: string; path: readonly string[] }

type ObjectSchema = { properties?: Record<string, TSchema> }

function csvColumns(schema: TSchema, path: readonly string[] = []): CsvColumn[] {
  // An object without declared properties, such as the payload of an event, is one column.
  const { properties } = schema as ObjectSchema
  if (properties === undefined) return [{ name: path.join('.'), path }]
  return Object.entries(properties).flatMap(([name, property]) => csvColumns(property, [...path, name]))
}

function valueAt(row: unknown, path: readonly string[]): unknown {
  let value = row
  for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name]
  return value
}

// The text of one value. A spreadsheet evaluates a cell that begins with `=`, `+`, `-` or `@`, whoever wrote it, so text
// that begins like a formula gets an apostrophe in front, as people write it by hand (OWASP: CSV injection). Numbers of
// the API are never text and stay numbers, also negative ones.

type DecimalMark = '.' | ','

export function csvCell(value: unknown, decimalMark: DecimalMark): string {
  switch (typeof value) {
    case 'string':
      return textCell(value)
    case 'number':
      return decimalMark === '.' ? String(value) : String(value).replace('.', decimalMark)
    case 'boolean':
      return String(value)
  }
  if (value === null || value === undefined) return ''
  return textCell(isListOfScalars(value) ? value.join(', ') : JSON.stringify(value))
}

/**
 * After blanks, invisible characters and code points without a character, too, as spreadsheets and their tables of
 * Unicode differ in what they skip.
 */
const formula =
  /^[\s\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@\u{ff1d}\u{ff0b}\u{ff0d}\u{ff20}\u{fe66}\u{fe62}\u{fe63}\u{fe6b}]/u
const control = /^[\t\r\n]/

/** Both separators, so that the cells of the two notations are alike; blanks at either end, which readers may trim. */
const special = /[",;\t\r\n]|^\s|\s$/

function textCell(text: string): string {
  const safe = formula.test(text) || control.test(text) ? `'${text}` : text
  return special.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

function isListOfScalars(value: object): value is unknown[] {
  return Array.isArray(value) && value.every((one) => one === null || typeof one !== 'object')
}

// Content negotiation of lists (RFC 9110, 12.5): JSON or CSV by `Accept`, and the notation of the CSV by
// `Accept-Language`. The higher quality value wins, then the more specific range, then the one that is listed first. CSV
// is only sent to clients that name it; all others get JSON.

const english: CsvDialect = { separator: ',', decimalMark: '.' }
const spanish: CsvDialect = { separator: ';', decimalMark: ',' }

/** The path of a list as CSV, for clients that cannot choose by `Accept`: `/stock/lots.csv`. */
export const csvPath = (path: string) => `${path}.csv`

export function wantsCsv(accept: string | undefined): boolean {
  if (accept === undefined || !accept.toLowerCase().includes('text/')) return false
  const ranges = rangesIn(accept)
  const csv = preference(ranges, ['text/csv', 'text/*', '*/*'])
  const json = preference(ranges, ['application/json', 'application/*', '*/*'])
  return csv !== null && isPreferred(csv, json)
}

/** The notation that programs read, or the one of Spanish spreadsheets for clients that prefer Spanish to English. */
export function dialectFor(acceptLanguage: string | undefined): CsvDialect {
  if (acceptLanguage === undefined) return english
  const ranges = rangesIn(acceptLanguage).map(({ name, ...rest }) => ({ name: primary(name), ...rest }))
  const es = preference(ranges, ['es', '*'])
  return es !== null && isPreferred(es, preference(ranges, ['en', '*'])) ? spanish : english
}

const primary = (language: string) => language.replace(/-.*/, '')

type AcceptedRange = { name: string; quality: number; index: number }
type Preference = { quality: number; generality: number; index: number }

/** Parameters other than the quality are ignored: `text/csv; charset=utf-8` accepts what we send. */
function rangesIn(header: string): AcceptedRange[] {
  return header.split(',').map((range, index) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const quality = parameters.find((one) => one.startsWith('q='))
    return { name, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0, index }
  })
}

/** The range that applies is the most specific one, even if a wider range has a higher quality value. */
function preference(ranges: readonly AcceptedRange[], names: readonly string[]): Preference | null {
  for (const [generality, name] of names.entries()) {
    const [best] = ranges
      .filter((range) => range.name === name)
      .sort((a, b) => b.quality - a.quality || a.index - b.index)
    if (best) return best.quality > 0 ? { quality: best.quality, generality, index: best.index } : null
  }
  return null
}

function isPreferred(one: Preference, other: Preference | null): boolean {
  if (other === null) return true
  const difference =
    other.quality - one.quality || one.generality - other.generality || one.index - other.index
  return difference < 0
}

/** Appends to the header, because CORS adds its own value. */
export function varyByAccept(reply: FastifyReply): void {
  const vary = reply.getHeader('vary')
  reply.header('vary', vary ? `${vary}, Accept, Accept-Language` : 'Accept, Accept-Language')
}
