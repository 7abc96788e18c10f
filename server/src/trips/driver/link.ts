// The link with which a driver opens a trip on a phone, without an account. Its token has 128 random bits, in hexadecimal digits:
// no program through which it is sent takes them for markup, or leaves out the last ones. Only its hash is stored.
import { hash, randomBytes } from 'node:crypto'
import { recordAudit } from '../../audit/record.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Author } from '../../deps.ts'
import { throwProblem } from '../../problem.ts'
import { lockTrip } from '../queries.ts'
import { replaceLink } from './queries.ts'

const tokenBytes = 16

export const linkPath = (token: string) => `/t/${token}`

/** null: this cannot be a token, so nothing has to be looked up. */
export const hashOfToken = (token: string): Buffer | null =>
  /^[\da-f]{32}$/.test(token) ? hash('sha256', token, 'buffer') : null

/** The trip is locked, so that what its driver is reporting with the link before comes first, or is refused. */
export async function makeDriverLink(
  tx: Transaction,
  by: Author,
  tripId: string,
  baseUrl: string,
): Promise<{ url: string }> {
  const { number } = (await tx.maybeOne(lockTrip(tripId))) ?? throwProblem('trips/not-found')
  const token = randomBytes(tokenBytes).toString('hex')
  tx.pipeline(replaceLink(tripId, hash('sha256', token, 'buffer')))
  recordAudit(tx, by, {
    clientId: null,
    action: 'trips.driver-link',
    subjectId: tripId,
    after: { number },
  })
  return { url: baseUrl + linkPath(token) }
}
