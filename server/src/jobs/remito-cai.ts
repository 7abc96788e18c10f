// Checks once a day, and at each start, whether the books of remitos run out. If so, the administrators of the staff
// get one mail a day across any number of processes: the transaction that enqueues it also marks the day as done.

import { sql } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import { staffAdministrators } from '../identity/users/manage.ts'
import { enqueue } from '../mail/queue.ts'
import { caiWarningMail } from '../mail/texts.ts'
import { leftInBooks } from '../remitos/books/left.ts'

export type CaiWarning = {
  cai: string
  expires_on: string
  days: number
  numbers: number
  /** No egreso can be issued any more. */
  stopped: boolean
  mails: number
}

/** null: there are no books, or they do not run out yet. */
export async function warnAboutCai(
  { db, baseUrl }: Pick<Deps, 'db' | 'baseUrl'>,
  today: string,
): Promise<CaiWarning | null> {
  const { state, cai, days_left: days, numbers_left: numbers } = await leftInBooks(db, today)
  if (state === 'enough' || cai === null || days === null || numbers === null) return null
  const left = { days, numbers, stopped: state === 'stopped' }
  const mails = await db.transaction(async (tx) => {
    const people = await staffAdministrators(tx)
    // Without anybody to write to, the day stays open: the first administrator may be added later today.
    if (people.length === 0 || (await tx.run(markDone(today))) === 0) return 0
    for (const { email, name } of people) {
      const notice = { to: email, name, cai: cai.number, expiresOn: cai.expires_on, url: baseUrl(), ...left }
      await enqueue(tx, 'mail', caiWarningMail(notice))
    }
    return people.length
  })
  return { cai: cai.number, expires_on: cai.expires_on, ...left, mails }
}

const markDone = (day: string) =>
  sql`insert into daily_runs (job, day) values ('remito-cai', ${day}) on conflict do nothing`
