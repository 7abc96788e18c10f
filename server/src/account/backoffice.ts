import {
  AccountTransaction,
  Balance,
  ClientBalance,
  NewCreditNote,
  NewCreditSale,
  NewPayment,
  ReverseTransaction,
  StaffTransaction,
  TransactionFilters,
} from '@anden/contract'
import type { Db } from '../db/database.ts'
import type { StaffPrincipal } from '../http/admission/principal.ts'
import { byTime, type Router } from '../http/routing/router.ts'
import { requireClient } from '../identity/clients.ts'
import {
  balance,
  balancesLargestFirst,
  staffTransaction,
  totalBalance,
  transaction,
  transactionsWithBalance,
} from './queries.ts'
import { recordCreditNote, recordCreditSale, recordPayment, reverseEntry } from './record.ts'
import { transactionsOldestFirst } from './sheet-queries.ts'
import { accountSheet, balancesSheet } from './sheets.ts'

const read = 'staff:read'
const write = 'staff:account'

export function accountBackoffice(backoffice: Router<StaffPrincipal>, db: Db, today: () => string) {
  backoffice.list(
    '/balances',
    {
      summary: 'Balances of all clients, the largest debt first',
      description: 'Clients without any entry in their account are left out: nothing is owed.',
      scope: read,
      filters: {},
      item: ClientBalance,
      sheet: balancesSheet,
      sortKey: ({ saldo, client_id }: ClientBalance) => [saldo, client_id],
    },
    ({ page }) => balancesLargestFirst(page),
  )

  backoffice.row(
    '/balances/total',
    { summary: 'The sum of the balances of all clients', scope: read, reply: Balance },
    () => totalBalance,
  )

  backoffice.get(
    '/clients/:id/balance',
    { summary: 'The balance of a client', scope: read, reply: Balance, problems: ['clients/not-found'] },
    async ({ params }) => {
      await requireClient(db, params.id)
      return db.one(balance(params.id))
    },
  )

  const entries = {
    scope: read,
    filters: TransactionFilters,
    sortKey: byTime,
    shape: transaction,
    before: ({ params }: { params: { id: string } }) => requireClient(db, params.id),
    problems: ['clients/not-found'],
  } as const

  backoffice.list(
    '/clients/:id/transactions',
    {
      ...entries,
      summary: 'Account transactions of a client, newest first',
      item: StaffTransaction,
      shape: staffTransaction,
    },
    ({ params, query, page }) => transactionsWithBalance(params.id, query, page),
  )

  backoffice.sheet(
    '/clients/:id/transactions',
    {
      ...entries,
      summary: 'Account transactions of a client with the balance after each, oldest first',
      sheet: accountSheet,
    },
    ({ params, query, page }) => transactionsOldestFirst(params.id, query, page),
  )

  const recorded = { scope: write, reply: AccountTransaction, problems: ['clients/not-found'] } as const

  backoffice.post(
    '/payments',
    { ...recorded, summary: 'Record a payment', body: NewPayment },
    ({ tx, by, body }) => recordPayment(tx, by, body, today()),
  )
  backoffice.post(
    '/credit-sales',
    { ...recorded, summary: 'Record a credit sale', body: NewCreditSale },
    ({ tx, by, body }) => recordCreditSale(tx, by, body),
  )
  backoffice.post(
    '/credit-notes',
    {
      ...recorded,
      summary: 'Issue a credit note',
      body: NewCreditNote,
      problems: [...recorded.problems, 'account/duplicate-number'],
    },
    ({ tx, by, body }) => recordCreditNote(tx, by, body),
  )

  backoffice.post(
    '/transactions/:transaction_id/reverse',
    {
      summary: 'Reverse a wrong entry',
      description: 'Adds the opposite entry; entries are never edited. An entry can be reversed only once.',
      scope: write,
      body: ReverseTransaction,
      reply: AccountTransaction,
      problems: ['transactions/not-found', 'account/already-reversed'],
    },
    ({ tx, by, params, body }) => reverseEntry(tx, by, params.transaction_id, body.reason),
  )
}
