import { createHmac, timingSafeEqual } from 'node:crypto'

const toleranceSeconds = 300

export class SignatureError extends Error {}

/**
 * Throws SignatureError unless the request is a delivery. `body` is the raw one, as it arrived. Pass both secrets while
 * a rotation overlaps. The SDK does the same: `unwrap` of '@anden/sdk/webhooks'.
 */
export function verifyWebhook(
  signatureHeader: string | undefined,
  body: Buffer,
  secrets: readonly string[],
  nowSeconds = Math.floor(Date.now() / 1000),
): void {
  // Anybody can sign with an empty secret, such as that of an unset variable.
  if (secrets.length === 0 || secrets.some((secret) => secret.trim() === '')) {
    throw new TypeError('a signing secret is missing')
  }
  if (signatureHeader === undefined) throw new SignatureError('no-header')
  const parts = signatureHeader.split(',').map((part) => part.trim())
  const times = parts.filter((part) => part.startsWith('t='))
  const signatures = parts.filter((part) => /^v1=[0-9a-f]{64}$/.test(part)).map((part) => part.slice(3))
  const time = /^t=(0|[1-9][0-9]{0,11})$/.exec(times[0] ?? '')?.[1]
  if (times.length !== 1 || time === undefined || signatures.length === 0) {
    throw new SignatureError('malformed')
  }

  const matches = secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
    return signatures.some((signature) => timingSafeEqual(Buffer.from(signature, 'hex'), expected))
  })
  if (!matches) throw new SignatureError('no-match')

  const age = nowSeconds - Number(time)
  if (age > toleranceSeconds) throw new SignatureError('too-old')
  if (age < -toleranceSeconds) throw new SignatureError('too-new')
}
