// Adding, changing and removing people. A client, and the staff, always keep an administrator: whoever takes one away
// first locks all of them, so two at once cannot take the last two.

import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../../audit/record.ts'
import type { Author } from '../../author.ts'
import type { Transaction } from '../../db/pool.ts'
import { throwProblem } from '../../problem.ts'
import { requireClient } from '../require-client.ts'
import { invite } from './links.ts'
import {
  deleteUser,
  deleteVerifications,
  insertUser,
  lockAdministrators,
  type NewUserRow,
  type UserRow,
  updateUser,
  userById,
} from './queries.ts'

export type NewPerson = Omit<NewUserRow, 'id'>
export type PersonChange = Partial<Pick<UserRow, 'name' | 'role' | 'scopes'>>

/** They get an invitation by mail; gives its link back, too. */
export async function addUser(tx: Transaction, by: Author, given: NewPerson, baseUrl: string) {
  if (given.client_id !== null) await requireClient(tx, given.client_id)
  const email = given.email.toLowerCase()
  const user = await tx.maybeOne(insertUser({ ...given, id: uuidv7(), email, name: given.name.trim() }))
  if (!user) return throwProblem('users/duplicate-email')
  const link = await invite(tx, user, baseUrl)
  await recordAudit(tx, by, {
    clientId: user.client_id,
    action: 'users.invite',
    subjectId: user.id,
    after: user,
  })
  return { user, link }
}

/** `clientId`: whose user it must be; undefined: anyone's. */
export async function changeUser(
  tx: Transaction,
  by: Author,
  { id, clientId }: { id: string; clientId?: string },
  change: PersonChange,
) {
  const before = await requireUser(tx, id, clientId)
  if (Object.keys(change).length === 0) return before
  const wanted = { ...before, ...change }
  if (isAdministrator(before) && !isAdministrator(wanted)) await requireAnother(tx, before)
  const after = await tx.one(updateUser(wanted))
  await recordAudit(tx, by, {
    clientId: before.client_id,
    action: 'users.update',
    subjectId: id,
    before,
    after,
  })
  return after
}

/** Their sessions end with them. */
export async function removeUser(
  tx: Transaction,
  by: Author,
  { id, clientId }: { id: string; clientId?: string },
): Promise<void> {
  const before = await requireUser(tx, id, clientId)
  if (isAdministrator(before)) await requireAnother(tx, before)
  await tx.run(deleteVerifications(id))
  await tx.run(deleteUser(id))
  await recordAudit(tx, by, { clientId: before.client_id, action: 'users.remove', subjectId: id, before })
}

async function requireUser(tx: Transaction, id: string, clientId?: string): Promise<UserRow> {
  const user = await tx.maybeOne(userById(id))
  if (!user || (clientId !== undefined && user.client_id !== clientId)) return throwProblem('users/not-found')
  return user
}

const isAdministrator = ({ role, scopes }: Pick<UserRow, 'role' | 'scopes'>) =>
  role === 'administrator' || scopes.includes('staff:admin')

async function requireAnother(tx: Transaction, { id, client_id }: UserRow): Promise<void> {
  const administrators = await tx.rows(lockAdministrators(client_id))
  if (!administrators.some((one) => one.id !== id)) throwProblem('users/last-administrator')
}
