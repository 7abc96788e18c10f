// Checks once a day, and at each start, whether the CAI of the remitos runs out. If so, the administrators of the staff
// get one mail a day across any number of processes: the transaction that enqueues it also marks the day as done.

import { sql } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import { staffAdministrators } from '../identity/users/manage.ts'
import { enqueue } from '../mail/queue.ts'
import { caiWarningMail } from '../mail/texts.ts'
import { type Cai, type CaiRemainder, caiRemainder, runsOut } from '../remitos/cai.ts'

export type CaiWarning = CaiRemainder & { cai: string; expires_on: string; mails: number }

/** null: no CAI is configured, or it does not run out yet. */
export async function warnAboutCai(
  { db, remitoCai, remitoPointOfSale }: Pick<Deps, 'db' | 'remitoPointOfSale'> & { remitoCai: Cai | null },
  today: string,
): Promise<CaiWarning | null> {
  if (!remitoCai) return null
  const { number: cai, expiresOn } = remitoCai
  const left = await caiRemainder(db, remitoCai, remitoPointOfSale, today)
  if (!runsOut(left)) return null
  const mails = await db.transaction(async (tx) => {
    const people = await staffAdministrators(tx)
    // Without anybody to write to, the day stays open: the first administrator may be added later today.
    if (people.length === 0 || (await tx.run(markDone(today))) === 0) return 0
    for (const { email, name } of people) {
      await enqueue(tx, 'mail', caiWarningMail({ to: email, name, cai, expiresOn, ...left }))
    }
    return people.length
  })
  return { cai, expires_on: expiresOn, ...left, mails }
}

const markDone = (day: string) =>
  sql`insert into daily_runs (job, day) values ('remito-cai', ${day}) on conflict do nothing`
