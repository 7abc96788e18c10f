import fc from 'fast-check'
import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { verifySignature } from './sign.ts'

// Signed with a third-party library.
const { webhooks: stripe } = new Stripe('sk_test_unused')

const secret = `whsec_${'a1'.repeat(32)}`
const body = '{"id":"evt_1","name":"Ñandú"}'
const signedAt = 1_750_000_000

const signed = (by = secret, payload = body, timestamp = signedAt) =>
  stripe.generateTestHeaderString({ payload, secret: by, timestamp })
const resultOf = (header: string | undefined, nowSeconds = signedAt, of: string | Buffer = body) =>
  verifySignature(header, { secret, body: of, nowSeconds })
const good = signed()
const v1 = good.slice(good.indexOf('v1='))
const foreign = `v1=${'0'.repeat(64)}`

describe('verifySignature', () => {
  test("accepts what Stripe's client signs, as text and as bytes", () => {
    expect(resultOf(good)).toEqual({ valid: true })
    expect(resultOf(good, signedAt, Buffer.from(body))).toEqual({ valid: true })
  })

  test.each([
    ['the first of two', `t=${signedAt},${v1},${foreign}`],
    ['the second of two', `t=${signedAt},${foreign},${v1}`],
    ['beside an unknown scheme', `t=${signedAt},v2=xyz,${v1}`],
    ['with spaces after the commas', `t=${signedAt}, ${v1}`],
    ['before the timestamp', `${v1},t=${signedAt}`],
  ])('accepts a valid v1 that is %s', (_, header) => {
    expect(resultOf(header)).toEqual({ valid: true })
  })

  test.each([
    ['another secret', signed(`whsec_${'b2'.repeat(32)}`), 'no v1 is the HMAC'],
    ['another body', signed(secret, `${body} `), 'no v1 is the HMAC'],
    ['another timestamp', `t=${signedAt + 1},${v1}`, 'no v1 is the HMAC'],
    ['a timestamp with a leading zero', `t=0${signedAt},${v1}`, 'no t='],
    ['two timestamps', `t=${signedAt},t=${signedAt + 1},${v1}`, 'no t='],
    ['no time', v1, 'no t='],
    ['no v1', `t=${signedAt}`, 'no v1='],
    ['a truncated v1', `t=${signedAt},${v1.slice(0, -2)}`, 'no v1='],
    ['a v1 that is not hexadecimal', `t=${signedAt},v1=${'z'.repeat(64)}`, 'no v1='],
    ['the previous version', `t=${signedAt},${v1.replace('v1', 'v0')}`, 'no v1='],
    ['an empty header', '', 'no t='],
    ['no header', undefined, 'no Service-Signature'],
  ])('rejects %s', (_, header, reason) => {
    expect(resultOf(header)).toEqual({ valid: false, reason: expect.stringContaining(reason) })
  })

  test('accepts a timestamp up to 300 seconds off in either direction', () => {
    expect(resultOf(good, signedAt + 300).valid).toBe(true)
    expect(resultOf(good, signedAt - 300).valid).toBe(true)
    expect(resultOf(good, signedAt + 301)).toMatchObject({
      reason: expect.stringContaining('301 s in the past'),
    })
    expect(resultOf(good, signedAt - 301)).toMatchObject({
      reason: expect.stringContaining('301 s in the future'),
    })
  })

  test('never throws, and never accepts a random header', () => {
    const headers = fc.oneof(
      fc.string(),
      fc
        .array(fc.oneof(fc.constantFrom('t=', 'v1=', `t=${signedAt}`, foreign), fc.string()))
        .map((parts) => parts.join(',')),
    )
    fc.assert(fc.property(headers, (header) => !resultOf(header).valid))
  })
})
