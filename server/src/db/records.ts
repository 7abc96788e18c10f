// Saves, with http/reads/rendered-list.ts, a fifth of the CPU time for reading and rendering a page of fifty of which two rows have
// changed: Node.js needs half as much, PostgreSQL half as much again (docs/decisions/0002). Rows are read as records: PostgreSQL concatenates the columns of a row, and the rows of a page, to one text. The driver then handles
// one value instead of hundreds, and rows with equal records are equal, so that only those that have changed need to be
// parsed. `row::text` is more general, but quoting makes it cost 70 µs more for a page of fifty.
import { randomBytes } from 'node:crypto'
import { join, raw, type Statement, sql } from './sql.ts'
import { wireTypes } from './wire-types.ts'

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
