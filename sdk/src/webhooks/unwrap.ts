// Verifies a delivery and returns its event. Any matching v1 is enough (there are two during a rotation), comparisons
// take constant time, and a timestamp too far from the local clock is rejected (replay protection).
import type { WebhookEvent } from './events.ts'
import { type HeadersLike, headerValue } from './header-value.ts'
import {
  bytesOf,
  headerName,
  type RawBody,
  type SigningSecrets,
  secretList,
  signatureOf,
} from './signature.ts'
import { WebhookSignatureError } from './signature-error.ts'

export type UnwrapOptions = {
  /** How far the timestamp may be from the clock, in either direction. Default: 300. */
  toleranceSeconds?: number
  /** The clock, in seconds since 1970. Default: the system's. */
  nowSeconds?: number
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
