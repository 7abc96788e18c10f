// Receiving webhooks: verifying deliveries, and signing them in tests. Only Web Crypto, without dependencies.
export type { AndenEvent, EventEnvelope, EventPayloads, EventType } from '../generated/schemas.ts'
export type { RawBody, SigningSecrets } from './signature.ts'
export { type SignOptions, sign } from './signature.ts'
export type { HeadersLike } from './unwrap.ts'
export {
  isTestEvent,
  type PingEvent,
  type SignatureFault,
  type UnwrapOptions,
  unwrap,
  type WebhookEvent,
  WebhookSignatureError,
} from './unwrap.ts'
