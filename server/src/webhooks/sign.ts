// A delivery is signed twice: in this service's own header, and in those of Standard Webhooks, so that the
// ready-made libraries of both schemes verify it with the one secret that the client was given.
import { createHmac } from 'node:crypto'

/** Whole secrets: `whsec_` and 64 hexadecimal characters. The previous one signs too while a rotation overlaps. */
export type SigningKeys = { secret: string; previousSecret: string | null }

type Delivery = {
  /** The envelope's id, `evt_…`. */
  envelopeId: string
  /** The bytes that are sent: what is signed must be the very same ones. */
  body: Buffer | string
  /** The time of this attempt, which the receiver compares with its clock. */
  unixSeconds: number
}

export function signatureHeaders(keys: SigningKeys, delivery: Delivery): Record<string, string> {
  const { envelopeId, body, unixSeconds } = delivery
  const secrets = keys.previousSecret === null ? [keys.secret] : [keys.secret, keys.previousSecret]
  const own = secrets.map((secret) => `,v1=${serviceSignature(secret, unixSeconds, body)}`)
  const standard = secrets.map((secret) => `v1,${standardSignature(secret, envelopeId, unixSeconds, body)}`)
  return {
    'Service-Signature': `t=${unixSeconds}${own.join('')}`,
    'webhook-id': envelopeId,
    'webhook-timestamp': String(unixSeconds),
    'webhook-signature': standard.join(' '),
  }
}

/** The key is the secret as the client sees it, its prefix included. */
export function serviceSignature(secret: string, unixSeconds: number, body: Buffer | string): string {
  return createHmac('sha256', secret).update(`${unixSeconds}.`).update(body).digest('hex')
}

/** Those libraries take what follows the prefix for base64, and hexadecimal characters are valid base64. */
function standardSignature(secret: string, id: string, unixSeconds: number, body: Buffer | string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  return createHmac('sha256', key).update(`${id}.${unixSeconds}.`).update(body).digest('base64')
}
