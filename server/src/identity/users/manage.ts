// Adding, changing and removing users. A client, and the staff, always keep an administrator.

import type { User } from '@anden/contract'
import { fault } from '@anden/contract/values'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../../audit/record.ts'
import type { Queryable } from '../../db/queryable.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Author } from '../../deps.ts'
import type { SignedIn } from '../../http/admission/principal.ts'
import { enqueue } from '../../mail/queue.ts'
import { secondFactorResetMail } from '../../mail/second-factor-reset.ts'
import { refuseMember, throwProblem } from '../../problem.ts'
import { requireClient } from '../clients.ts'
import { deleteSessions } from '../sessions/queries.ts'
import { invite, type LinkSettings } from './links.ts'
import {
  administratorsOfStaff,
  deleteTwoFactor,
  deleteUser,
  deleteVerifications,
  insertUser,
  lockUserAndAdministrators,
  type NewUserRow,
  type UserRow,
  updateUser,
  userById,
} from './queries.ts'

export type NewPerson = Omit<NewUserRow, 'id' | 'invited_by'>
export type PersonChange = Partial<Pick<UserRow, 'name' | 'role' | 'scopes'>>

/** Who acts, and who that is if it is a person who is signed in. */
export type ByPerson = Author & { user: Pick<SignedIn, 'id' | 'name'> | null }

/** The user gets an invitation by mail, which names who invites. Its link is returned, too. */
export async function addUser(tx: Transaction, by: ByPerson, given: NewPerson, settings: LinkSettings) {
  if (given.client_id !== null) await requireClient(tx, given.client_id)
  const user = await tx.maybeOne(insertUser({ ...newRowOf(given), invited_by: by.user?.name ?? null }))
  if (!user) return throwProblem('users/duplicate-email')
  const link = await invite(tx, user, settings)
  recordAudit(tx, by, {
    clientId: user.client_id,
    action: 'users.invite',
    subjectId: user.id,
    after: user,
  })
  return { user, link }
}

export const newRowOf = (given: NewPerson): NewUserRow => ({
  ...given,
  id: uuidv7(),
  email: given.email.toLowerCase(),
})

/** `clientId`: the client that the user must belong to; undefined: any, or the staff. */
type UserOf = { id: string; clientId?: string }

export async function changeUser(tx: Transaction, by: Author, which: UserOf, change: PersonChange) {
  const { user: before, hasOtherAdministrator } = await lockUser(tx, which)
  if (Object.keys(change).length === 0) return before
  refuseForeignMembers(before, change)
  const wanted = { ...before, ...change }
  if (isAdministrator(before) && !isAdministrator(wanted) && !hasOtherAdministrator)
    throwProblem('users/last-administrator')
  const after = await tx.one(updateUser(wanted))
  recordAudit(tx, by, {
    clientId: before.client_id,
    action: 'users.update',
    subjectId: before.id,
    before,
    after,
  })
  return after
}

/** The user's sessions end at once. */
export async function removeUser(tx: Transaction, by: Author, which: UserOf): Promise<void> {
  const { user, hasOtherAdministrator } = await lockUser(tx, which)
  if (isAdministrator(user) && !hasOtherAdministrator) throwProblem('users/last-administrator')
  await tx.run(deleteVerifications(user.id))
  await tx.run(deleteUser(user.id))
  recordAudit(tx, by, {
    clientId: user.client_id,
    action: 'users.remove',
    subjectId: user.id,
    before: user,
  })
}

// Of the route of each API.
export const resetSecondFactorText =
  "For somebody who has lost the authenticator and the recovery codes. The user's sessions end, and a mail tells the user. Your own second factor is turned off with your password, in the profile."
export const resetProblems = ['users/not-found', 'users/no-second-factor', 'users/own-second-factor'] as const

/**
 * For somebody who has lost the authenticator and the recovery codes. All sessions of the person end, because whoever has the
 * phone may have one of them, too. Nobody resets their own: a session that somebody left open would be enough for that.
 */
export async function resetSecondFactor(tx: Transaction, by: ByPerson, which: UserOf) {
  const { user: before } = await lockUser(tx, which)
  if (before.id === by.user?.id) throwProblem('users/own-second-factor')
  if (!before.two_factor_enabled) throwProblem('users/no-second-factor')
  await tx.run(deleteTwoFactor(before.id))
  await tx.run(deleteSessions(before.id))
  const after = await tx.one(userById(before.id))
  const { email: to, name } = after
  await enqueue(tx, 'mail', secondFactorResetMail({ to, name, by: by.user?.name ?? null }))
  recordAudit(tx, by, {
    clientId: before.client_id,
    action: 'users.reset-second-factor',
    subjectId: before.id,
    before,
    after,
  })
  return after
}

/** Locks the user, and the other administrators, so that the last one cannot be removed meanwhile. */
async function lockUser(tx: Transaction, { id, clientId }: UserOf) {
  const found = await tx.maybeOne(userById(id))
  if (!found || (clientId !== undefined && found.client_id !== clientId))
    return throwProblem('users/not-found')
  const locked = await tx.rows(lockUserAndAdministrators(found.client_id, id))
  const user = locked.find((one) => one.id === id) ?? throwProblem('users/not-found')
  const hasOtherAdministrator = locked.some((one) => one.id !== id && isAdministrator(one))
  return { user, hasOtherAdministrator }
}

/** Users of a client have a role, the staff have scopes. */
function refuseForeignMembers({ client_id }: UserRow, { role, scopes }: PersonChange): void {
  if (client_id === null && role !== undefined) refuseMember('/role', fault('role_only_for_clients'))
  if (client_id !== null && scopes !== undefined) refuseMember('/scopes', fault('scopes_only_for_staff'))
}

const isAdministrator = ({ role, scopes }: Pick<UserRow, 'role' | 'scopes'>) =>
  role === 'administrator' || scopes.includes('staff:admin')

/** The recipients of notices about the installation. */
export const staffAdministrators = (db: Queryable) => db.rows(administratorsOfStaff())

/** A user of a client, without what only the staff have. */
export const ownView = ({
  client_id: _client,
  client_name: _name,
  scopes: _scopes,
  ...user
}: UserRow): User => user
