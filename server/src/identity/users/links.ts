// Links by which a person sets a password: an invitation, or a reset. Each is a random token of which the database
// keeps only a hash, under the name that the library gives to its own; it takes both in the same way, once.
import { createHash, randomBytes } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Deps } from '../../app/deps.ts'
import type { Transaction } from '../../db/pool.ts'
import { enqueue } from '../../jobs/queue.ts'
import { invitationMail, resetMail } from '../../mail/sign-in-links.ts'
import { deleteVerifications, insertVerification } from './queries.ts'

const invitationHours = 72

type Person = { id: string; email: string; name: string }

/** A new link by which this person sets a password; those from before end. */
export async function newPasswordLink(tx: Transaction, { id }: Person, baseUrl: string): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await tx.run(deleteVerifications(id))
  await tx.run(
    insertVerification({ id: uuidv7(), identifier: identifierOf(token), value: id, hours: invitationHours }),
  )
  return `${baseUrl}/welcome/${token}`
}

/** The link goes by mail, in the transaction that makes it. */
export async function invite(tx: Transaction, person: Person, baseUrl: string): Promise<string> {
  const link = await newPasswordLink(tx, person, baseUrl)
  await enqueue(
    tx,
    'mail',
    invitationMail({ to: person.email, name: person.name, link, hours: invitationHours }),
  )
  return link
}

/** For the library, which has stored the token itself. After the #, the token reaches no server's log. */
export async function sendResetLink(
  { db, baseUrl }: Pick<Deps, 'db' | 'baseUrl'>,
  person: Person,
  token: string,
) {
  const link = `${baseUrl()}/forgot#token=${token}`
  await db.transaction((tx) => enqueue(tx, 'mail', resetMail({ to: person.email, name: person.name, link })))
}

/** What the library keeps of a token. */
export const identifierOf = (token: string) =>
  createHash('sha256').update(`reset-password:${token}`).digest('base64url')
