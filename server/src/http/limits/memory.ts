// The limiter of a single process: exact, synchronous, and without a timer. Memory stays bounded because each
// request also looks at two known subjects and forgets the idle ones: every subject is seen within as many
// requests as there are subjects, even if each of those requests brings a new one.

import { addHit, dropExpired, emptyLog, type HitLog, hitAt, shrink } from './hit-log.ts'
import { admitted, type LimitDecision, type Limiter, ownWindow, refused, type Window } from './limiter.ts'

const SWEPT_PER_TAKE = 2

type Logs = Record<Window['tier'], HitLog | undefined>

export type MemoryLimiter = Omit<Limiter, 'take'> & {
  take(subject: string, windows: readonly Window[]): LimitDecision
  subjectCount(): number
}

/** `now` in milliseconds; a monotonic clock is best, as one set back holds the windows until it has caught up. */
export function memoryLimiter({ now }: { now: () => number }): MemoryLimiter {
  const subjects = new Map<string, Logs>()
  let sweep = subjects.entries()
  let latest = Number.NEGATIVE_INFINITY

  /** Time that never runs backwards, else hits would be out of order and some forgotten too early. */
  function tick(): number {
    const at = now()
    if (at > latest) latest = at
    return latest
  }

  function sweepSome(at: number): void {
    for (let visited = 0; visited < SWEPT_PER_TAKE; visited += 1) {
      const { done, value } = sweep.next()
      if (done || value === undefined) {
        sweep = subjects.entries()
        return
      }
      const [subject, logs] = value
      if (isIdle(logs, at)) subjects.delete(subject)
    }
  }

  return {
    take(subject, windows) {
      const own = ownWindow(windows)
      const at = tick()
      sweepSome(at)
      const known = subjects.get(subject)
      const logs = known ?? { read: undefined, write: undefined, burst: undefined, auth: undefined }
      const refused = refuse(logs, windows, at)
      if (refused) return refused
      if (known === undefined) subjects.set(subject, logs)
      for (const window of windows) countIn(logs, window, at)
      return admitted(own, own.limit - (logs[own.tier]?.count ?? 0))
    },
    subjectCount: () => subjects.size,
    async close() {
      subjects.clear()
    },
  }
}

function refuse(logs: Logs, windows: readonly Window[], at: number): LimitDecision | undefined {
  let refusing: Window | undefined
  let longestMs = 0
  for (const window of windows) {
    const waitMs = waitFor(logs[window.tier], window, at)
    if (waitMs > longestMs) {
      longestMs = waitMs
      refusing = window
    }
  }
  if (refusing === undefined) return undefined
  const log = logs[refusing.tier]
  const newest = log && hitAt(log, log.count - 1)
  return refused(refusing, longestMs, newest === undefined ? 0 : newest + refusing.windowMs - at)
}

/** Milliseconds until the window has room, 0 if it has. A lowered limit may need several hits to leave first. */
function waitFor(log: HitLog | undefined, { limit, windowMs }: Window, at: number): number {
  if (log === undefined) return limit < 1 ? windowMs : 0
  log.windowMs = windowMs
  dropExpired(log, at)
  if (log.count < limit) return 0
  const leaving = hitAt(log, log.count - limit)
  return leaving === undefined ? windowMs : leaving + windowMs - at
}

function countIn(logs: Logs, { tier, windowMs }: Window, at: number): void {
  const log = logs[tier] ?? emptyLog(windowMs)
  logs[tier] = log
  addHit(log, at)
}

function isIdle({ read, write, burst, auth }: Logs, at: number): boolean {
  // No short cut: each log is to be tidied, whether or not another one keeps the subject alive.
  const held = tidy(read, at) + tidy(write, at) + tidy(burst, at) + tidy(auth, at)
  return held === 0
}

function tidy(log: HitLog | undefined, at: number): number {
  if (log === undefined) return 0
  dropExpired(log, at)
  shrink(log)
  return log.count
}
