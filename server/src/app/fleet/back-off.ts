const firstMs = 250
const maxMs = 30_000

/** A process that ran this long started well, so that its end counts as the first again. */
export const stableAfterMs = 60_000

/** How long to wait before a process is started again that has ended so many times in a row. */
export function restartDelayMs(endedInARow: number): number {
  return Math.min(maxMs, firstMs * 2 ** (endedInARow - 1))
}
