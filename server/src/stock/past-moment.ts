// A past moment at which stock is read. The future has no stock, and the present is read without a moment.
import type { Clock } from '../deps.ts'
import { problem, summary } from '../problem.ts'

/** The clock of the database, which sets the times of ledger entries, can be ahead of ours. */
const clockToleranceMs = 5_000

export function requirePast(at: string, clock: Clock): string {
  if (Date.parse(at) <= clock() + clockToleranceMs) return at
  const errors = [{ pointer: 'at', detail: 'must not be in the future; leave it out for the current stock' }]
  throw problem('validation/invalid-parameter', { detail: summary('parameters', errors), errors })
}
