import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import type { EventPayload, EventType } from '@anden/contract'
import { build } from 'esbuild'
import fc from 'fast-check'
import Stripe from 'stripe'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { verifySignature } from '../../../server/src/webhooks/sign.ts'
import {
  type HeadersLike,
  isTestEvent,
  sign,
  type UnwrapOptions,
  unwrap,
  type WebhookEvent,
  WebhookSignatureError,
} from './index.ts'

// Signed and verified with a third-party library too: our own would agree with our own mistakes.
const { webhooks: stripe } = new Stripe('sk_test_unused')

const secretOf = (digit: string) => `whsec_${digit.repeat(64)}`
const secret = secretOf('a')
const old = secretOf('b')
const foreign = secretOf('c')
const event = {
  id: 'evt_0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10',
  type: 'stock.changed',
  created_at: '2026-11-02T13:45:10.250Z',
  api_version: 'v1',
  data: { object: { product_id: 'Ñandú 🍇', old_quantity: 1, new_quantity: 2.5 } },
}
const body = JSON.stringify(event)
const signedAt = 1_750_000_000
const header = (by: string, payload = body, timestamp = signedAt) =>
  stripe.generateTestHeaderString({ payload, secret: by, timestamp })
const good = header(secret)
const v1 = good.slice(good.indexOf('v1='))
const now = { nowSeconds: signedAt }
const unwrapped = (value: string, options: UnwrapOptions = now, secrets: string | string[] = secret) =>
  unwrap(body, { 'service-signature': value }, secrets, options)
const faultOf = (result: Promise<unknown>) =>
  result.then(
    () => 'accepted',
    (error: unknown) => (error instanceof WebhookSignatureError ? error.reason : error),
  )

