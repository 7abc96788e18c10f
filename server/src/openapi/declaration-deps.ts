// Declaring routes calls nothing; this stands in for the parts that a declared route would use when called.
import type { Deps } from '../deps.ts'
import { secretKeys } from '../secrets.ts'

export const declarationDeps = {
  clock: Date.now,
  timeZone: 'UTC',
  baseUrl: () => '',
  secrets: { ...secretKeys(['only for declaring routes']), cursorKey: Buffer.alloc(32) },
} as Partial<Deps> as Deps
