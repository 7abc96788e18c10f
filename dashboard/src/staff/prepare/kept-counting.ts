// Keeps the counting of an order on this device, so that it survives a reload and a flat battery. It belongs to the order
// and its lines: if the lines have changed, it is forgotten.
import { type Counting, nothingCounted, type PickLine } from './counting.ts'

type Kept = { lines: string; at: number; counting: Counting }

const prefix = 'anden.prepare.'
const keptForMs = 14 * 24 * 60 * 60_000

export const keyOfCounting = (orderId: string) => `${prefix}${orderId}`

export function readCounting(storage: Storage, orderId: string, lines: readonly PickLine[]): Counting {
  const kept = parse(storage.getItem(keyOfCounting(orderId)))
  return kept && kept.lines === signatureOf(lines) && isPossible(kept.counting, lines)
    ? kept.counting
    : nothingCounted
}

/** Returns false if the device has no room for it. */
export function keepCounting(
  storage: Storage,
  {
    orderId,
    lines,
    counting,
    now,
  }: { orderId: string; lines: readonly PickLine[]; counting: Counting; now: number },
): boolean {
  try {
    forgetOld(storage, now)
    const kept: Kept = { lines: signatureOf(lines), at: now, counting }
    storage.setItem(keyOfCounting(orderId), JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}

export const forgetCounting = (storage: Storage, orderId: string) =>
  storage.removeItem(keyOfCounting(orderId))

/** Orders that were packed on another device or cancelled. */
function forgetOld(storage: Storage, now: number): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  for (const key of keys) {
    const kept = key.startsWith(prefix) ? parse(storage.getItem(key)) : undefined
    if (kept === null || (kept && now - kept.at > keptForMs)) storage.removeItem(key)
  }
}

const signatureOf = (lines: readonly PickLine[]) =>
  lines
    .map(({ lot_id, ordered }) => `${lot_id} ${ordered}`)
    .sort()
    .join()

function parse(text: string | null): Kept | null {
  try {
    const kept = JSON.parse(text ?? 'null')
    return typeof kept?.at === 'number' && kept.counting?.tallies && Array.isArray(kept.counting.undoable)
      ? kept
      : null
  } catch {
    return null
  }
}

/** Another version of the page may have written it. */
function isPossible({ tallies, undoable }: Counting, lines: readonly PickLine[]): boolean {
  const ordered = new Map(lines.map((line) => [line.lot_id, line.ordered]))
  return [tallies, ...undoable].every((some) =>
    Object.entries(some).every(
      ([id, { scanned, byHand }]) =>
        Number.isSafeInteger(scanned) &&
        Number.isSafeInteger(byHand) &&
        scanned >= 0 &&
        byHand >= 0 &&
        scanned + byHand <= (ordered.get(id) ?? -1),
    ),
  )
}
