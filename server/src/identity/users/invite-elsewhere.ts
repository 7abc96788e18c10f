// An administrator of a client invites an address that belongs to another client, or to the staff. The reply is that of any
// invitation, after the same work, and reveals nothing about the address. Its owner gets a mail that explains what happened.

import { recordAudit } from '../../audit/record.ts'
import type { Author } from '../../author.ts'
import type { Transaction } from '../../db/transaction.ts'
import { invitedElsewhereMail } from '../../mail/invited-elsewhere.ts'
import { enqueue } from '../../mail/queue.ts'
import { clientById } from '../queries.ts'
import { createLink, type LinkSettings } from './links.ts'
import { type NewPerson, newRowOf } from './manage.ts'
import { deleteVerifications, type UserRow, userAsIfInvited, userByEmail } from './queries.ts'

/** null: the address belongs to nobody, or to the client that invites, which knows its own users. */
export async function inviteElsewhere(
  tx: Transaction,
  by: Author,
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
