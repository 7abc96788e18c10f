// What the rooms are given. Clock and randomness are among it, so that a test can hold them still.
import type { RateLimits } from '@anden/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { FileStorage } from '../attachments/storage.ts'
import type { Secrets } from '../config/secrets.ts'
import type { Db } from '../db/pool.ts'
import type { Limiter } from '../http/limits/limiter.ts'
import type { UrlRule } from '../webhooks/endpoints.ts'
import type { Sender } from '../webhooks/send.ts'

export type Clock = () => number

export type WebhookPolicy = {
  /** Seconds before each attempt; as many attempts as entries. */
  retryScheduleSeconds: readonly number[]
  timeoutMs: number
  concurrency: number
  pauseAfter: number
  allowPrivate: boolean
  /** How long a claim outlasts the time-out of its attempt; 20 s unless a test says otherwise. */
  leaseMarginMs?: number
  /** How long an endpoint is left alone after a fault of the service itself; 10 s unless a test says otherwise. */
  faultRetryMs?: number
}

export type Deps = {
  db: Db
  secrets: Secrets
  limiter: Limiter
  /** Where attachments are kept. */
  files: FileStorage
  clock: Clock
  log: FastifyBaseLogger
  /** Where the service is reached from outside, without a trailing slash. Known for good once it listens. */
  baseUrl: () => string
  rateLimits: RateLimits
  timeZone: string
  webhooks: WebhookPolicy
  sender: Sender
  urlRule: UrlRule
  idempotencyTtlSeconds: number
  /** How long a repeated request waits for the first, which is still running. */
  idempotencyWaitMs: number
  remitoPointOfSale: number
  trustProxy: readonly string[]
  corsOrigins: readonly string[]
  metricsToken: string | null
  /** Each says in general words what keeps this process from its work, or null; /readyz asks them. */
  faults: (() => string | null)[]
}
