// Recovery codes are stored as keyed hashes. The sign-in library compares codes as text and stores whatever list it is
// given, so it gets hashes in place of codes: when it stores them, and when one is entered.
import { createHmac } from 'node:crypto'

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
