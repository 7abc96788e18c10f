// The second factor: codes of an authenticator, and recovery codes. The library accepts a code of an authenticator for 90 seconds, any number of times. So each code is recorded per person
// before it is checked, and a recorded one is rejected.
import { createHash, createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../../db/transaction.ts'
import { challengeCookie, cookieNamed } from '../../http/admission/origins.ts'
import { tokenOf } from './cookie.ts'
import { deleteOldCodes, insertUsedCode } from './queries.ts'

/** Of two concurrent requests with the same code, the second waits for the first, and gets false. */
export async function isFirstUse(tx: Transaction, userId: string, code: string): Promise<boolean> {
  await tx.run(deleteOldCodes(userId))
  return (await tx.run(insertUsedCode(userId, code))) > 0
}

/** The identifier of the sign-in that waits for its second factor, as the library stores it; null: there is none. */
export function challengeIdentifier(request: FastifyRequest, baseUrl: string, secret: string): string | null {
  const cookie = cookieNamed(request.headers.cookie, challengeCookie(baseUrl))
  const identifier = cookie === null ? null : tokenOf(secret, cookie)
  return identifier === null ? null : createHash('sha256').update(identifier).digest('base64url')
}

// Recovery codes are stored as keyed hashes. The sign-in library compares codes as text and stores whatever list it is
// given, so it gets hashes in place of codes: when it stores them, and when one is entered.
const prefix = 'hmac-sha256:'

export function recoveryCodes(secret: string) {
  const hash = (code: string) =>
    prefix + createHmac('sha256', secret).update(`recovery code ${code}`).digest('base64url')
  return {
    hash,
    /** After a code was used, the library stores the rest of the list, which is hashed already. */
    store: {
      encrypt: async (list: string) =>
        JSON.stringify(
          (JSON.parse(list) as string[]).map((code) => (code.startsWith(prefix) ? code : hash(code))),
        ),
      decrypt: async (stored: string) => stored,
    },
  }
}
