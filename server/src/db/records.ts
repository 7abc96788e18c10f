// Saves, with http/reads/rendered-list.ts, a fifth of the CPU time for reading and rendering a page of fifty of which two rows have
// changed: Node.js needs half as much, PostgreSQL half as much again (docs/decisions/0002). Rows are read as records: PostgreSQL
// concatenates the columns of a row, so the driver has one value to read instead of hundreds, and rows with equal records are
// equal, so that only those that have changed need to be parsed. `row::text` is more general, but quoting makes it cost 70 µs more
// for a page of fifty.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { join, raw, type Statement, sql } from './sql.ts'

export type Column = { name: string; isText: boolean; parse: (text: string) => unknown }

// Random, because they must not occur in a value.
const mark = (character: string) => character + randomBytes(6).toString('base64url')
const separators = { rows: mark('\u001e'), columns: mark('\u001f') }
const nullText = mark('\u001d')

const textTypes = [25, 1043]

export const wireColumns = (fields: readonly { name: string; dataTypeID: number }[]): Column[] =>
  fields.map(({ name, dataTypeID }) => ({
    name,
    isText: textTypes.includes(dataTypeID),
    parse: wireTypes.getTypeParser(dataTypeID, 'text') as Column['parse'],
  }))

export type RecordFormat = {
  /** An aggregate over the rows of the page: their records. */
  records: Statement
  split(records: string | null): string[]
  /** The row, as the driver would have returned it. */
  parse<Row>(record: string): Row
}

/** `page`: the alias of the relation. No value other than a text is empty, so for those nothing stands for null. */
export function recordFormat(page: string, columns: readonly Column[]): RecordFormat {
  const texts = columns.map(({ name, isText }) => {
    const column = raw(`${page}."${name}"`)
    return isText ? sql`coalesce(${column}, ${nullText})` : column
  })
  return {
    records: sql`string_agg(concat(${join(texts, `, '${separators.columns}', `)}), ${separators.rows})`,
    split: (records) => records?.split(separators.rows) ?? [],
    parse<Row>(record: string) {
      const values = record.split(separators.columns)
      const row: Record<string, unknown> = {}
      for (const [index, { name, isText, parse }] of columns.entries()) {
        const text = values[index] ?? ''
        row[name] = text === (isText ? nullText : '') ? null : parse(text)
      }
      return row as Row
    },
  }
}

// Saves 30 % of a list read: a Date object per timestamp would only be printed as text again, so the text is reformatted instead. These
// are the parsers for values from PostgreSQL. The schema limits numerics to 15 significant digits, which a double
// represents exactly; arithmetic on them is done in SQL, never here.

const oid = { int8: 20, date: 1082, timestamptz: 1184, numeric: 1700 } as const

const parsers = new Map<number, (text: string) => unknown>([
  [oid.int8, Number],
  [oid.numeric, Number],
  [oid.date, (text) => text],
  [oid.timestamptz, isoTimestamp],
])

/** `2026-11-02 13:45:10.25+00` → `2026-11-02T13:45:10.250Z`. The session's time zone is UTC. */
export function isoTimestamp(text: string): string {
  if (text.charCodeAt(19) !== 46) return `${text.slice(0, 10)}T${text.slice(11, 19)}.000Z`
  const fraction = text.slice(20, text.length - 3)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}

export const wireTypes: pg.CustomTypesConfig = {
  getTypeParser(id: number, format?: 'text' | 'binary') {
    return (format !== 'binary' && parsers.get(id)) || pg.types.getTypeParser(id, format as 'text')
  },
}
