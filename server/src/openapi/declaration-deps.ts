// Declaring routes calls nothing; this stands in for the parts that a declared route would use when called.
import type { Deps } from '../deps.ts'
import { deriveSecrets } from '../secrets.ts'

export const declarationDeps = {
  clock: Date.now,
  timeZone: 'UTC',
  baseUrl: () => '',
  secrets: deriveSecrets('only for declaring routes'),
} as Partial<Deps> as Deps
