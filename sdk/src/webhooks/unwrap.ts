// Verifies a delivery and returns its event. Any matching v1 is enough (there are two during a rotation), comparisons
// take constant time, and a timestamp too far from the local clock is rejected (replay protection).

import type { AndenEvent, EventEnvelope } from '../generated/schemas.ts'
import {
  bytesOf,
  headerName,
  type RawBody,
  type SigningSecrets,
  secretList,
  signatureOf,
} from './signature.ts'

/**
 * `Headers`, the plain object of Node (values can be arrays), a `Map`, pairs, anything with `get(name)`, or the value of
 * `Service-Signature` by itself.
 */
export type HeadersLike =
  | string
  | readonly string[]
  | null
  | undefined
  | Iterable<readonly [string, string | readonly string[] | undefined]>
  | { get(name: string): string | null | undefined }
  | { readonly [name: string]: string | readonly string[] | undefined }

/** The value of a header, whatever the case of its name. `name` is in lower case. */
function headerValue(headers: HeadersLike, name: string): string | undefined {
  if (headers == null || typeof headers === 'string') return headers ?? undefined
  if (Array.isArray(headers) && typeof headers[0] === 'string') return headers.join()
  if (!(Symbol.iterator in headers) && typeof headers.get === 'function') {
    return headers.get(name) ?? undefined
  }
  const pairs = Symbol.iterator in headers ? headers : Object.entries(headers)
  for (const [key, value] of pairs as Iterable<[string, unknown]>) {
    if (key.toLowerCase() === name && value != null) return String(value)
  }
  return undefined
}

// The events that a webhook receiver gets, as a union that `type` narrows.

/** Sent by the test button of the dashboard only. */
export type PingEvent = EventEnvelope<'webhook.test', { message: string; endpoint_id: string }>

/** A sample that `anden trigger` sends has the type of a real event: `isTestEvent` tells it apart. */
export type WebhookEvent = AndenEvent | PingEvent

/** True for test pings and for samples, which carry made-up data. */
export const isTestEvent = (event: { id: string }): boolean => event.id.startsWith('evt_test_')

/** Why a request was not accepted as a delivery. `too-old` and `too-new` mean that its signature is valid. */
export type SignatureFault = 'no-header' | 'malformed' | 'too-old' | 'too-new' | 'no-match'

/** As with `AndenError`: the package has a build for `import` and one for `require`. */
const brand = Symbol.for('@anden/sdk WebhookSignatureError')

export class WebhookSignatureError extends Error {
  override readonly name = 'WebhookSignatureError'
  readonly reason: SignatureFault
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Object(value)[brand] === true
  }
  constructor(reason: SignatureFault, message: string) {
    super(message)
    this.reason = reason
    Object.defineProperty(this, brand, { value: true })
  }
}

export type UnwrapOptions = {
  /** How far the timestamp may be from the clock, in either direction. Default: 300. */
  toleranceSeconds?: number | undefined
  /** The clock, in seconds since 1970. Default: the system's. */
  nowSeconds?: number | undefined
}

/** Rejects with WebhookSignatureError, whose `reason` says what is wrong. */
export async function unwrap(
  rawBody: RawBody,
  headers: HeadersLike,
  secrets: SigningSecrets,
  { toleranceSeconds = 300, nowSeconds = Math.floor(Date.now() / 1000) }: UnwrapOptions = {},
): Promise<WebhookEvent> {
  const body = bytesOf(rawBody)
  const list = secretList(secrets)
  const { unixSeconds, signatures } = parse(headerValue(headers, headerName))
  const expected = await Promise.all(list.map((secret) => signatureOf(body, secret, unixSeconds)))
  // Compares all of them, so that the time does not depend on which one matches.
  const matches = expected.flatMap((one) => signatures.filter((given) => isEqual(given, one)))
  if (matches.length === 0) {
    throw new WebhookSignatureError('no-match', 'no v1 is the HMAC of this body with this secret')
  }
  const age = nowSeconds - unixSeconds
  // Written so that NaN is rejected.
  if (!(age <= toleranceSeconds)) throw new WebhookSignatureError('too-old', `signed ${age} s ago`)
  if (age < -toleranceSeconds) throw new WebhookSignatureError('too-new', `signed ${-age} s in the future`)
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    throw new WebhookSignatureError('malformed', 'the body is not JSON')
  }
}

/** Parts with other names are ignored, for future schemes. */
function parse(header: string | undefined): { unixSeconds: number; signatures: string[] } {
  if (header === undefined)
    throw new WebhookSignatureError('no-header', 'there is no Service-Signature header')
  const parts = header.split(',').map((part) => part.trim())
  const times = parts.filter((part) => part.startsWith('t='))
  const signatures = parts.filter((part) => /^v1=[0-9a-f]{64}$/.test(part)).map((part) => part.slice(3))
  // `t` is signed in one notation only, so a leading zero is a fault.
  if (times.length !== 1 || !/^t=(0|[1-9]\d{0,11})$/.test(String(times)) || signatures.length === 0) {
    throw new WebhookSignatureError(
      'malformed',
      'the header is not t=<seconds since 1970>,v1=<64 hex characters>',
    )
  }
  return { unixSeconds: Number(String(times).slice(2)), signatures }
}

/** In constant time. Both have 64 characters. */
function isEqual(a: string, b: string): boolean {
  let difference = 0
  for (let i = 0; i < 64; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}
