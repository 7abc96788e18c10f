// What the rooms are given. Clock and randomness are among it, so that a test can hold them still.
import type { RateLimits } from '@anden/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from './db/pool.ts'
import type { Limiter } from './http/limits/limiter.ts'
import type { Secrets } from './secrets.ts'

export type Clock = () => number

export type Deps = {
  db: Db
  secrets: Secrets
  limiter: Limiter
  clock: Clock
  log: FastifyBaseLogger
  /** Where the service is reached from outside, without a trailing slash. Known for good once it listens. */
  baseUrl: () => string
  rateLimits: RateLimits
  timeZone: string
  idempotencyTtlSeconds: number
  remitoPointOfSale: number
  trustProxy: readonly string[]
  corsOrigins: readonly string[]
  metricsToken: string | null
}
