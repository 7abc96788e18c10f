// Books are entered and closed by administrators. The first one can come from the settings, in which a CAI was configured before
// there were books.
import {
  type FieldFault,
  fault,
  type NewRemitoBook,
  type RemitoBook,
  type RemitoBookChange,
} from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../../audit/record.ts'
import type { Config } from '../../config/settings.ts'
import type { Db } from '../../db/database.ts'
import { inOrder, type Transaction } from '../../db/transaction.ts'
import type { Author } from '../../deps.ts'
import { problem, refuseBody, refuseMember, throwProblem } from '../../problem.ts'
import {
  closeBookNow,
  hasBooks,
  insertBook,
  lockBook,
  lockNumbering,
  type TakenNumbers,
  takenNumbers,
} from './queries.ts'

const lastPossibleNumber = 99_999_999

export async function enterBook(
  tx: Transaction,
  by: Author,
  given: NewRemitoBook,
  today: string,
): Promise<RemitoBook> {
  refuseBody(fieldErrors(given, today))
  const [, taken] = await inOrder([tx.run(lockNumbering), tx.one(takenNumbers(given))])
  requireFree(given, taken)
  return makeBook(tx, by, given, today)
}

function fieldErrors({ from, to, cai_expires_on }: NewRemitoBook, today: string): FieldFault[] {
  return [
    ...(to < from ? [{ pointer: '/to', ...fault('below_first_number', { from }) }] : []),
    ...(cai_expires_on < today ? [{ pointer: '/cai_expires_on', ...fault('day_is_past', { today }) }] : []),
  ]
}

function requireFree({ point_of_sale, from }: NewRemitoBook, { book, issued }: TakenNumbers) {
  if (book) {
    const { first_number, last_number, cai } = book
    throw problem('remitos/book-overlap', {
      detail: `The numbers ${first_number} to ${last_number} of the point of sale ${point_of_sale} are in the book with the CAI ${cai}.`,
    })
  }
  if (issued >= from) {
    throw problem('remitos/book-overlap', {
      detail: `The numbers up to ${issued} of the point of sale ${point_of_sale} were issued before there were books.`,
    })
  }
}

async function makeBook(
  tx: Transaction,
  by: Author,
  given: NewRemitoBook,
  today: string,
): Promise<RemitoBook> {
  const book = await tx.one(insertBook(uuidv7(), given, today))
  recordAudit(tx, by, { clientId: null, action: 'remito-books.create', subjectId: book.id, after: book })
  return book
}

/** Closing a book twice changes nothing. */
export async function closeBook(
  tx: Transaction,
  by: Author,
  id: string,
  { closed }: RemitoBookChange,
  today: string,
): Promise<RemitoBook> {
  if (!closed) refuseMember('/closed', fault('not_one_of', { allowed: ['true'] }))
  const before = (await tx.maybeOne(lockBook(id, today))) ?? throwProblem('remitos/book-not-found')
  if (before.status === 'closed') return before
  const after = await tx.one(closeBookNow(id, today))
  recordAudit(tx, by, { clientId: null, action: 'remito-books.close', subjectId: id, before, after })
  return after
}

/** The book that a start has made of the settings, or why it has made none. */
export type FirstBook = { made: RemitoBook } | { refused: string } | null

/** null: no CAI is set, or there is a book. The settings count for nothing then. */
export async function firstBookOfSettings(
  db: Db,
  { remitoCai, remitoPointOfSale }: Pick<Config, 'remitoCai' | 'remitoPointOfSale'>,
  today: string,
): Promise<FirstBook> {
  const { number: cai, expiresOn: cai_expires_on, upTo } = remitoCai
  if (cai === null || cai_expires_on === null || (await db.one(hasBooks)).found) return null
  const to = upTo ?? lastPossibleNumber
  return db.transaction(async (tx) => {
    const [, { found }, { issued }] = await inOrder([
      tx.run(lockNumbering),
      tx.one(hasBooks),
      tx.one(takenNumbers({ point_of_sale: remitoPointOfSale, from: 1, to })),
    ])
    if (found) return null
    // Otherwise no order could be approved after an upgrade, where egresos were issued without a CAI before.
    if (cai_expires_on < today) return { refused: `REMITO_CAI expired on ${cai_expires_on}` }
    if (issued >= to) return { refused: `REMITO_CAI_UP_TO is ${to}, and ${issued} was issued` }
    const book = { point_of_sale: remitoPointOfSale, from: issued + 1, to, cai, cai_expires_on }
    return { made: await makeBook(tx, { actor: 'settings', requestId: 'start' }, book, today) }
  })
}
