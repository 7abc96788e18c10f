import { createHmac, timingSafeEqual } from 'node:crypto'

const toleranceSeconds = 300

/**
 * Throws unless the request is a delivery. `body` is the raw one, as it arrived. Pass both secrets while a rotation
 * overlaps. The SDK does the same: `unwrap` of '@anden/sdk/webhooks'.
 */
export function verifyWebhook(
  signatureHeader: string | undefined,
  body: Buffer,
  secrets: readonly string[],
  nowSeconds = Math.floor(Date.now() / 1000),
): void {
  if (signatureHeader === undefined) throw new Error('no-header')
  const parts = signatureHeader.split(',').map((part) => part.trim())
  const times = parts.filter((part) => part.startsWith('t='))
  const signatures = parts.filter((part) => /^v1=[0-9a-f]{64}$/.test(part)).map((part) => part.slice(3))
  const time = /^t=(0|[1-9][0-9]{0,11})$/.exec(times[0] ?? '')?.[1]
  if (times.length !== 1 || time === undefined || signatures.length === 0) throw new Error('malformed')

  const matches = secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
    return signatures.some((signature) => timingSafeEqual(Buffer.from(signature, 'hex'), expected))
  })
  if (!matches) throw new Error('no-match')

  const age = nowSeconds - Number(time)
  if (age > toleranceSeconds) throw new Error('too-old')
  if (age < -toleranceSeconds) throw new Error('too-new')
}
