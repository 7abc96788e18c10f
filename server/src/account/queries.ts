import {
  type AccountTransaction,
  type Balance,
  type PaymentMethod,
  type TransactionType,
  uuidPattern,
} from '@anden/contract'
import { newestFirst, type PageRange, type TimeRange } from '../db/keyset.ts'
import { sql } from '../db/sql.ts'

export const balance = (clientId: string) =>
  sql<Balance>`
    select sold - credited - paid as saldo, sold - credited as total_fiado, paid as total_pagado
    from (
      select coalesce(sum(total) filter (where type = 'credit_sale'), 0) as sold,
        coalesce(sum(total) filter (where type = 'credit_note'), 0) as credited,
        coalesce(sum(total) filter (where type = 'payment'), 0) as paid
      from account_totals
      where client_id = ${clientId}) as totals`

const columns = sql`id, type, amount, payment_method, number, description, reverses, created_at`

export type EntryRow = AccountTransaction & { reverses: string | null }
type TransactionQuery = { type?: TransactionType; payment_method?: PaymentMethod } & TimeRange

export const transactionsNewestFirst = (
  clientId: string,
  { type, payment_method, ...range }: TransactionQuery,
  page: PageRange,
) => {
  const equals: [string, string][] = [['client_id', clientId]]
  // Only payments have a method, and the index starts with the type.
  if (type ?? payment_method) equals.push(['type', type ?? 'payment'])
  if (payment_method) equals.push(['payment_method', payment_method])
  return sql<EntryRow>`
    select ${columns} from account_entries ${newestFirst(equals, range, page)}`
}

type NewEntryRow = Omit<EntryRow, 'created_at'> & { client_id: string }

export const insertEntry = (entry: NewEntryRow) =>
  sql`
    insert into account_entries (id, client_id, type, amount, payment_method, number, description, reverses)
    values (${entry.id}, ${entry.client_id}, ${entry.type}, ${entry.amount}, ${entry.payment_method}, ${entry.number},
      ${entry.description}, ${entry.reverses})`

export const insertCreditNoteNumber = (clientId: string, number: string, entryId: string) =>
  sql`
    insert into credit_note_numbers (client_id, number, entry_id)
    values (${clientId}, ${number}, ${entryId})`

export const entryById = (id: string) =>
  sql<EntryRow & { client_id: string; reversed: boolean }>`
    select ${columns}, client_id,
      exists (select from account_entries other where other.reverses = account_entries.id) as reversed
    from account_entries
    where id = ${id}`

const idPrefixes: Record<TransactionType, string> = {
  payment: 'pay_',
  credit_sale: 'sale_',
  credit_note: 'cn_',
}

/** A reversal has the same type as the entry that it reverses, so both ids have the same prefix. */
export function transaction(row: EntryRow): AccountTransaction {
  const prefix = idPrefixes[row.type]
  return { ...row, id: prefix + row.id, reverses: row.reverses && prefix + row.reverses }
}

const isTransactionId = new RegExp(`^(?:${Object.values(idPrefixes).join('|')})(${uuidPattern})$`)

/** The UUID in a transaction's id; null: not such an id. */
export function entryId(transactionId: string): string | null {
  return isTransactionId.exec(transactionId)?.[1] ?? null
}
