import { AccountTransaction, Balance, TransactionFilters } from '@anden/contract'
import type { PortalPrincipal } from '../http/admission/principal.ts'
import { byTime, type Router } from '../http/routing/router.ts'
import { balance, transaction, transactionsNewestFirst } from './queries.ts'
import { transactionsOldestFirst } from './sheet-queries.ts'
import { accountSheet } from './sheets.ts'

const scope = 'read:account'
const topic = 'account'

export function accountPortal(portal: Router<PortalPrincipal>) {
  portal.row(
    '/balance',
    { summary: 'The balance of the account', scope, topic, reply: Balance },
    ({ client }) => balance(client.id),
  )

  const entries = { scope, filters: TransactionFilters, sortKey: byTime, shape: transaction } as const

  portal.list(
    '/transactions',
    {
      ...entries,
      summary: 'Payments, credit sales and credit notes, newest first',
      topic,
      item: AccountTransaction,
    },
    ({ client, query, page }) => transactionsNewestFirst(client.id, query, page),
  )

  portal.sheet(
    '/transactions',
    {
      ...entries,
      summary: 'Payments, credit sales and credit notes with the balance after each, oldest first',
      sheet: accountSheet,
    },
    ({ client, query, page }) => transactionsOldestFirst(client.id, query, page),
  )
}
