import { type AccountTransaction, type TransactionType, uuidPattern } from '@anden/contract'
import type { EntryRow } from './queries.ts'

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
