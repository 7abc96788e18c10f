import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { signatureHeaders, signingKey } from './sign.ts'

// Verified with third-party libraries: our own verifier would agree with our own mistakes.
const { webhooks: stripe } = new Stripe('sk_test_unused')

const secretOf = (digit: string) => `whsec_${digit.repeat(64)}`
const secret = 'whsec_5f0c6a1b9d3e47c28fa0e5b17d64c93a2be8f1057d9a4c3eb6820f7a1d5c9e34'
const old = secretOf('b')
const envelopeId = 'evt_0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10'
const body = '{"id":"evt_0199b1c2","data":{"object":{"name":"Ñandú 🍇 \\u0000"}}}'
const now = () => Math.floor(Date.now() / 1000)

function signed(previousSecret: string | null = null, of: string | Buffer = body, unixSeconds = now()) {
  const secrets = previousSecret === null ? [secret] : [secret, previousSecret]
  return signatureHeaders(secrets.map(signingKey), { envelopeId, body: of, unixSeconds })
}
const own = (headers: Record<string, string>) => headers['Service-Signature'] ?? ''

describe('signatureHeaders', () => {
  test('has the specified format', () => {
    const headers = signed(null, body, 1_750_000_000)
    expect(own(headers)).toMatch(/^t=1750000000,v1=[0-9a-f]{64}$/)
    expect(headers).toMatchObject({ 'webhook-id': envelopeId, 'webhook-timestamp': '1750000000' })
    expect(headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/)
  })

  test("verifies with Stripe's client and the whole secret", () => {
    expect(stripe.constructEvent(body, own(signed()), secret)).toEqual(JSON.parse(body))
    expect(stripe.constructEvent(Buffer.from(body), own(signed()), secret)).toEqual(JSON.parse(body))
  })

  test('verifies with the Standard Webhooks library and the same secret', () => {
    expect(new Webhook(secret).verify(body, signed())).toEqual(JSON.parse(body))
  })

  test('signs bytes and text identically', () => {
    expect(signed(null, Buffer.from(body), 1)).toEqual(signed(null, body, 1))
  })

  test.each([secret, old])('verifies with either secret during a rotation overlap: %s', (either) => {
    const headers = signed(old)
    expect(own(headers)).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)
    expect(stripe.constructEvent(body, own(headers), either)).toEqual(JSON.parse(body))
    expect(new Webhook(either).verify(body, headers)).toEqual(JSON.parse(body))
  })

  test('fails with any other secret, body, timestamp or id', () => {
    const headers = signed(old)
    const later = own(headers).replace(/^t=\d+/, `t=${now() + 1}`)
    expect(() => stripe.constructEvent(body, own(headers), secretOf('c'))).toThrow()
    expect(() => stripe.constructEvent(`${body} `, own(headers), secret)).toThrow()
    expect(() => stripe.constructEvent(body, later, secret)).toThrow()
    expect(() => new Webhook(secretOf('c')).verify(body, headers)).toThrow()
    expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'evt_other' })).toThrow()
    expect(() => stripe.constructEvent(body, own(signed(null, body, now() - 301)), secret, 300)).toThrow()
  })

  test('verifies for any secret and any JSON', () => {
    const secrets = fc.stringMatching(/^[0-9a-f]{64}$/).map((hex) => `whsec_${hex}`)
    fc.assert(
      fc.property(secrets, fc.json(), (anySecret, json) => {
        const headers = signatureHeaders([signingKey(anySecret)], {
          envelopeId,
          body: json,
          unixSeconds: now(),
        })
        stripe.constructEvent(json, own(headers), anySecret)
        new Webhook(anySecret).verify(json, headers)
      }),
    )
  })
})
