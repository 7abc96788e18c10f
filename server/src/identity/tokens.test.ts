import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../tests/harness/service.ts'
import { createDb } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { authenticateClient } from './authenticate.ts'
import { hashOf, isWellFormed, newToken, prefixOf } from './tokens.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

describe('a token', () => {
  test('is its prefix, 40 random base62 characters and a checksum of 6', () => {
    for (const kind of ['pk_', 'pk_test_', 'sk_'] as const) {
      expect(newToken(kind)).toMatch(new RegExp(`^${kind}[0-9A-Za-z]{46}$`))
    }
    expect(prefixOf('pk_', 'pk_0123456789')).toBe('pk_0123456')
    expect(prefixOf('pk_test_', 'pk_test_0123456789')).toBe('pk_test_0123456')
  })

  test('is never issued twice', () => {
    const tokens = Array.from({ length: 1000 }, () => newToken('pk_'))
    expect(new Set(tokens).size).toBe(1000)
  })

  test('ends with the CRC-32 of the rest', () => {
    // The checksum is computed below by an independent implementation.
    expect(isWellFormed('pk_', `pk_${'0'.repeat(40)}${checkOf(`pk_${'0'.repeat(40)}`)}`)).toBe(true)
  })

  test('of the other kind is refused', () => {
    expect(isWellFormed('sk_', newToken('pk_'))).toBe(false)
    expect(isWellFormed('pk_', newToken('sk_'))).toBe(false)
  })
})

describe('a mistyped token is refused', () => {
  test('with any one character changed', () => {
    const token = newToken('pk_')
    for (let at = 0; at < token.length; at++) {
      for (const wrong of alphabet) {
        if (wrong === token[at]) continue
        expect(isWellFormed('pk_', token.slice(0, at) + wrong + token.slice(at + 1))).toBe(false)
      }
    }
  })

  test('with two adjacent characters swapped, one missing or one extra', () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 47 }), fc.constantFrom(...alphabet), (at, extra) => {
        const token = newToken('pk_')
        const swapped = token.slice(0, at) + token[at + 1] + token[at] + token.slice(at + 2)
        if (swapped !== token) expect(isWellFormed('pk_', swapped)).toBe(false)
        expect(isWellFormed('pk_', token.slice(0, at) + token.slice(at + 1))).toBe(false)
        expect(isWellFormed('pk_', token.slice(0, at) + extra + token.slice(at))).toBe(false)
      }),
    )
  })

  test('for any text', () => {
    fc.assert(fc.property(fc.string(), (text) => !isWellFormed('pk_', text)))
  })
})

describe('the database', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService()
  })
  afterAll(() => service.stop())

  test('stores the SHA-256 of a token and nothing it could be derived from', async () => {
    const { token, keyId } = await service.aClient()
    const row = await service.db.one(sql<Record<string, unknown>>`select * from api_keys where id = ${keyId}`)
    expect(row['token_hash']).toEqual(createHash('sha256').update(token).digest())
    expect(hashOf(token)).toEqual(row['token_hash'])
    expect(row['key_prefix']).toBe(token.slice(0, 10))
    expect(JSON.stringify(row)).not.toContain(token.slice(10))
  })

  test('is not queried for a mistyped token, so it may even be down', async () => {
    const db = createDb({ url: 'postgres://anden@127.0.0.1:1/anden' })
    const untouched = { touch: () => new Map() }
    const authenticate = authenticateClient({ ...service.deps, db }, untouched, untouched)
    const token = newToken('pk_')
    const typo = token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a')
    expect(await authenticate(typo, null)).toMatchObject({ rejected: { code: 'auth/invalid-key' } })
    await expect(authenticate(token, null)).rejects.toThrow('ECONNREFUSED')
    await db.close()
  })
})

/** Independent of the code under test: bit by bit, and with big integers. */
function checkOf(text: string): string {
  let crc = 0xff_ff_ff_ffn
  for (const byte of Buffer.from(text)) {
    crc ^= BigInt(byte)
    for (let bit = 0; bit < 8; bit++) crc = crc & 1n ? (crc >> 1n) ^ 0xed_b8_83_20n : crc >> 1n
  }
  let rest = crc ^ 0xff_ff_ff_ffn
  let check = ''
  for (let i = 0; i < 6; i++) {
    check = (alphabet[Number(rest % 62n)] ?? '') + check
    rest /= 62n
  }
  return check
}
