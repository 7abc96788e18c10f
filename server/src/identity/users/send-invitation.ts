// Inviting a user over the API. Invitations are limited as mails that anyone can request are: an administrator can have
// them sent to any address, again and again if the user is removed in between.
import type { Deps } from '../../app/deps.ts'
import type { Author } from '../../author.ts'
import type { Transaction } from '../../db/transaction.ts'
import { attemptLimits } from '../sessions/attempts.ts'
import { addUser, type NewPerson } from './manage.ts'
import type { UserRow } from './queries.ts'

export function invitations({ limiter, secrets, baseUrl }: Pick<Deps, 'limiter' | 'secrets' | 'baseUrl'>) {
  const limits = attemptLimits({ limiter })
  /** `inviter`: the client or the staff. */
  return async (tx: Transaction, by: Author, inviter: string, person: NewPerson): Promise<UserRow> => {
    const mail = await limits.invitation(inviter, person.email)
    try {
      return (await addUser(tx, by, person, { secrets, baseUrl: baseUrl() })).user
    } catch (error) {
      await mail.release()
      throw error
    }
  }
}
