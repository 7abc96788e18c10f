// A token is a prefix, 40 random base62 characters, and a base62 CRC-32 of both. So a mistyped key is refused without a
// lookup, and secret scanners can recognise one. Only the SHA-256 is stored.
import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

export type TokenKind = 'pk_' | 'pk_test_' | 'sk_'

/** The kind of a token that is meant for the portal. */
export const portalKind = (token: string): 'pk_' | 'pk_test_' =>
  token.startsWith('pk_test_') ? 'pk_test_' : 'pk_'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 40
const checksumLength = 6
/** How much of the random part is shown. */
const shownLength = 7

export function newToken(kind: TokenKind): string {
  let body: string = kind
  for (let i = 0; i < randomLength; i++) body += alphabet[randomInt(alphabet.length)]
  return body + checksumOf(body)
}

export function isWellFormed(kind: TokenKind, token: string): boolean {
  if (token.length !== kind.length + randomLength + checksumLength || !token.startsWith(kind)) return false
  const body = token.slice(0, -checksumLength)
  return token.endsWith(checksumOf(body))
}

/** Why a token that is not well formed cannot be a key, as what to do about it. Its characters are not repeated. */
export function malformedText(kind: TokenKind, token: string): string {
  const length = kind.length + randomLength + checksumLength
  if (!token.startsWith(kind)) return `A key of this API starts with "${kind}" and has ${length} characters.`
  if (token.length < length)
    return `This key is cut off: it has ${token.length} characters, and a whole one has ${length}. Copy it again.`
  if (token.length > length)
    return `This key has ${token.length} characters, and a whole one has ${length}: something was copied along with it.`
  return 'This key was mistyped: its last characters do not match the others. Copy it again.'
}

export function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

export function prefixOf(kind: TokenKind, token: string): string {
  return token.slice(0, kind.length + shownLength)
}

function checksumOf(body: string): string {
  let rest = crc32(body)
  let checksum = ''
  for (let i = 0; i < checksumLength; i++) {
    checksum = alphabet[rest % alphabet.length] + checksum
    rest = Math.floor(rest / alphabet.length)
  }
  return checksum
}
