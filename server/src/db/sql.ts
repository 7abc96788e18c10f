// SQL is written as SQL. A statement carries the type of the rows that it returns, so callers need not state it.
import tag, { type RawValue, type Sql } from 'sql-template-tag'

export { empty, join, raw } from 'sql-template-tag'

declare const row: unique symbol
export type Statement<Row = unknown> = Sql & { readonly [row]?: Row }

export function sql<Row = unknown>(strings: TemplateStringsArray, ...values: RawValue[]): Statement<Row> {
  return tag(strings, ...values)
}
