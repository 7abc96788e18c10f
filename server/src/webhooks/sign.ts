// A delivery is signed twice: in this service's own header, and in those of Standard Webhooks, so that the
// ready-made libraries of both schemes verify it with the one secret that the client was given.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

/** One secret, made ready for both schemes. */
export type SigningKey = { own: KeyObject; standard: KeyObject }

/** Of a whole secret: `whsec_` and 64 hexadecimal characters. */
export function signingKey(secret: string): SigningKey {
  return {
    // The key is the secret as the client sees it, its prefix included.
    own: createSecretKey(secret, 'utf8'),
    // Those libraries take what follows the prefix for base64, and hexadecimal characters are valid base64.
    standard: createSecretKey(secret.slice('whsec_'.length), 'base64'),
  }
}

type Delivery = {
  /** The envelope's id, `evt_…`. */
  envelopeId: string
  /** The bytes that are sent: what is signed must be the very same ones. */
  body: Buffer | string
  /** The time of this attempt, which the receiver compares with its clock. */
  unixSeconds: number
}

/** The key of the previous secret signs too while a rotation overlaps. */
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
