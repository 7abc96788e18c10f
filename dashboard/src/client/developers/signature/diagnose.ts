// Explains what is wrong with the signature of a delivery. The SDK's own verification decides whether it is valid. If
// the signature does not match, the usual mistakes are tried one by one until one of them explains it.
import { unwrap, WebhookSignatureError } from '@anden/sdk/webhooks'

export type Pasted = { header: string; body: string; secret: string }

export type Diagnosis =
  | { verdict: 'valid'; type: string; id: string }
  | { verdict: 'too-old' | 'too-new'; ageSeconds: number }
  | { verdict: Fault }

type Fault =
  | 'no-header'
  | 'standard-header'
  | 'no-time'
  | 'bad-time'
  | 'no-signature'
  | 'bad-signature'
  | 'not-json'
  | 'added-newline'
  | 'lost-newline'
  | 'line-ends'
  | 'reserialised'
  | 'secret-spaces'
  | 'secret-prefix'
  | 'secret-shape'
  | 'no-match'

export async function diagnose({ header, body, secret }: Pasted, nowSeconds: number): Promise<Diagnosis> {
  const value = signatureIn(header)
  const headerFault = faultOfHeader(value)
  if (headerFault) return { verdict: headerFault }
  if (secret.trim() === '') return { verdict: 'secret-shape' }
  const headers = { 'service-signature': value }
  try {
    const { type, id } = await unwrap(body, headers, secret, { nowSeconds })
    return { verdict: 'valid', type, id }
  } catch (error) {
    if (!(error instanceof WebhookSignatureError)) throw error
    if (error.reason === 'too-old' || error.reason === 'too-new')
      return { verdict: error.reason, ageSeconds: Math.abs(nowSeconds - timeOf(value)) }
    if (error.reason !== 'no-match') return { verdict: 'not-json' }
    return { verdict: await explanation(value, body, secret) }
  }
}

/** Accepts the bare value, or finds it among pasted headers. */
function signatureIn(text: string): string {
  const line = text.split(/\r?\n/).find((one) => /^\s*service-signature\s*:/i.test(one))
  return (line ? line.slice(line.indexOf(':') + 1) : text).trim()
}

const timeOf = (value: string) => Number(/(?:^|,)\s*t=(\d+)/.exec(value)?.[1])

function faultOfHeader(value: string): Fault | null {
  const parts = value.split(',').map((part) => part.trim())
  if (value === '') return 'no-header'
  if (/^v1,[A-Za-z0-9+/=]+/.test(value)) return 'standard-header'
  const times = parts.filter((part) => part.startsWith('t='))
  if (times.length === 0) return 'no-time'
  if (times.length > 1 || !/^t=(0|[1-9]\d{0,11})$/.test(times[0] ?? '')) return 'bad-time'
  const signatures = parts.filter((part) => part.startsWith('v1='))
  if (signatures.length === 0) return 'no-signature'
  return signatures.some((part) => /^v1=[0-9a-f]{64}$/.test(part)) ? null : 'bad-signature'
}

async function explanation(value: string, body: string, secret: string): Promise<Fault> {
  const matches = async (otherBody: string, otherSecret: string) => {
    const options = { toleranceSeconds: Number.POSITIVE_INFINITY }
    try {
      await unwrap(otherBody, { 'service-signature': value }, otherSecret, options)
      return true
    } catch (error) {
      return error instanceof WebhookSignatureError && error.reason === 'malformed'
    }
  }
  const compact = compactJson(body)
  const attempts: [Fault, string, string][] = [
    ['secret-spaces', body, secret.trim().replace(/^["']|["']$/g, '')],
    ['secret-prefix', body, `whsec_${secret.trim()}`],
    ['added-newline', body.replace(/[\r\n]+$/, ''), secret],
    ['lost-newline', `${body}\n`, secret],
    ['line-ends', body.replace(/\r?\n/g, '\r\n'), secret],
    ...(compact === null ? [] : ([['reserialised', compact, secret]] satisfies [Fault, string, string][])),
  ]
  for (const [fault, otherBody, otherSecret] of attempts) {
    const isOther = otherBody !== body || otherSecret !== secret
    if (isOther && (await matches(otherBody, otherSecret))) return fault
  }
  if (!/^whsec_[0-9a-f]{64}$/.test(secret.trim())) return 'secret-shape'
  return compact === null ? 'not-json' : 'no-match'
}

/** JSON as Andén writes it: without spaces, and with characters instead of escapes. */
function compactJson(body: string): string | null {
  try {
    return JSON.stringify(JSON.parse(body))
  } catch {
    return null
  }
}
