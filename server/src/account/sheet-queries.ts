import type { PaymentMethod, TransactionType } from '@anden/contract'
import type { PageRange, TimeRange } from '../db/keyset.ts'
import { empty, sql } from '../db/sql.ts'
import { type EntryRow, entryColumns } from './queries.ts'

export type EntryPosition = { created_at: string; id: string }

type TransactionQuery = { type?: TransactionType; payment_method?: PaymentMethod } & TimeRange

/** The entries of the list, in the order of time. */
export const transactionsOldestFirst = (
  clientId: string,
  { type, payment_method, from, to }: TransactionQuery,
  { after, rowLimit }: PageRange,
) => {
  // Only payments have a method, and the index starts with the type.
  const ofType = type ?? (payment_method && 'payment')
  return sql<EntryRow>`
    select ${entryColumns}
    from account_entries
    where client_id = ${clientId}
      ${ofType ? sql`and type = ${ofType}` : empty}
      ${payment_method ? sql`and payment_method = ${payment_method}` : empty}
      ${after ? sql`and (created_at, id) > (${after[0]}, ${after[1]})` : from ? sql`and created_at >= ${from}` : empty}
      ${to ? sql`and created_at < ${to}` : empty}
    order by client_id, ${ofType ? sql`type,` : empty} ${payment_method ? sql`payment_method,` : empty} created_at, id
    limit ${rowLimit}`
}

const change = sql`case type when 'credit_sale' then amount else -amount end`

/** The balance of the account before a moment. Reads its entries until then, by an index. */
export const balanceBefore = (clientId: string, moment: string) =>
  sql<{ balance: number }>`
    select coalesce(sum(${change}), 0) as balance
    from account_entries
    where client_id = ${clientId} and created_at < ${moment}`

/**
 * What the balance has changed by from the start until after each of the entries. The entries between them count as well,
 * which a filter leaves out of the list.
 */
export const balancesAfter = (
  clientId: string,
  start: EntryPosition | { from: string } | null,
  end: EntryPosition,
  entryIds: string[],
) => {
  const since =
    start === null
      ? empty
      : 'from' in start
        ? sql`and created_at >= ${start.from}`
        : sql`and (created_at, id) > (${start.created_at}, ${start.id})`
  return sql<{ id: string; change: number }>`
    select id, change
    from (
      select id, sum(${change}) over (order by created_at, id) as change
      from account_entries
      where client_id = ${clientId} ${since} and (created_at, id) <= (${end.created_at}, ${end.id})
    ) as entries
    where id = any(${entryIds}::uuid[])`
}
