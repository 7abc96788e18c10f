import type { Balance, PaymentMethod, Transaction, TransactionType } from '@anden/contract'
import { newestFirst, type TimeRange } from '../db/newest-first.ts'
import { sql } from '../db/sql.ts'
import type { SortKey } from '../http/cursors.ts'

export const balance = (clientId: string) =>
  sql<Balance>`
    select sold - credited - paid as saldo, sold - credited as total_fiado, paid as total_pagado
    from (
      select coalesce(sum(total) filter (where type = 'credit_sale'), 0) as sold,
        coalesce(sum(total) filter (where type = 'credit_note'), 0) as credited,
        coalesce(sum(total) filter (where type = 'payment'), 0) as paid
      from account_totals
      where client_id = ${clientId}) as totals`

export type EntryRow = Transaction & { reverses: string | null }
type TransactionQuery = { type?: TransactionType; payment_method?: PaymentMethod } & TimeRange

export const transactionsNewestFirst = (
  clientId: string,
  { type, payment_method, ...range }: TransactionQuery,
  after: SortKey | null,
  fetch: number,
) => {
  const equals: [string, string][] = [['client_id', clientId]]
  // Only payments have one of the methods that can be asked for, and the index leads with the type.
  if (type ?? payment_method) equals.push(['type', type ?? 'payment'])
  if (payment_method) equals.push(['payment_method', payment_method])
  return sql<EntryRow>`
    select id, type, amount, payment_method, description, reverses, created_at
    from account_entries ${newestFirst(equals, range, after, fetch)}`
}
