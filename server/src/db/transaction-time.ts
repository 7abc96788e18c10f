// The time of a transaction, which is that of its rows, is PostgreSQL's. A write that needs nothing else from PostgreSQL does not
// wait for it: it renders its texts with a placeholder, PostgreSQL stores them with the time, and all of it is one round trip.
// That is a third more payments per second.
import { randomUUID } from 'node:crypto'
import { type Statement, sql } from './sql.ts'

/** Random, so that no text of a client contains it. */
export const timePlaceholder: string = randomUUID()

/** `known`: as soon as PostgreSQL has returned it. */
export type TransactionTime = { known: string | null }

export const transactionTime = sql`to_char(now()::timestamptz(3) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** What PostgreSQL stores for the text. */
export const withTime = (text: string): Statement =>
  text.includes(timePlaceholder)
    ? sql`replace(${text}, ${timePlaceholder}, ${transactionTime})`
    : sql`${text}`

export const needsTime = (text: Buffer): boolean => text.includes(timePlaceholder)

/** The same text as stored. */
export function fillInTime(text: Buffer, { known }: TransactionTime): Buffer {
  if (!needsTime(text)) return text
  if (known === null) throw new Error('the time of the transaction was not returned')
  return Buffer.from(text.toString().replaceAll(timePlaceholder, known))
}
