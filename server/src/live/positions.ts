// A position in the live stream, the id of its events, is the id of the oldest transaction that was still running.
// Whatever commits later has that id or a higher one, so a client can resume from it on any process.
import { problem } from '../problem.ts'

const positionPattern = /^\d{1,19}$/

/** The position that a client sends back in `Last-Event-ID`. */
export function readPosition(lastEventId: string | null): bigint | null {
  if (lastEventId === null) return null
  if (positionPattern.test(lastEventId)) return BigInt(lastEventId)
  throw problem('validation/invalid-parameter', {
    errors: [{ pointer: 'Last-Event-ID', detail: 'is not the id of an event of this stream' }],
  })
}

/** A snapshot is written `oldest:end:running`; its transactions have ids from `oldest` to below `end`. */
export function boundsOf(snapshot: string): { oldest: bigint; end: bigint } {
  const [oldest = '0', end = '0'] = snapshot.split(':')
  return { oldest: BigInt(oldest), end: BigInt(end) }
}

/** The oldest transaction that any listener may not know of; null if there is nothing to read yet. */
export function oldestOf(
  snapshot: string | null,
  resuming: Iterable<{ since: bigint | null }>,
): bigint | null {
  let oldest = snapshot === null ? null : boundsOf(snapshot).oldest
  for (const { since } of resuming) {
    if (since !== null && (oldest === null || since < oldest)) oldest = since
  }
  return oldest
}
