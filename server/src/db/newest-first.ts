// The tail of every newest-first list: equal on the leading columns of an index (the client first), a range
// of created_at, and the rest of the index as sort key. The keyset condition is one row comparison over the
// whole index: spelt as separate conditions, the generic plan took another index and a quarter of the speed.
import type { SortKey } from '../http/cursors.ts'
import { empty, join, raw, type Statement, sql } from './sql.ts'

export type TimeRange = { from?: string; to?: string }
type Equal = readonly [column: string, value: string]

export function newestFirst(
  equals: readonly Equal[],
  { from, to }: TimeRange,
  after: SortKey | null,
  fetch: number,
  also: Statement = empty,
): Statement {
  const columns = raw([...equals.map(([column]) => column), 'created_at', 'id'].join(', '))
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
      ${to ? sql`and created_at < ${to}` : empty}
      ${after ? sql`and (${columns}) < (${join([...equals.map(([, value]) => value), ...after])})` : empty}
      ${also}
    order by ${descending}
    limit ${fetch}`
}
