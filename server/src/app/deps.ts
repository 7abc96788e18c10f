// Everything that a process is put together from: what is below the rooms, and what they add.
import type { FileStorage } from '../attachments/storage.ts'
import { secretKeys } from '../config/secrets.ts'
import { readConfig } from '../config/settings.ts'
import type { Dashboard } from '../dashboard/build.ts'
import type { Deps } from '../deps.ts'
import type { Passwords } from '../identity/passwords.ts'
import type { TopicChanges } from '../live/changes.ts'
import type { RequestLog } from '../requests/request-log.ts'
import type { UrlRule } from '../webhooks/endpoints.ts'
import type { Sender } from '../webhooks/send.ts'

export type AppDeps = Deps & {
  passwords: Passwords
  /** Storage of attachments. */
  files: FileStorage
  /** The log of requests that clients can read. */
  requestLog: RequestLog
  sender: Sender
  urlRule: UrlRule
  /** null: only the APIs and the documentation are served. */
  dashboard: Dashboard | null
}

/** The dependencies with what each HTTP server creates for its routes. */
export type RouteDeps = AppDeps & { changes: TopicChanges }

// Dependencies for declaring routes without running them: a declaration calls none of them.

const { rateLimits, idempotencyTtlSeconds, webhooks } = readConfig({})

export const declarationDeps = {
  rateLimits,
  idempotencyTtlSeconds,
  webhooks,
  demo: null,
  clock: Date.now,
  timeZone: 'UTC',
  baseUrl: () => '',
  secrets: { ...secretKeys(['only for declaring routes']), cursorKey: Buffer.alloc(32) },
} as Partial<RouteDeps> as RouteDeps
