// A position in the live stream is the id of the oldest transaction that was still running. Whatever commits later has that
// id or a higher one, so a client can resume from it on any process. These ids count the writes of the whole service, so
// they are sealed: an event's id does not reveal how much others write, and only the client that it was sent to can use it.
import { hkdfSync } from 'node:crypto'
import type { Secrets } from '../config/secrets.ts'
import { secretBox } from '../secret-key/secret-box.ts'

/** A fixed length, because the number of digits would reveal the magnitude. */
const digits = 20

/** The position for an unknown id: everything may have changed since. */
const beginning = 0n

/** `clientId`: null for the staff, who listen to every client. */
export function positionIds({ cursorKey }: Pick<Secrets, 'cursorKey'>) {
  const box = secretBox(Buffer.from(hkdfSync('sha256', cursorKey, 'anden', 'live position', 32)))
  const ownerOf = (clientId: string | null) => clientId ?? 'staff'
  return {
    seal: (position: bigint, clientId: string | null): string =>
      box.seal(String(position).padStart(digits, '0'), ownerOf(clientId)).toString('base64url'),

    /** Reads `Last-Event-ID`. An id that was forged, damaged or sent to another client is unknown. */
    open(id: string | null, clientId: string | null): bigint | null {
      if (id === null) return null
      const position = box.open(Buffer.from(id, 'base64url'), ownerOf(clientId))
      return position?.length === digits ? BigInt(position) : beginning
    },
  }
}

/** A snapshot is written `oldest:end:running`; its transactions have ids from `oldest` to below `end`. */
export function boundsOf(snapshot: string): { oldest: bigint; end: bigint } {
  const [oldest = '0', end = '0'] = snapshot.split(':')
  return { oldest: BigInt(oldest), end: BigInt(end) }
}

/** The oldest transaction that any listener may not have seen; null if there is nothing to read yet. */
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
