// The parts of migrations that are code, by the name that the migration's file has for them. Each can be run again
// after it was cut short, and works in batches, so that nobody waits long for its locks.
import type pg from 'pg'
import type { Retried } from './apply.ts'
import { refoldNames } from './refold-names.ts'

type Step = (connection: pg.Client, retried: Retried) => Promise<void>

export const steps: Record<string, Step> = {
  'refold-names': refoldNames,
}
