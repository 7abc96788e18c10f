// Every delivery is signed twice: in this service's own header and in those of Standard Webhooks
// (https://www.standardwebhooks.com), so that existing libraries of both schemes verify it with the same secret.
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { SecretKeys } from '../config/secrets.ts'
import { endpointBoxes, headersRow, openWithAny } from '../secret-key/secret-box.ts'
import type { EndpointToSend } from './queries.ts'

/** One secret, prepared for both schemes. */
export type SigningKey = { own: KeyObject; standard: KeyObject }

/** `secret` is complete: `whsec_` and 64 hexadecimal characters. */
export function signingKey(secret: string): SigningKey {
  return {
    // The key is the secret as the client sees it, including its prefix.
    own: createSecretKey(secret, 'utf8'),
    // Standard Webhooks libraries decode what follows the prefix as base64; hexadecimal is valid base64.
    standard: createSecretKey(secret.slice('whsec_'.length), 'base64'),
  }
}

type Delivery = {
  /** The envelope's id, `evt_…`. */
  envelopeId: string
  /** The exact bytes that are sent. */
  body: Buffer | string
  /** The time of this attempt; the receiver compares it with its clock. */
  unixSeconds: number
}

/** While a rotation overlaps, `keys` includes the previous secret's key. */
export function signatureHeaders(keys: readonly SigningKey[], delivery: Delivery): Record<string, string> {
  const { envelopeId, body, unixSeconds } = delivery
  const own = keys.map((key) => `,v1=${serviceSignature(key, unixSeconds, body)}`)
  const standard = keys.map((key) => `v1,${standardSignature(key, envelopeId, unixSeconds, body)}`)
  return {
    'Service-Signature': `t=${unixSeconds}${own.join('')}`,
    'webhook-id': envelopeId,
    'webhook-timestamp': String(unixSeconds),
    'webhook-signature': standard.join(' '),
  }
}

function serviceSignature({ own }: SigningKey, unixSeconds: number, body: Buffer | string): string {
  return createHmac('sha256', own).update(`${unixSeconds}.`).update(body).digest('hex')
}

function standardSignature({ standard }: SigningKey, id: string, unixSeconds: number, body: Buffer | string) {
  return createHmac('sha256', standard).update(`${id}.${unixSeconds}.`).update(body).digest('base64')
}

// A cache of the signing keys in use, and of the clients' own headers: opening a sealed secret and preparing its key takes 24 µs, signing 6 µs.
// Sealed bytes are the cache key, so that a rotated secret takes effect at once.
const maxKeys = 1_000

/** A fault of the service: its secret key is not the one that these were sealed with. */
export class UnreadableSecretError extends Error {
  constructor() {
    super(
      'the signing secret or the own headers cannot be read: they were encrypted with another SECRET_KEY, or are damaged',
    )
  }
}

export type KeyRing = ReturnType<typeof keyRing>

export function keyRing(secrets: SecretKeys) {
  const cache = new LRUCache<string, SigningKey>({ max: maxKeys })
  const headers = new LRUCache<string, Record<string, string>>({ max: maxKeys })
  const openOnce = (sealed: Buffer, rowId: string) => openWithAny(endpointBoxes(secrets), sealed, rowId)

  /** A rotation replaces a generated key while the service runs. */
  function open(sealed: Buffer, rowId: string): string {
    const opened = openOnce(sealed, rowId) ?? (secrets.reload() ? openOnce(sealed, rowId) : null)
    if (!opened) throw new UnreadableSecretError()
    return opened.secret
  }

  function keyOf(sealed: Buffer, endpointId: string): SigningKey {
    const cacheKey = `${endpointId} ${sealed.toString('base64')}`
    const cached = cache.get(cacheKey)
    if (cached) return cached
    const key = signingKey(open(sealed, endpointId))
    cache.set(cacheKey, key)
    return key
  }
  return {
    /** Throws UnreadableSecretError. */
    keysOf({ id, secret, previous_secret }: EndpointToSend): SigningKey[] {
      return previous_secret ? [keyOf(secret, id), keyOf(previous_secret, id)] : [keyOf(secret, id)]
    },
    /** The client's own headers. Throws UnreadableSecretError. */
    headersOf({ id, own_headers }: EndpointToSend): Record<string, string> {
      if (own_headers === null) return {}
      const cacheKey = `${id} ${own_headers.toString('base64')}`
      const cached = headers.get(cacheKey)
      if (cached) return cached
      const own = Object.fromEntries(JSON.parse(open(own_headers, headersRow(id))) as [string, string][])
      headers.set(cacheKey, own)
      return own
    },
  }
}

// Verifies Service-Signature as a receiver should: any matching v1 is enough (there are two during a rotation), the
// comparison takes constant time, and old requests are rejected (replay protection).

export type SignatureCheck = { valid: true } | { valid: false; reason: string }

const toleranceSeconds = 300

export function verifySignature(
  header: string | undefined,
  { secret, body, nowSeconds }: { secret: string; body: Buffer | string; nowSeconds: number },
): SignatureCheck {
  if (header === undefined) return invalid('there is no Service-Signature header')
  const { unixSeconds, signatures } = parse(header)
  if (unixSeconds === null) return invalid('the header has no t=<seconds since 1970>')
  if (signatures.length === 0) return invalid('the header has no v1=<64 hexadecimal characters>')
  const expected = Buffer.from(serviceSignature(signingKey(secret), unixSeconds, body), 'hex')
  if (!signatures.some((signature) => timingSafeEqual(signature, expected))) {
    return invalid('no v1 is the HMAC of this body with this secret')
  }
  const ageSeconds = nowSeconds - unixSeconds
  if (Math.abs(ageSeconds) > toleranceSeconds) {
    return invalid(
      `its timestamp is ${Math.abs(ageSeconds)} s in the ${ageSeconds > 0 ? 'past' : 'future'}, more than ${toleranceSeconds} s`,
    )
  }
  return { valid: true }
}

/** Parts with other names are ignored, for future schemes. `t` is digits only: it has one signed notation. */
function parse(header: string): { unixSeconds: number | null; signatures: Buffer[] } {
  const parts = header.split(',').map((part) => part.trim())
  const times = parts.filter((part) => part.startsWith('t='))
  const time = times.length === 1 ? /^t=(0|[1-9]\d{0,11})$/.exec(times[0] ?? '') : null
  return {
    unixSeconds: time ? Number(time[1]) : null,
    signatures: parts
      .filter((part) => /^v1=[0-9a-f]{64}$/.test(part))
      .map((part) => Buffer.from(part.slice('v1='.length), 'hex')),
  }
}

function invalid(reason: string): SignatureCheck {
  return { valid: false, reason }
}
