import {
  type AccountTransaction,
  type Balance,
  type ClientBalance,
  type PaymentMethod,
  type StaffTransaction,
  type TransactionType,
  uuidPattern,
} from '@anden/contract'
import { live } from '../db/environment.ts'
import { newestFirst, type PageRange, type TimeRange } from '../db/keyset.ts'
import { empty, sql } from '../db/sql.ts'

const sums = sql`
  coalesce(sum(total) filter (where type = 'credit_sale'), 0) as sold,
  coalesce(sum(total) filter (where type = 'credit_note'), 0) as credited,
  coalesce(sum(total) filter (where type = 'payment'), 0) as paid`
const balanceColumns = sql`sold - credited - paid as saldo, sold - credited as total_fiado,
  credited as total_notas_credito, paid as total_pagado`

export const balance = (clientId: string) =>
  sql<Balance>`
    select ${balanceColumns}
    from (select ${sums} from account_totals where client_id = ${clientId}) as totals`

export const totalBalance = sql<Balance>`select ${balanceColumns} from (select ${sums} from account_totals where ${live()}) as totals`

/**
 * Reads the totals of all clients, at most three rows for each, and sorts them: staff look at this list now and then, and a
 * balance kept in order would be one more row for every payment to write.
 */
export const balancesLargestFirst = ({ after, rowLimit }: PageRange) =>
  sql<ClientBalance>`
    select client_id, clients.name as client_name, saldo, total_fiado, total_notas_credito, total_pagado
    from (
      select client_id, ${balanceColumns}
      from (select client_id, ${sums} from account_totals where ${live()} group by client_id) as totals) as balances
    join clients on clients.id = client_id
    ${after ? sql`where (saldo, client_id) < (${after[0]}, ${after[1]})` : empty}
    order by saldo desc, client_id desc
    limit ${rowLimit}`

const timeZone = sql`(select time_zone from warehouse_clock)`

// A payment from before the service asked for its day has the day on which it was recorded.
export const entryColumns = sql`id, type, amount, payment_method, number, description, reverses,
  case type when 'payment' then coalesce(paid_on, (created_at at time zone ${timeZone})::date) end as paid_on,
  created_at`

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
    select ${entryColumns} from account_entries ${newestFirst(equals, range, page)}`
}

export type StaffEntryRow = EntryRow & Pick<StaffTransaction, 'balance'>

/**
 * With the balance after each entry: the current one, less the later months, of which the totals are kept, less what is
 * later in the month of the page's first entry. So a page reads at most the entries of one month besides its own. A list of
 * some types only has no balance.
 */
export const transactionsWithBalance = (clientId: string, query: TransactionQuery, page: PageRange) => {
  const transactions = transactionsNewestFirst(clientId, query, page)
  if (query.type ?? query.payment_method)
    return sql<StaffEntryRow>`
      select page.*, null::numeric as balance from (${transactions}) as page order by created_at desc, id desc`
  return sql<StaffEntryRow>`
    with page as materialized (${transactions}),
    newest as (
      select created_at, id, month_of(created_at, zone) as month,
        (date_trunc('month', created_at at time zone zone) + interval '1 month') at time zone zone as month_end
      from page, (select time_zone as zone from warehouse_clock) as clock
      order by created_at desc, id desc
      limit 1),
    top as (
      select (select coalesce(sum(balance_change(type, total)), 0) from account_totals where client_id = ${clientId})
        - (
          select coalesce(sum(amount), 0) from client_totals
          where client_id = ${clientId} and total = 'balance_by_month' and key > newest.month)
        - (
          select coalesce(sum(balance_change(type, amount)), 0) from account_entries
          where client_id = ${clientId} and created_at < newest.month_end
            and (created_at, id) > (newest.created_at, newest.id)) as balance
      from newest)
    select page.*,
      top.balance - coalesce(sum(balance_change(type, amount)) over (
        order by created_at desc, id desc rows between unbounded preceding and 1 preceding), 0) as balance
    from page, top
    order by created_at desc, id desc`
}

type NewEntryRow = Omit<EntryRow, 'created_at'> & { client_id: string }

export const insertEntry = (entry: NewEntryRow) =>
  sql`
    insert into account_entries (id, client_id, type, amount, payment_method, number, description, reverses, paid_on)
    values (${entry.id}, ${entry.client_id}, ${entry.type}, ${entry.amount}, ${entry.payment_method}, ${entry.number},
      ${entry.description}, ${entry.reverses}, ${entry.paid_on})`

export const insertCreditNoteNumber = (clientId: string, number: string, entryId: string) =>
  sql`
    insert into credit_note_numbers (client_id, number, entry_id)
    values (${clientId}, ${number}, ${entryId})`

export const entryById = (id: string) =>
  sql<EntryRow & { client_id: string; reversed: boolean }>`
    select ${entryColumns}, client_id,
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

export const staffTransaction = (row: StaffEntryRow): StaffTransaction => ({
  ...transaction(row),
  balance: row.balance,
})

const isTransactionId = new RegExp(`^(?:${Object.values(idPrefixes).join('|')})(${uuidPattern})$`)

/** The UUID in a transaction's id; null: not such an id. */
export function entryId(transactionId: string): string | null {
  return isTransactionId.exec(transactionId)?.[1] ?? null
}
