import { AccountTransaction, Balance, TransactionFilters } from '@anden/contract'
import type { PortalPrincipal } from '../http/admission/principal.ts'
import { byTime, type Router } from '../http/routing/router.ts'
import { balance, transaction, transactionsNewestFirst } from './queries.ts'

const scope = 'read:account'
const topic = 'account'

export function accountPortal(portal: Router<PortalPrincipal>) {
  portal.row(
    '/balance',
    { summary: 'The balance of the account', scope, topic, reply: Balance },
    ({ client }) => balance(client.id),
  )

  portal.list(
    '/transactions',
    {
      summary: 'Payments, credit sales and credit notes, newest first',
      scope,
      topic,
      filters: TransactionFilters,
      item: AccountTransaction,
      sortKey: byTime,
      shape: transaction,
    },
    ({ client, query, page }) => transactionsNewestFirst(client.id, query, page),
  )
}
