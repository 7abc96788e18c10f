// Verifies Service-Signature as a receiver should: any matching v1 is enough (there are two during a rotation), the
// comparison takes constant time, and old requests are rejected (replay protection).
import { timingSafeEqual } from 'node:crypto'
import { serviceSignature, signingKey } from './sign.ts'

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
