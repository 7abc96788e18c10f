import type { TSchema } from 'typebox'
import { csvTable } from '../http/reads/csv/table.ts'
import { exampleOf } from './example.ts'

const description =
  'All rows of the filter, with one header line. `;` and a decimal comma with `Accept-Language: es`'

/** A list as CSV, with the line that its example in JSON would become. */
export function csvContent(item: TSchema) {
  const dialect = { separator: ',', decimalMark: '.' } as const
  const table = csvTable(item)
  const example = table.header(dialect) + table.lines([exampleOf(item)], dialect)
  return { 'text/csv': { schema: { type: 'string', description }, example } }
}
