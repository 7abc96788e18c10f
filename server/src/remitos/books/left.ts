// What is left of the books that can be used. The staff is warned before it is nothing, because then no egreso can be issued.
import type { Today } from '@anden/contract'
import type { Queryable } from '../../db/queryable.ts'
import { booksLeft } from './queries.ts'

const warnWithinDays = 15
const warnWithinNumbers = 100

type Left = Today['remito_books']
/** `cai`: of the book in use, or of the newest one if none can be used; null: there has never been a book. */
export type BooksLeft = Left & { cai: { number: string; expires_on: string } | null }

/** Days are until the last of the books expires; negative once it has. */
export async function leftInBooks(db: Queryable, today: string): Promise<BooksLeft> {
  const { active, newest } = await db.one(booksLeft(today))
  if (!newest) return { state: 'none', days_left: null, numbers_left: null, cai: null }
  const [inUse = newest] = active
  const days = (active.length > 0 ? active : [newest]).map(({ expires_on }) => daysUntil(expires_on, today))
  const sum = (books: typeof active) => books.reduce((total, { numbers }) => total + numbers, 0)
  // A book that expires soon counts for nothing: its numbers may not be used up by then.
  const lasting = sum(active.filter(({ expires_on }) => daysUntil(expires_on, today) > warnWithinDays))
  return {
    state: active.length === 0 ? 'stopped' : lasting <= warnWithinNumbers ? 'running_out' : 'enough',
    days_left: Math.max(...days),
    numbers_left: sum(active),
    cai: { number: inUse.cai, expires_on: inUse.expires_on },
  }
}

const daysUntil = (day: string, today: string) => (Date.parse(day) - Date.parse(today)) / 86_400_000
