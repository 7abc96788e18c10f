// The client's account. Entries are never edited: a wrong one is reversed, once, by an entry of the opposite amount.
import { type AccountTransaction, fault, type PaymentMethod, type TransactionType } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../audit/record.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { type NewEvent, publish } from '../events/publish.ts'
import { problem, refuseMember, throwProblem } from '../problem.ts'
import { entryById, entryId, insertCreditNoteNumber, insertEntry, transaction } from './queries.ts'

type NewEntry = {
  client_id: string
  type: TransactionType
  amount: number
  payment_method: AccountTransaction['payment_method']
  description?: string | null
  number?: string | null
  reverses?: string | null
  paid_on?: string | null
}

type Given = { client_id: string; amount: number; description?: string | null }

/** Earlier days are typing errors. */
const firstPaymentDay = '2000-01-01'

/** `today` is the day of the warehouse, on which a payment was made unless an earlier day is given. */
export function recordPayment(
  tx: Transaction,
  by: Author,
  given: Given & { payment_method: PaymentMethod; paid_on?: string | null },
  today: string,
) {
  const paid_on = given.paid_on ?? today
  if (paid_on < firstPaymentDay || paid_on > today)
    refuseMember('/paid_on', fault('day_out_of_range', { first: firstPaymentDay, last: today }))
  return record(tx, by, { ...given, type: 'payment', paid_on })
}

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
    paid_on: entry.paid_on,
  })
}

/** All of it is sent at once, with the commit: what does not exist or must not exist twice, PostgreSQL finds itself. */
async function record(tx: Transaction, by: Author, given: NewEntry): Promise<AccountTransaction> {
  const {
    client_id,
    type,
    amount,
    payment_method,
    number = null,
    description = null,
    reverses = null,
    paid_on = null,
  } = given
  const row = { id: uuidv7(), type, amount, payment_method, number, description, reverses, paid_on }
  const causeOf = refusalOf(number)
  tx.pipeline(insertEntry({ ...row, client_id }), { causeOf })
  if (reverses === null && number !== null)
    tx.pipeline(insertCreditNoteNumber(client_id, number, row.id), { causeOf })
  const entry = transaction({ ...row, created_at: tx.time })
  if (reverses === null) publish(tx, eventsOf(client_id, entry))
  recordAudit(tx, by, {
    clientId: client_id,
    action: reverses === null ? `account.${type}` : 'account.reverse',
    subjectId: row.id,
    after: entry,
  })
  return entry
}

/** What PostgreSQL refuses, as the problem of the response. */
const refusalOf =
  (number: string | null) =>
  (error: unknown): unknown => {
    switch ((error as { constraint?: string }).constraint) {
      case 'account_entries_client_id_fkey':
        return problem('clients/not-found')
      case 'account_entries_reverses_key':
        return problem('account/already-reversed', alreadyReversed)
      case 'credit_note_numbers_pkey':
        return problem('account/duplicate-number', {
          detail: `This client already has a credit note with the number ${number}.`,
        })
      default:
        return error
    }
  }

function eventsOf(clientId: string, entry: AccountTransaction): NewEvent[] {
  if (entry.type === 'payment') return [{ clientId, type: 'payment.received', object: entry }]
  if (entry.type !== 'credit_note') return []
  const { id, number, amount, description, created_at } = entry
  const object = { id, number: number ?? '', amount, description, created_at }
  return [{ clientId, type: 'credit_note.issued', object }]
}
