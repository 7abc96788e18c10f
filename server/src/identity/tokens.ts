// Tokens: a prefix, 40 random base62 characters, and a base62 CRC-32 of what precedes it, so that a mistyped
// key is refused without a lookup and secret scanners can recognise one. Only the SHA-256 is ever stored.
import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

export type TokenKind = 'pk_' | 'sk_'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 40
const checkLength = 6
const prefixLength = 10

export function newToken(kind: TokenKind): string {
  let body: string = kind
  for (let i = 0; i < randomLength; i++) body += alphabet[randomInt(alphabet.length)]
  return body + checkOf(body)
}

export function isWellFormed(kind: TokenKind, token: string): boolean {
  if (token.length !== kind.length + randomLength + checkLength || !token.startsWith(kind)) return false
  const body = token.slice(0, -checkLength)
  return token.endsWith(checkOf(body))
}

export function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

export function prefixOf(token: string): string {
  return token.slice(0, prefixLength)
}

function checkOf(body: string): string {
  let rest = crc32(body)
  let check = ''
  for (let i = 0; i < checkLength; i++) {
    check = alphabet[rest % alphabet.length] + check
    rest = Math.floor(rest / alphabet.length)
  }
  return check
}
