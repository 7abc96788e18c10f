// When an attempt is made again: the waits count from the end of the one before.

/** Seconds until the next attempt after so many; null: that was the last. */
export function waitAfter(attempts: number, scheduleSeconds: readonly number[]): number | null {
  return scheduleSeconds[attempts] ?? null
}

export function firstWait(scheduleSeconds: readonly number[]): number {
  return scheduleSeconds[0] ?? 0
}
