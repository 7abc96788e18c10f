// What the library leaves open about codes of an authenticator: each stays valid for 90 seconds, and who has seen
// one could use it again. So a code is taken down, per person, before it is tried.
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../db/pool.ts'
import { cookieNamed } from '../../http/cookies.ts'
import { cookiePrefix } from '../../http/session-cookie.ts'
import { problem } from '../../problem.ts'
import { tokenOf } from './cookie.ts'
import { forgetUsedCodes, useCode } from './queries.ts'

/** One statement decides, so that of two requests with one code only one goes on. */
export async function requireUnusedCode(db: Db, userId: string, code: string): Promise<void> {
  await db.run(forgetUsedCodes(userId))
  if ((await db.run(useCode(userId, code))) === 0) throw problem('auth/invalid-code')
}

/** Under which the library keeps who waits for a second factor; null: nobody does. */
export function challengeIdentifier(request: FastifyRequest, baseUrl: string, secret: string): string | null {
  const cookie = cookieNamed(request.headers.cookie, `${cookiePrefix(baseUrl)}.two_factor`)
  const identifier = cookie === null ? null : tokenOf(secret, cookie)
  return identifier === null ? null : createHash('sha256').update(identifier).digest('base64url')
}
