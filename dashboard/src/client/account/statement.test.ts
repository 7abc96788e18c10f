import type { Transaction } from '@anden/sdk'
import { describe, expect, it } from 'vitest'
import { statementOf } from './statement.ts'

const entry = (type: string, amount: number) => ({ type, amount }) as Transaction

describe('the statement of a month', () => {
  it('has the balance after each line, from the opening to the closing one', () => {
    const entries = [
      entry('credit_sale', 0.1),
      entry('credit_sale', 0.2),
      entry('payment', 100),
      entry('credit_note', 5),
    ]
    const { opening, lines } = statementOf(entries, 20.3)
    expect(opening).toBe(125)
    expect(lines.map(({ balance }) => balance)).toEqual([125.1, 125.3, 25.3, 20.3])
  })

  it('shows the reversal of a payment as a debit, and that of a credit sale as a credit', () => {
    const { lines } = statementOf([entry('payment', -40), entry('credit_sale', -15)], 0)
    expect(lines.map(({ debit, credit }) => [debit, credit])).toEqual([
      [40, 0],
      [0, 15],
    ])
  })

  it('has equal opening and closing balances in a month without entries', () => {
    expect(statementOf([], 12.34)).toEqual({ opening: 12.34, closing: 12.34, lines: [] })
  })
})