describe('unwrap', () => {
  test("returns an event that Stripe's client has signed", async () => {
    expect(await unwrapped(good)).toEqual(event)
  })

  test('accepts the body as text, bytes and buffer, also as a part of a larger buffer', async () => {
    const bytes = Buffer.from(`xx${body}yy`).subarray(2, -2)
    const forms = [body, Buffer.from(body), bytes, new Uint8Array(Buffer.from(body)).buffer]
    for (const form of forms) {
      expect(await unwrap(form, { 'service-signature': good }, secret, now)).toEqual(event)
    }
  })

  test('accepts bytes of another realm, as test runners have them', async () => {
    const foreignBytes = runInContext('Uint8Array.from(bytes)', createContext({ bytes: Buffer.from(body) }))
    expect(foreignBytes instanceof Uint8Array).toBe(false)
    for (const form of [foreignBytes, foreignBytes.buffer]) {
      expect(await unwrap(form, { 'service-signature': good }, secret, now)).toEqual(event)
    }
  })

  const forms: [string, HeadersLike][] = [
    ['Headers', new Headers({ 'Service-Signature': good })],
    ['the object of Node', { 'service-signature': good, 'x-other': undefined }],
    ['an object in any case', { 'SERVICE-signature': good }],
    ['an object of arrays', { 'service-signature': [good] }],
    ['a Map', new Map([['Service-Signature', good]])],
    ['pairs', [['Service-Signature', good]]],
    ['the value itself', good],
    ['the value as Node types it', [good]],
    ['anything with get', { get: (name: string) => (name === 'service-signature' ? good : null) }],
  ]
  test.each(forms)('accepts headers as %s', async (_, headers) => {
    expect(await unwrap(body, headers, secret, now)).toEqual(event)
  })

  test.each([
    ['no header at all', {}, 'no-header'],
    ['a header that is undefined', { 'service-signature': undefined }, 'no-header'],
    ['no value', undefined, 'no-header'],
    ['the value null, as of Headers.get', null, 'no-header'],
    ['no values', [], 'no-header'],
    ['the value of another header', 'application/json', 'malformed'],
    ['Headers without it', new Headers(), 'no-header'],
    ['get without it', { get: () => null }, 'no-header'],
    ['two headers', { 'service-signature': [good, good] }, 'malformed'],
  ] satisfies [string, HeadersLike, string][])('rejects %s', async (_, headers, reason) => {
    expect(await faultOf(unwrap(body, headers, secret, now))).toBe(reason)
  })

  test.each([
    ['another secret', header(foreign), 'no-match'],
    ['another body', header(secret, `${body} `), 'no-match'],
    ['another timestamp', `t=${signedAt + 1},${v1}`, 'no-match'],
    ['an old timestamp with a signature for another', `t=1,${v1}`, 'no-match'],
    ['a timestamp with a leading zero', `t=0${signedAt},${v1}`, 'malformed'],
    ['two timestamps', `t=${signedAt},t=${signedAt},${v1}`, 'malformed'],
    ['a timestamp that is not a number', `t=now,${v1}`, 'malformed'],
    ['no time', v1, 'malformed'],
    ['no v1', `t=${signedAt}`, 'malformed'],
    ['a truncated v1', `t=${signedAt},${v1.slice(0, -2)}`, 'malformed'],
    ['upper case', `t=${signedAt},${v1.toUpperCase()}`, 'malformed'],
    ['another scheme', `t=${signedAt},${v1.replace('v1', 'v0')}`, 'malformed'],
    ['an empty header', '', 'malformed'],
  ])('rejects %s', async (_, value, reason) => {
    expect(await faultOf(unwrapped(value))).toBe(reason)
  })

  test.each([
    ['the first of two', `t=${signedAt},${v1},v1=${'0'.repeat(64)}`],
    ['the second of two', `t=${signedAt},v1=${'0'.repeat(64)},${v1}`],
    ['beside another scheme', `t=${signedAt},v2=xyz,${v1}`],
    ['after a space', `t=${signedAt}, ${v1}`],
    ['before the timestamp', `${v1},t=${signedAt}`],
  ])('accepts a valid v1 that is %s', async (_, value) => {
    expect(await unwrapped(value)).toEqual(event)
  })

  test('accepts a timestamp up to 300 seconds off, or what the option says', async () => {
    const at = (offset: number, toleranceSeconds?: number) =>
      faultOf(unwrapped(good, { nowSeconds: signedAt + offset, toleranceSeconds }))
    expect([await at(300), await at(-300)]).toEqual(['accepted', 'accepted'])
    expect([await at(301), await at(-301)]).toEqual(['too-old', 'too-new'])
    expect([await at(10, 10), await at(11, 10), await at(-11, 10)]).toEqual([
      'accepted',
      'too-old',
      'too-new',
    ])
    expect(await at(0, Number.NaN)).toBe('too-old')
  })

  test('uses the clock of the system by default', async () => {
    expect(await unwrap(body, await sign(body, secret), secret)).toEqual(event)
    expect(await faultOf(unwrap(body, { 'service-signature': good }, secret))).toBe('too-old')
  })

  test('accepts any of several secrets, on either side, during a rotation', async () => {
    expect(await unwrapped(header(old), now, [secret, old])).toEqual(event)
    const both = (await sign(body, [secret, old], { timestamp: signedAt }))['Service-Signature']
    for (const either of [secret, old]) expect(await unwrapped(both, now, either)).toEqual(event)
    expect(await faultOf(unwrapped(both, now, [foreign]))).toBe('no-match')
  })

  test('refuses to work without a secret, or with a parsed body', async () => {
    for (const missing of ['', ' \n', 'whsec_', [], ['', secret], [secret, ' '], undefined, [undefined]]) {
      const result = unwrap(body, { 'service-signature': good }, missing as string, now)
      await expect(result).rejects.toThrow('a signing secret is missing')
    }
    const parsed = unwrap(event as unknown as string, { 'service-signature': good }, secret, now)
    await expect(parsed).rejects.toThrow(
      TypeError('the body must be the raw one, as text or bytes, and not parsed'),
    )
  })

  test('rejects a body that is signed, but is not JSON', async () => {
    const headers = await sign('not JSON', secret)
    expect(await faultOf(unwrap('not JSON', headers, secret))).toBe('malformed')
  })

  test('the error says what is wrong', async () => {
    const error = await unwrapped(good, { nowSeconds: signedAt + 400 }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      name: 'WebhookSignatureError',
      message: 'signed 400 s ago',
      reason: 'too-old',
    })
  })
})

