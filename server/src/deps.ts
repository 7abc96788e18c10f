// What the rooms are given that is not of a room itself. The clock is part of it, so that a test can control it. A room
// names what it needs of another room, or of its own, beside this (`Pick<Deps, 'db'> & { files: FileStorage }`).
import type { DemoSide, RateLimits } from '@anden/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Secrets } from './config/secrets.ts'
import type { Config } from './config/settings.ts'
import type { Db } from './db/database.ts'
import type { Limiter } from './http/admission/limits/limiter.ts'
import type { CsvPolicy } from './http/reads/csv/export.ts'
import type { Documents } from './http/reads/documents/documents.ts'

export type Clock = () => number

/** The day of the warehouse, YYYY-MM-DD, or that of a sandbox, whose clock can be ahead. */
export type DayOf = (of: { daysAhead: number } | null) => string

export type WebhookPolicy = {
  /** Seconds before each attempt; one attempt per entry. */
  retryScheduleSeconds: readonly number[]
  timeoutMs: number
  concurrency: number
  pauseAfter: number
  allowPrivate: boolean
  /** Where attempts come from, for the firewalls of clients; nothing if the operator has not said. */
  sourceAddresses?: readonly string[]
  /** How much longer a claim's lease is than the time-out of its attempt; 20 s unless a test overrides it. */
  leaseMarginMs?: number
  /** Up to which age a delivery that was leased at birth is sent without a claim; 250 ms unless a test overrides it. */
  maxBirthAgeMs?: number
  /** How long an endpoint is not tried again after a fault of the service itself; 10 s unless a test overrides it. */
  faultRetryMs?: number
}

export type TracingSpan = {
  /** As the W3C header has it. */
  readonly traceparent: string
  /** Spans that the work starts belong to this one. */
  run<Result>(work: () => Result): Result
  set(attributes: Record<string, string | number>): void
  rename(name: string): void
  /** With what has failed, if anything: a status or a code. */
  end(failure?: string | null): void
}

export type Tracing = {
  /** As part of the trace of `parent`, a traceparent header, or else of the span that is current. */
  start(
    kind: 'server' | 'client' | 'internal',
    name: string,
    attributes: Record<string, string | number>,
    parent?: string | null,
  ): TracingSpan
  current(): TracingSpan | null
  /** Exports what is left. */
  close(): Promise<void>
}

/** By e-mail address. */
export type DemoLogins = Readonly<Record<DemoSide, string>>

export type Deps = {
  db: Db
  secrets: Secrets
  limiter: Limiter
  documents: Documents
  clock: Clock
  log: FastifyBaseLogger
  /** The public URL of the service, without a trailing slash. Final once it listens: a port 0 is chosen then. */
  baseUrl: () => string
  rateLimits: RateLimits
  timeZone: string
  webhooks: WebhookPolicy
  idempotencyTtlSeconds: number
  /** How long a repeated request waits while the first one is still running. */
  idempotencyWaitMs: number
  remitoPointOfSale: number
  acceptancesKeptYears: number
  warehouse: Config['warehouse']
  /** Limits of exports that a test overrides. */
  csvPolicy?: Partial<CsvPolicy>
  trustProxy: readonly string[]
  corsOrigins: readonly string[]
  metricsToken: string | null
  /** Which users of the demo can be entered without a password; null: the service runs without demo data. */
  demo: DemoLogins | null
  /** Intervals of the live stream, if a test overrides them. */
  live?: { pollMs?: number; heartbeatMs?: number }
  /** Ends the wait for a request of an agent, if a test overrides it. */
  mcp?: { deadline?: () => AbortSignal }
  /** null: nothing is traced. */
  tracing: Tracing | null
  /** The other processes under the same supervisor; null: this one was started alone. */
  fleet: {
    /** The metrics of all of them, as Prometheus reads them. */
    metrics(): Promise<string>
    /** What prevents others from working. */
    faults(): Promise<string[]>
  } | null
  /** For /readyz: each returns null, or a description fit for the public of what prevents this process from working. */
  readinessChecks: (() => string | null)[]
}

/** Who makes a change, and in which request: for ledger and audit. */
export type Author = {
  actor: string
  requestId: string
  /** Of the staff, for whom the rows of sandboxes do not exist. */
  onlyLive?: boolean
}
