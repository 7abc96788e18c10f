import fc from 'fast-check'
import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { verifySignature } from './verify.ts'

// Signed with a library that others wrote.
const { webhooks: stripe } = new Stripe('sk_test_unused')

const secret = `whsec_${'a1'.repeat(32)}`
const body = '{"id":"evt_1","name":"Ñandú"}'
const signedAt = 1_750_000_000

const signed = (by = secret, payload = body, timestamp = signedAt) =>
  stripe.generateTestHeaderString({ payload, secret: by, timestamp })
const verdict = (header: string | undefined, nowSeconds = signedAt, of: string | Buffer = body) =>
  verifySignature(header, { secret, body: of, nowSeconds })
const good = signed()
const v1 = good.slice(good.indexOf('v1='))
const strange = `v1=${'0'.repeat(64)}`

describe('verifySignature', () => {
  test("holds for what Stripe's client signs, as text and as bytes", () => {
    expect(verdict(good)).toEqual({ valid: true })
    expect(verdict(good, signedAt, Buffer.from(body))).toEqual({ valid: true })
  })

  test.each([
    ['the first of two', `t=${signedAt},${v1},${strange}`],
    ['the second of two', `t=${signedAt},${strange},${v1}`],
    ['beside a scheme to come', `t=${signedAt},v2=xyz,${v1}`],
    ['with spaces after the commas', `t=${signedAt}, ${v1}`],
    ['before the time', `${v1},t=${signedAt}`],
  ])('holds where a v1 is %s', (_, header) => {
    expect(verdict(header)).toEqual({ valid: true })
  })

  test.each([
    ['another secret', signed(`whsec_${'b2'.repeat(32)}`), 'no v1 is the HMAC'],
    ['another body', signed(secret, `${body} `), 'no v1 is the HMAC'],
    ['another time', `t=${signedAt + 1},${v1}`, 'no v1 is the HMAC'],
    ['a time written otherwise', `t=0${signedAt},${v1}`, 'no t='],
    ['two times', `t=${signedAt},t=${signedAt + 1},${v1}`, 'no t='],
    ['no time', v1, 'no t='],
    ['no v1', `t=${signedAt}`, 'no v1='],
    ['a v1 cut short', `t=${signedAt},${v1.slice(0, -2)}`, 'no v1='],
    ['a v1 that is not hexadecimal', `t=${signedAt},v1=${'z'.repeat(64)}`, 'no v1='],
    ['the version that came before', `t=${signedAt},${v1.replace('v1', 'v0')}`, 'no v1='],
    ['nothing in the header', '', 'no t='],
    ['no header', undefined, 'no Service-Signature'],
  ])('does not hold with %s', (_, header, reason) => {
    expect(verdict(header)).toEqual({ valid: false, reason: expect.stringContaining(reason) })
  })

  test('holds up to 300 seconds either way, and not a second more', () => {
    expect(verdict(good, signedAt + 300).valid).toBe(true)
    expect(verdict(good, signedAt - 300).valid).toBe(true)
    expect(verdict(good, signedAt + 301)).toMatchObject({
      reason: expect.stringContaining('301 s in the past'),
    })
    expect(verdict(good, signedAt - 301)).toMatchObject({
      reason: expect.stringContaining('301 s in the future'),
    })
  })

  test('never throws, and never holds by chance', () => {
    const headers = fc.oneof(
      fc.string(),
      fc
        .array(fc.oneof(fc.constantFrom('t=', 'v1=', `t=${signedAt}`, strange), fc.string()))
        .map((parts) => parts.join(',')),
    )
    fc.assert(fc.property(headers, (header) => !verdict(header).valid))
  })
})
