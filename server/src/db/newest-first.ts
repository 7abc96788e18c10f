// The tail of every newest-first list: equal on the leading columns of an index (the client first), a range
// of created_at, and the rest of the index as sort key. The keyset condition is one row comparison over that
// rest, and over nothing more: PostgreSQL starts its scan of the index at one condition per column, prefers an
// equality, and then reads past whatever the row comparison excludes. On 900,000 rows, with the client inside
// the comparison too, a deep page read 6,400 blocks instead of 4.
import type { PageRange } from './sort-key.ts'
import { empty, join, raw, type Statement, sql } from './sql.ts'

export type TimeRange = { from?: string; to?: string }
type Equal = readonly [column: string, value: string | Statement]

/** The filters that were given, as columns and values. */
export function equalsOf(filters: Record<string, string | Statement | undefined>): Equal[] {
  return Object.entries(filters).flatMap(([column, value]): Equal[] => (value ? [[column, value]] : []))
}

export function newestFirst(
  equals: readonly Equal[],
  { from, to }: TimeRange,
  { after, rowLimit }: PageRange,
  also: Statement = empty,
): Statement {
  const descending = raw(
    [...equals.map(([column]) => column), 'created_at', 'id'].map((one) => `${one} desc`).join(', '),
  )
  return sql`
    where ${
      equals.length === 0
        ? raw('true')
        : join(
            equals.map(([column, value]) => sql`${raw(column)} = ${value}`),
            ' and ',
          )
    }
      ${from ? sql`and created_at >= ${from}` : empty}
      ${after ? sql`and (created_at, id) < (${join([...after])})` : to ? sql`and created_at < ${to}` : empty}
      ${also}
    order by ${descending}
    limit ${rowLimit}`
}
