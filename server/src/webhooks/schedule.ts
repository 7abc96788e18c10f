// The retry schedule. Each wait counts from the end of the previous attempt.

/** Seconds until the next attempt after this many; null: no more attempts. */
export function waitAfter(attempts: number, scheduleSeconds: readonly number[]): number | null {
  return scheduleSeconds[attempts] ?? null
}

export function firstWait(scheduleSeconds: readonly number[]): number {
  return scheduleSeconds[0] ?? 0
}
