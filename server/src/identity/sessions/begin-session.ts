// A session that begins without the sign-in library: in the demo, and for somebody who has just chosen the first password.
import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { uuidv7 } from 'uuidv7'
import type { Transaction } from '../../db/transaction.ts'
import { sessionCookie } from '../../http/admission/origins.ts'
import { hashOf } from '../tokens.ts'
import { sessionPolicy, signedValue } from './cookie.ts'
import { insertSession } from './queries.ts'

type Signing = { secret: string; baseUrl: string }

/** Returns the cookie, in the library's format. */
export async function beginSession(
  tx: Transaction,
  request: FastifyRequest,
  userId: string,
  { secret, baseUrl }: Signing,
): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const maxSeconds = sessionPolicy.maxMs / 1000
  await tx.run(
    insertSession(userId, {
      id: uuidv7(),
      tokenHash: hashOf(token),
      maxSeconds,
      address: request.ip,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    }),
  )
  const secure = baseUrl.startsWith('https:') ? '; Secure' : ''
  return `${sessionCookie(baseUrl)}=${signedValue(secret, token)}; Max-Age=${maxSeconds}; Path=/; HttpOnly${secure}; SameSite=Lax`
}
