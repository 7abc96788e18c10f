// Attempts to sign in: their limits, and their entries in the audit log. Failed attempts are limited per account and per network. An attempt is counted before it is made, so that concurrent ones
// count too, and released unless its secret proves wrong. Accounts are counted by the address that was typed, whether or not it exists.

import { createHash } from 'node:crypto'
import type { RecordedAction } from '@anden/contract/values'
import type { FastifyRequest } from 'fastify'
import { recordAudit } from '../../audit/record.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { limitExceeded, networkOf } from '../../http/admission/admit.ts'
import type { Window } from '../../http/admission/limits/limiter.ts'
import { actorOf } from './authenticate.ts'

const quarterHourMs = 900_000
const perAccount: Window = { tier: 'auth', limit: 10, windowMs: quarterHourMs }
/** Higher, because a whole office may share one address. */
const perNetwork: Window = { tier: 'auth', limit: 50, windowMs: quarterHourMs }
/** Anyone can request a mail to any address. */
const mailsPerAccount: Window = { tier: 'auth', limit: 5, windowMs: 3_600_000 }
const mailsPerNetwork: Window = { tier: 'auth', limit: 20, windowMs: 3_600_000 }
const invitationsByStaff: Window = { tier: 'auth', limit: 100, windowMs: 3_600_000 }

type Counted = { subject: string; window: Window }

/** A released attempt does not count. */
export type Attempt = { release(): Promise<void> }

export function attemptLimits({ limiter }: Pick<Deps, 'limiter'>) {
  async function take(counted: readonly Counted[], refusal = 'Too many attempts.'): Promise<Attempt> {
    const taken: Counted[] = []
    const release = async () => {
      for (const { subject, window } of taken) await limiter.release(subject, [window])
    }
    for (const one of counted) {
      const decision = await limiter.take(one.subject, [one.window])
      if (!decision.admitted) {
        await release()
        throw limitExceeded(decision, refusal)
      }
      taken.push(one)
    }
    return { release }
  }

  return {
    /** An attempt with a password, a code or a link; null: the account is not known. */
    guess: (address: string, account: string | null) =>
      take([
        { subject: `guesses from ${networkOf(address)}`, window: perNetwork },
        ...(account === null ? [] : [{ subject: `guesses at ${nameOf(account)}`, window: perAccount }]),
      ]),
    mail: (address: string, account: string) =>
      take([{ subject: `mails asked from ${networkOf(address)}`, window: mailsPerNetwork }, mailTo(account)]),
    /** Mails on behalf of a client or the staff, who are known, so that their network does not matter. */
    invitationByClient: (account: string) => take([mailTo(account)], tooManyInvitations),
    invitationByStaff: (account: string) =>
      take(
        [{ subject: 'invitations by staff', window: invitationsByStaff }, mailTo(account)],
        tooManyInvitations,
      ),
  }
}

const tooManyInvitations = 'Too many invitations.'

const mailTo = (account: string): Counted => ({
  subject: `mails to ${nameOf(account)}`,
  window: mailsPerAccount,
})

/** A hash has a fixed length, and keeps the address from Redis. */
const nameOf = (account: string) => createHash('sha256').update(account.toLowerCase()).digest('base64url')

export type Person = { id: string; email: string; client_id: string | null }

/** null: no known person. What was typed is not recorded: it may be a password in the wrong field. */
export async function recordSignIn(
  tx: Transaction,
  request: FastifyRequest,
  person: Person | null,
  action: RecordedAction,
) {
  const by = { actor: person ? actorOf(person) : 'anonymous', requestId: request.id }
  recordAudit(tx, by, {
    clientId: person?.client_id ?? null,
    action,
    subjectId: person?.id ?? null,
    after: { address: request.ip },
  })
}
