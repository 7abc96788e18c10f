// Inviting a user over the API. Invitations are limited as mails that anyone can request are: an administrator can have
// them sent to any address, again and again if the user is removed in between.

import type { Author } from '../../author.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { problem } from '../../problem.ts'
import { attemptLimits } from '../sessions/attempts.ts'
import { inviteElsewhere } from './invite-elsewhere.ts'
import { addUser, type NewPerson } from './manage.ts'
import { countTryToInvite, type UserRow } from './queries.ts'

/** Enough to invite everybody on the first day, and too few to find out who has an account. */
const triesPerHour = 30

type Inviting = Pick<Deps, 'db' | 'limiter' | 'secrets' | 'baseUrl'>

export function invitations({ db, limiter, secrets, baseUrl }: Inviting) {
  const limits = attemptLimits({ limiter })
  const settings = () => ({ secrets, baseUrl: baseUrl() })

  return {
    /** Counts a client's try, whatever its outcome, and rejects it if there were too many. */
    async countTry(clientId: string): Promise<void> {
      const { tries, seconds_left } = await db.one(countTryToInvite(clientId))
      if (tries <= triesPerHour) return
      throw problem('rate-limit/exceeded', {
        detail: `Too many invitations. Try again in ${seconds_left} s.`,
        tier: 'auth',
        headers: { 'retry-after': String(seconds_left) },
      })
    },

    byClient: (tx: Transaction, by: Author, person: NewPerson & { client_id: string }): Promise<UserRow> =>
      mailed(
        () => limits.invitationByClient(person.email),
        async () =>
          (await inviteElsewhere(tx, by, person, settings())) ??
          (await addUser(tx, by, person, settings())).user,
      ),

    byStaff: (tx: Transaction, by: Author, person: NewPerson): Promise<UserRow> =>
      mailed(
        () => limits.invitationByStaff(person.email),
        async () => (await addUser(tx, by, person, settings())).user,
      ),
  }
}

/** A mail that is not sent does not count. */
async function mailed(
  count: () => Promise<{ release(): Promise<void> }>,
  send: () => Promise<UserRow>,
): Promise<UserRow> {
  const mail = await count()
  try {
    return await send()
  } catch (error) {
    await mail.release()
    throw error
  }
}
