import { bytesOf, type RawBody, type SigningSecrets, secretList, signatureOf } from './signature.ts'

export type SignOptions = {
  /** The time of the attempt. Default: now. */
  timestamp?: number
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