describe('sign and unwrap', () => {
  const secrets = fc.stringMatching(/^[0-9a-f]{64}$/).map((hex) => `whsec_${hex}`)

  test('agree with each other and with Stripe on any secret and JSON', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.json(),
        secrets,
        fc.integer({ min: 1, max: 4_000_000_000 }),
        async (json, by, timestamp) => {
          const headers = await sign(json, by, { timestamp })
          expect(headers['Service-Signature']).toBe(
            stripe.generateTestHeaderString({ payload: json, secret: by, timestamp, scheme: 'v1' }),
          )
          expect(await unwrap(json, headers, by, { nowSeconds: timestamp })).toEqual(JSON.parse(json))
        },
      ),
    )
  })

  test('no other byte of the body, digit of the signature or secret passes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), secrets, secrets, fc.nat(), async (json, by, other, place) => {
        const headers = await sign(json, by)
        const bytes = Buffer.from(json)
        bytes[place % bytes.length] = (bytes[place % bytes.length] ?? 0) ^ 1
        expect(await faultOf(unwrap(bytes, headers, by))).toBe('no-match')
        if (other !== by) expect(await faultOf(unwrap(json, headers, other))).toBe('no-match')
        const value = headers['Service-Signature']
        const at = value.length - 1 - (place % 64)
        const digit = value[at] === '0' ? '1' : '0'
        const forged = value.slice(0, at) + digit + value.slice(at + 1)
        expect(await faultOf(unwrap(json, { 'service-signature': forged }, by))).toBe('no-match')
      }),
      { numRuns: 30 },
    )
  })

  test('unwrap accepts exactly the headers that the service itself holds valid', async () => {
    const zeros = `v1=${'0'.repeat(64)}`
    const part = fc.constantFrom(`t=${signedAt}`, v1, zeros, `t=0${signedAt}`, 'v2=x', '', v1.slice(0, -1))
    const spaces = fc.constantFrom('', ' ', '\t')
    const headers = fc.array(
      fc.tuple(spaces, part, spaces).map((all) => all.join('')),
      { maxLength: 4 },
    )
    const offset = fc.constantFrom(-301, -300, 0, 300, 301)
    await fc.assert(
      fc.asyncProperty(headers, offset, async (parts, seconds) => {
        const value = parts.join(',')
        const nowSeconds = signedAt + seconds
        const { valid } = verifySignature(value, { secret, body, nowSeconds })
        expect((await faultOf(unwrapped(value, { nowSeconds }))) === 'accepted').toBe(valid)
      }),
      // About one header in twenty is valid.
      { numRuns: 300 },
    )
  })

  test('a random header always gives a signature error', async () => {
    const parts = fc.oneof(fc.constantFrom('t=', 'v1=', `t=${signedAt}`, `v1=${'0'.repeat(64)}`), fc.string())
    const headers = fc.array(parts).map((all) => all.join(','))
    await fc.assert(
      fc.asyncProperty(headers, async (value) => {
        expect(['malformed', 'no-match']).toContain(await faultOf(unwrapped(value)))
      }),
    )
  })
})

test('type narrows the payload', () => {
  const numbers = (of: WebhookEvent) => {
    switch (of.type) {
      case 'lot.expiring':
        return of.data.object.days_until_expiry
      case 'order.delivered':
        return of.data.object.order_number
      case 'webhook.test':
        return of.data.object.message
      default:
        return of.id
    }
  }
  expectTypeOf(numbers).returns.toEqualTypeOf<string | number>()
  expectTypeOf<WebhookEvent['type']>().toEqualTypeOf<EventType | 'webhook.test'>()
  expectTypeOf<EventPayload<'stock.changed'>>().toExtend<
    Extract<WebhookEvent, { type: 'stock.changed' }>['data']['object']
  >()
})

test('isTestEvent is true only for pings and samples', () => {
  expect(isTestEvent({ id: 'evt_test_0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10' })).toBe(true)
  expect(isTestEvent(event)).toBe(false)
})

test('takes at most 1.5 kB, minified and compressed', async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('index.ts', import.meta.url))],
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  })
  expect(outputFiles).toHaveLength(1)
  expect(gzipSync(outputFiles[0]?.contents ?? '').length).toBeLessThanOrEqual(1_500)
})
