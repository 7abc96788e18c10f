// Dependencies for declaring routes without running them: a declaration calls none of them.

import { secretKeys } from '../config/secrets.ts'
import { readConfig } from '../config/settings.ts'
import type { RouteDeps } from './deps.ts'

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
