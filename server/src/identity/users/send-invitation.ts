// Inviting a user over the API. Invitations are limited as mails that anyone can request are: an administrator can have
// them sent to any address, again and again if the user is removed in between.

import { recordAudit } from '../../audit/record.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { enqueue } from '../../mail/queue.ts'
import { invitedElsewhereMail } from '../../mail/texts.ts'
import { problem } from '../../problem.ts'
import { clientById } from '../queries.ts'
import { attemptLimits } from '../sessions/attempts.ts'
import { createLink, type LinkSettings } from './links.ts'
import { addUser, type ByPerson, type NewPerson, newRowOf } from './manage.ts'
import {
  countTryToInvite,
  deleteVerifications,
  type UserRow,
  userAsIfInvited,
  userByEmail,
} from './queries.ts'

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

    byClient: (tx: Transaction, by: ByPerson, person: NewPerson & { client_id: string }): Promise<UserRow> =>
      mailed(
        () => limits.invitationByClient(person.email),
        async () =>
          (await inviteElsewhere(tx, by, person, settings())) ??
          (await addUser(tx, by, person, settings())).user,
      ),

    byStaff: (tx: Transaction, by: ByPerson, person: NewPerson): Promise<UserRow> =>
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

// An administrator of a client invites an address that belongs to another client, or to the staff. The reply is that of any
// invitation, after the same work, and reveals nothing about the address. Its owner gets a mail that explains what happened.

/** null: the address belongs to nobody, or to the client that invites, which knows its own users. */
async function inviteElsewhere(
  tx: Transaction,
  by: ByPerson,
  given: NewPerson & { client_id: string },
  settings: LinkSettings,
): Promise<UserRow | null> {
  const owner = await tx.maybeOne(userByEmail(given.email))
  if (!owner || owner.client_id === given.client_id) return null
  const user = await tx.one(userAsIfInvited(newRowOf(given)))
  // As for any invited user. Nobody gets this link, and it would open nothing.
  await tx.run(deleteVerifications(user.id))
  await createLink(tx, user.id, 'invitation', settings)
  const client = await tx.one(clientById(given.client_id))
  await enqueue(tx, 'mail', invitedElsewhereMail({ to: owner.email, name: owner.name, inviter: client.name }))
  recordAudit(tx, by, {
    clientId: given.client_id,
    action: 'users.invite-elsewhere',
    subjectId: owner.id,
    after: { email: owner.email },
  })
  return user
}
