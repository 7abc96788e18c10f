// The signature scheme: HMAC-SHA256 over `<t>.<raw body>`, in lowercase hex. Only Web Crypto, so that it runs anywhere.

/** The bytes as they arrived, or as text. Never a parsed body: serialising it again may change it. */
export type RawBody = string | Uint8Array | ArrayBuffer

/** One secret, or several while they are being rotated. */
export type SigningSecrets = string | readonly string[]

export const headerName = 'service-signature'

const encoder = new TextEncoder()

export function bytesOf(body: RawBody): Uint8Array {
  if (typeof body === 'string') return encoder.encode(body)
  // Not `instanceof`: test runners give code globals of another realm than Node's buffers.
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]') return new Uint8Array(body)
  throw new TypeError('the body must be the raw one, as text or bytes, and not parsed')
}

/** An unset environment variable must not pass for a secret, with or without the prefix: anybody can sign with that. */
export function secretList(secrets: SigningSecrets): readonly string[] {
  const list = [secrets].flat() as readonly string[]
  const isSecret = (secret: unknown) => typeof secret === 'string' && /^(?!whsec_\s*$).*\S/.test(secret)
  if (list.length > 0 && list.every(isSecret)) return list
  throw new TypeError('a signing secret is missing')
}

export async function signatureOf(body: Uint8Array, secret: string, unixSeconds: number): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign'])
  const prefix = encoder.encode(`${unixSeconds}.`)
  const signed = new Uint8Array(prefix.length + body.length)
  signed.set(prefix)
  signed.set(body, prefix.length)
  const hmac = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))
  return Array.from(hmac, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export type SignOptions = {
  /** The time of the attempt. Default: now. */
  timestamp?: number | undefined
}

/** The signature header of a delivery, for tests of a receiver. Several secrets sign as during a rotation. */
export async function sign(
  rawBody: RawBody,
  secrets: SigningSecrets,
  { timestamp = Math.floor(Date.now() / 1000) }: SignOptions = {},
): Promise<{ 'Service-Signature': string }> {
  const body = bytesOf(rawBody)
  const signatures = await Promise.all(
    secretList(secrets).map((secret) => signatureOf(body, secret, timestamp)),
  )
  return { 'Service-Signature': [`t=${timestamp}`, ...signatures.map((hex) => `v1=${hex}`)].join(',') }
}
