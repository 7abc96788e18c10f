// A request for a link to set a new password. It does the same work whether or not the account exists: the job that it
// enqueues looks for the account, and only the mailbox of its owner shows the difference.
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { enqueue } from '../../mail/queue.ts'
import { userByEmail } from '../users/queries.ts'
import { attemptLimits } from './attempts.ts'
import { requestReset } from './endpoints.ts'
import { recordSignIn } from './record.ts'

export function resetRequests({ db, limiter, baseUrl }: Pick<Deps, 'db' | 'limiter' | 'baseUrl'>) {
  const limits = attemptLimits({ limiter })
  return async (request: FastifyRequest, email: string) => {
    await limits.mail(request.ip, email)
    await db.transaction(async (tx) => {
      const person = (await tx.maybeOne(userByEmail(email))) ?? null
      await recordSignIn(tx, request, person, requestReset.action)
      await enqueue(tx, 'password-reset', { email, base_url: baseUrl() })
    })
    return { body: { status: true }, cookies: [] }
  }
}
