import { Balance, Transaction, TransactionFilters, type TransactionType } from '@anden/contract'
import { byTime, type Router } from '../http/router.ts'
import type { PortalPrincipal } from '../identity/authenticate.ts'
import { balance, type EntryRow, transactionsNewestFirst } from './queries.ts'

const scope = 'read:account'
const topic = 'account'

export function accountPortal(portal: Router<PortalPrincipal>) {
  portal.row('/balance', { summary: 'The balance of the account', scope, topic, reply: Balance }, ({ who }) =>
    balance(who.client.id),
  )

  portal.list(
    '/transactions',
    {
      summary: 'Payments, credit sales and credit notes, newest first',
      scope,
      topic,
      filters: TransactionFilters,
      item: Transaction,
      sortKey: byTime,
      shape: transaction,
    },
    ({ who, query, after, fetch }) => transactionsNewestFirst(who.client.id, query, after, fetch),
  )
}

const idPrefixes: Record<TransactionType, string> = {
  payment: 'pay_',
  credit_sale: 'sale_',
  credit_note: 'cn_',
}

/** A reversal is of the same type as what it reverses, so both ids have the same prefix. */
export function transaction(row: EntryRow): Transaction {
  const prefix = idPrefixes[row.type]
  return { ...row, id: prefix + row.id, reverses: row.reverses && prefix + row.reverses }
}
