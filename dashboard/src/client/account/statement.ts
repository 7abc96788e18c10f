// The lines of a month, with the balance after each. Balances are computed backwards from the month's closing balance,
// which the service reports, so that the last line always agrees with it.
import type { Transaction } from '@anden/sdk'

export type StatementLine = Transaction & {
  /** The amount by which the entry raises the debt; 0 if it lowers it. */
  debit: number
  credit: number
  balance: number
}
export type Statement = { opening: number; closing: number; lines: StatementLine[] }

const cents = (amount: number) => Math.round(amount * 100)

/** The change of the debt in cents. Only a credit sale raises it; the reversal of an entry has a negative amount. */
function changeOf({ type, amount }: Transaction): number {
  return type === 'credit_sale' ? cents(amount) : -cents(amount)
}

export function statementOf(entries: readonly Transaction[], closing: number): Statement {
  const total = entries.reduce((sum, entry) => sum + changeOf(entry), 0)
  let balance = cents(closing) - total
  const opening = balance / 100
  const lines = entries.map((entry) => {
    const change = changeOf(entry)
    balance += change
    return {
      ...entry,
      debit: Math.max(0, change) / 100,
      credit: Math.max(0, -change) / 100,
      balance: balance / 100,
    }
  })
  return { opening, closing, lines }
}
