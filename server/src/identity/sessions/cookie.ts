// The session cookie: a random token and its signature, in the format of the library. The signature is checked first, so a
// forged cookie costs no lookup.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../config/secrets.ts'

/** How long a session lasts without use, and at most. */
export const sessionPolicy = { idleMs: 12 * 3_600_000, maxMs: 30 * 86_400_000 }

/**
 * Signs cookies and encrypts the secrets of authenticators. It is derived from the key that the database keeps sealed, and so
 * does not change when the secret key is rotated.
 */
export const librarySecret = ({ cursorKey }: Pick<Secrets, 'cursorKey'>) =>
  Buffer.from(hkdfSync('sha256', cursorKey, 'anden', 'session', 32)).toString('hex')

const signatureOf = (secret: string, token: string) => createHmac('sha256', secret).update(token).digest()

export const signedValue = (secret: string, token: string) =>
  encodeURIComponent(`${token}.${signatureOf(secret, token).toString('base64')}`)

/** The token of a genuine cookie, or null. */
export function tokenOf(secret: string, value: string): string | null {
  const text = decoded(value)
  const dot = text.lastIndexOf('.')
  if (dot < 1) return null
  const token = text.slice(0, dot)
  const given = Buffer.from(text.slice(dot + 1), 'base64')
  const expected = signatureOf(secret, token)
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
