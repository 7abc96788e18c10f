// Every delivery is signed twice: in this service's own header and in those of Standard Webhooks
// (https://www.standardwebhooks.com), so that existing libraries of both schemes verify it with the same secret.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

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

export function serviceSignature({ own }: SigningKey, unixSeconds: number, body: Buffer | string): string {
  return createHmac('sha256', own).update(`${unixSeconds}.`).update(body).digest('hex')
}

function standardSignature({ standard }: SigningKey, id: string, unixSeconds: number, body: Buffer | string) {
  return createHmac('sha256', standard).update(`${id}.${unixSeconds}.`).update(body).digest('base64')
}
