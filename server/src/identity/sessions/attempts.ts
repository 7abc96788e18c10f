// Guesses are limited per account and per network. An attempt is counted before it is made, so that many at once see
// each other, and taken back when it succeeds. The account is counted by what was typed, whether or not it exists.
import { createHash } from 'node:crypto'
import type { Deps } from '../../app/deps.ts'
import { limitExceeded, networkOf } from '../../http/admission.ts'
import type { Window } from '../../http/limits/limiter.ts'

const quarterHourMs = 900_000
const perAccount: Window = { tier: 'auth', limit: 10, windowMs: quarterHourMs }
/** A whole office may share one address. */
const perNetwork: Window = { tier: 'auth', limit: 50, windowMs: quarterHourMs }
/** Mails that anyone may have sent to an address. */
const mailsPerAccount: Window = { tier: 'auth', limit: 5, windowMs: 3_600_000 }
const mailsPerNetwork: Window = { tier: 'auth', limit: 20, windowMs: 3_600_000 }

type Counted = { subject: string; window: Window }

export type Attempt = { succeeded(): Promise<void> }

export function attemptLimits({ limiter }: Pick<Deps, 'limiter'>) {
  async function take(counted: readonly Counted[]): Promise<Attempt> {
    const taken: Counted[] = []
    const takeBack = async () => {
      for (const { subject, window } of taken) await limiter.release(subject, [window])
    }
    for (const one of counted) {
      const verdict = await limiter.take(one.subject, [one.window])
      if (!verdict.admitted) {
        await takeBack()
        throw limitExceeded(verdict, 'Too many failed attempts.')
      }
      taken.push(one)
    }
    return { succeeded: takeBack }
  }

  return {
    /** A guess at the password, code or link of an account; null: no account is named. */
    guess: (address: string, account: string | null) =>
      take([
        { subject: `guesses from ${networkOf(address)}`, window: perNetwork },
        ...(account === null ? [] : [{ subject: `guesses at ${nameOf(account)}`, window: perAccount }]),
      ]),
    mail: (address: string, account: string) =>
      take([
        { subject: `mails asked from ${networkOf(address)}`, window: mailsPerNetwork },
        { subject: `mails to ${nameOf(account)}`, window: mailsPerAccount },
      ]),
  }
}

/** An address of any length, and never in clear in Redis. */
const nameOf = (account: string) => createHash('sha256').update(account.toLowerCase()).digest('base64url')
