// A moment at which stock is asked for. The future has none, and "now" is asked for without a moment.
import { fault } from '@anden/contract/values'
import type { Clock } from '../deps.ts'
import { problem, summary } from '../problem.ts'

/** The clock of the database, which sets the times of ledger entries, can be ahead of ours. */
const clockToleranceMs = 5_000

export function requirePast(at: string, clock: Clock): string {
  if (Date.parse(at) <= clock() + clockToleranceMs) return at
  const errors = [{ pointer: 'at', ...fault('in_future') }]
  throw problem('validation/invalid-parameter', { detail: summary('parameters', errors), errors })
}
