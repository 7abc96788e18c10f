// Rows as records: PostgreSQL prints a whole row as one text, `(a,"b ""c""",)`. The driver then handles two values per
// row instead of ten, and rows with equal texts are equal, so that only those that have changed need to be parsed.
import { wireTypes } from './wire-types.ts'

export type Column = { name: string; parse: (text: string) => unknown }

export const wireColumns = (fields: readonly { name: string; dataTypeID: number }[]): Column[] =>
  fields.map(({ name, dataTypeID }) => ({
    name,
    parse: wireTypes.getTypeParser(dataTypeID, 'text') as Column['parse'],
  }))

/** The row, as the driver would have returned it. */
export function rowOf<Row>(record: string, columns: readonly Column[]): Row {
  const row: Record<string, unknown> = {}
  const values = valuesOf(record)
  for (const [index, { name, parse }] of columns.entries()) {
    const text = values[index] ?? null
    row[name] = text === null ? null : parse(text)
  }
  return row as Row
}

const quote = '"'

/** The columns as text. Nothing between two commas is null; an empty text is written as two quotes. */
export function valuesOf(record: string): (string | null)[] {
  const values: (string | null)[] = []
  const end = record.length - 1
  let at = 1
  while (at <= end) {
    const next = record[at] === quote ? endOfQuoted(record, at) : endOfPlain(record, at, end)
    const text = record.slice(at, next)
    values.push(text === '' ? null : text[0] === quote ? unquoted(text) : text)
    at = next + 1
  }
  return values
}

function endOfPlain(record: string, from: number, end: number): number {
  const comma = record.indexOf(',', from)
  return comma === -1 ? end : comma
}

/** Within quotes, a quote is written twice. */
function endOfQuoted(record: string, from: number): number {
  let at = record.indexOf(quote, from + 1)
  while (record[at + 1] === quote) at = record.indexOf(quote, at + 2)
  return at + 1
}

function unquoted(text: string): string {
  const inner = text.slice(1, -1)
  return inner.includes(quote) || inner.includes('\\')
    ? inner.replace(/""|\\\\/g, (pair) => pair[0] ?? '')
    : inner
}
