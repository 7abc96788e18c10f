// The background jobs that mail links. The mail is composed when it is sent, so that no token is in the queue.
import type { Secrets } from '../../config/secrets.ts'
import type { Db } from '../../db/database.ts'
import { enqueue, type Jobs } from '../../mail/queue.ts'
import { invitationMail, resetMail } from '../../mail/texts.ts'
import type { Mail } from '../../mail/transport.ts'
import { createLink, linkUrl, validHours } from './links.ts'
import { personOfLink, userByEmail } from './queries.ts'

type LinkJobs = { db: Db; secrets: Pick<Secrets, 'cursorKey'> }
/** `warehouse`: its name. */
type Mails = LinkJobs & { warehouse: string | null }

/** null: the link was used or replaced in the meantime, has expired, or its user was removed. */
export async function mailOfLink(
  { db, secrets, warehouse }: Mails,
  { link_id, kind, base_url }: Jobs['sign-in-link'],
): Promise<Mail | null> {
  const person = await db.maybeOne(personOfLink(link_id))
  if (!person) return null
  const link = linkUrl({ secrets, baseUrl: base_url }, link_id, kind)
  const notice = { to: person.email, name: person.name, link, hours: validHours[kind] }
  if (kind === 'reset') return resetMail(notice)
  const { invited_by: invitedBy, client_name: client } = person
  return invitationMail({ ...notice, invitedBy, client, warehouse })
}

/** Earlier links stay valid: otherwise anyone could end an invitation by requesting a reset. */
export async function resetPasswordOf(
  { db, secrets }: LinkJobs,
  { email, base_url }: Jobs['password-reset'],
): Promise<void> {
  await db.transaction(async (tx) => {
    const user = await tx.maybeOne(userByEmail(email))
    if (!user) return
    const { mail } = await createLink(tx, user.id, 'reset', { secrets, baseUrl: base_url })
    await enqueue(tx, 'sign-in-link', mail)
  })
}
