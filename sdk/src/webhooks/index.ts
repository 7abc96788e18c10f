// Receiving webhooks: verifying deliveries, and signing them in tests. Only Web Crypto, without dependencies.
export type { AndenEvent, EventEnvelope, EventPayloads, EventType } from '../generated/schemas.ts'
export { isTestEvent, type PingEvent, type WebhookEvent } from './events.ts'
export type { HeadersLike } from './header-value.ts'
export { type SignOptions, sign } from './sign.ts'
export type { RawBody, SigningSecrets } from './signature.ts'
export { type SignatureFault, WebhookSignatureError } from './signature-error.ts'
export { type UnwrapOptions, unwrap } from './unwrap.ts'
