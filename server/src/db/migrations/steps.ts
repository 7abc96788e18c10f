// The steps of migrations that are code, by the name that is used in the migration file. Each can be repeated after an
// interruption, and works in batches, so that it holds locks only briefly.
import type pg from 'pg'
import type { Retry } from './apply.ts'
import { fillObjectsOfEvents } from './fill-objects-of-events.ts'
import { normaliseLines } from './normalise-lines.ts'
import { rebuildCheckpoints } from './rebuild-checkpoints.ts'
import { refoldNames } from './refold-names.ts'

type Step = (connection: pg.Client, retry: Retry) => Promise<void>

export const steps: Record<string, Step> = {
  'fill-objects-of-events': fillObjectsOfEvents,
  'normalise-lines': normaliseLines,
  'rebuild-checkpoints': rebuildCheckpoints,
  'refold-names': refoldNames,
}
