// What every link that opens without an account has in common: the headers of what is below it, and the limits. Whoever tries tokens
// is limited by address, which never refuses one that exists.
import type { ProblemCode } from '@anden/contract'
import type { FastifyRequest } from 'fastify'
import { problem } from '../../problem.ts'
import { limitExceeded, networkOf } from './admit.ts'
import type { Limiter, Window } from './limits/limiter.ts'

const minuteMs = 60_000
const unknownLinks: Window = { tier: 'auth', limit: 60, windowMs: minuteMs }

export const linkHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

export function linkLimits({ limiter }: { limiter: Limiter }) {
  return {
    /** Whatever the token looks like, the answer is the same. */
    async refuseUnknown({ ip }: FastifyRequest, code: ProblemCode): Promise<never> {
      const decision = await limiter.take(`unknown links from ${networkOf(ip)}`, [unknownLinks])
      if (!decision.admitted)
        throw limitExceeded(decision, 'Too many requests with unknown links from your address.')
      throw problem(code)
    },
    /** `subject` names what the link opens; it is never the token. */
    async admit(subject: string, perMinute: number, what: string): Promise<void> {
      const window: Window = { tier: 'burst', limit: perMinute, windowMs: minuteMs }
      const decision = await limiter.take(subject, [window])
      if (!decision.admitted) throw limitExceeded(decision, `${what} ${perMinute} times per minute.`)
    },
  }
}
