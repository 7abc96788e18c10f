// The client's account. Entries are never edited: a wrong one is reversed, once, by an entry of the opposite amount.
import type { AccountTransaction, PaymentMethod, TransactionType } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../audit/record.ts'
import type { Author } from '../author.ts'
import type { Transaction } from '../db/transaction.ts'
import { type NewEvent, publish } from '../events/publish.ts'
import { problem, throwProblem } from '../problem.ts'
import { claimCreditNoteNumber, entryById, insertEntry } from './queries.ts'
import { entryId, transaction } from './transaction.ts'

type NewEntry = {
  client_id: string
  type: TransactionType
  amount: number
  payment_method: AccountTransaction['payment_method']
  description?: string | null
  number?: string | null
  reverses?: string | null
}

type Given = { client_id: string; amount: number; description?: string | null }

export const recordPayment = (
  tx: Transaction,
  by: Author,
  given: Given & { payment_method: PaymentMethod },
) => record(tx, by, { ...given, type: 'payment' })

export const recordCreditSale = (tx: Transaction, by: Author, given: Given) =>
  record(tx, by, { ...given, type: 'credit_sale', payment_method: 'fiado' })

export const recordCreditNote = (tx: Transaction, by: Author, given: Given & { number: string }) =>
  record(tx, by, { ...given, type: 'credit_note', payment_method: 'nota_credito' })

const alreadyReversed = { detail: 'This entry is already reversed.' }

export async function reverseEntry(tx: Transaction, by: Author, transactionId: string, reason: string) {
  const id = entryId(transactionId) ?? throwProblem('transactions/not-found')
  const entry = await tx.maybeOne(entryById(id))
  if (!entry || transaction(entry).id !== transactionId) throw problem('transactions/not-found')
  if (entry.reverses !== null) {
    throw problem('account/already-reversed', {
      detail: 'This entry is itself a reversal. If it was wrong, record the original entry again.',
    })
  }
  if (entry.reversed) throw problem('account/already-reversed', alreadyReversed)
  return record(tx, by, {
    client_id: entry.client_id,
    type: entry.type,
    amount: -entry.amount,
    payment_method: entry.payment_method,
    number: entry.number,
    description: reason,
    reverses: entry.id,
  })
}

async function record(tx: Transaction, by: Author, given: NewEntry): Promise<AccountTransaction> {
  const row = await tx.maybeOne(insertEntry({ ...given, id: uuidv7() }))
  if (!row && !given.reverses) throw problem('clients/not-found')
  // Of two concurrent reversals of an entry, the second inserts nothing.
  if (!row) throw problem('account/already-reversed', alreadyReversed)
  if (row.reverses === null && row.number !== null) await claimNumber(tx, given.client_id, row.number, row.id)
  const entry = transaction(row)
  if (row.reverses === null) publish(tx, eventsOf(given.client_id, entry))
  recordAudit(tx, by, {
    clientId: given.client_id,
    action: row.reverses === null ? `account.${row.type}` : 'account.reverse',
    subjectId: row.id,
    after: entry,
  })
  return entry
}

/** Of two concurrent credit notes with the same number, the insert accepts one. */
async function claimNumber(tx: Transaction, clientId: string, number: string, entryId: string) {
  if ((await tx.run(claimCreditNoteNumber(clientId, number, entryId))) > 0) return
  throw problem('account/duplicate-number', {
    detail: `This client already has a credit note with the number ${number}.`,
  })
}

function eventsOf(clientId: string, entry: AccountTransaction): NewEvent[] {
  if (entry.type === 'payment') return [{ clientId, type: 'payment.received', object: entry }]
  if (entry.type !== 'credit_note') return []
  const { id, number, amount, description, created_at } = entry
  const object = { id, number: number ?? '', amount, description, created_at }
  return [{ clientId, type: 'credit_note.issued', object }]
}
