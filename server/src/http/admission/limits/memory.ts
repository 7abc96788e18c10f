// The in-process limiter: exact, synchronous, no timer. Memory stays bounded because each request also visits two known
// subjects and removes them if idle. So every subject is visited within as many requests as there are subjects, even if
// each of those requests adds a new one. Once all have been visited, the sweep rests for a second.
import { addHit, dropExpired, dropNewest, emptyLog, type HitLog, hitAt, shrink } from './hit-log.ts'
import { admitted, type LimitDecision, type Limiter, ownWindow, refused, type Window } from './limiter.ts'

const sweptPerTake = 2
const sweepRestMs = 1_000

type Logs = Record<Window['tier'], HitLog | undefined>

export type MemoryLimiter = Omit<Limiter, 'take'> & {
  take(subject: string, windows: readonly Window[]): LimitDecision
  subjectCount(): number
}

/** `now` in milliseconds. Prefer a monotonic clock: if it is set back, time stands still until it has caught up. */
export function memoryLimiter({ now }: { now: () => number }): MemoryLimiter {
  const subjects = new Map<string, Logs>()
  let sweep = subjects.entries()
  let latest = Number.NEGATIVE_INFINITY
  let restsUntil = Number.NEGATIVE_INFINITY

  /** Never goes back, or hits would be out of order and some would expire too early. */
  function tick(): number {
    const at = now()
    if (at > latest) latest = at
    return latest
  }

  function sweepSome(at: number): void {
    if (at < restsUntil) return
    for (let visited = 0; visited < sweptPerTake; visited += 1) {
      const { done, value } = sweep.next()
      if (done || value === undefined) {
        sweep = subjects.entries()
        restsUntil = at + sweepRestMs
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
    release(subject, windows) {
      const logs = subjects.get(subject)
      for (const { tier } of logs ? windows : []) dropNewest(logs?.[tier])
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

/** Milliseconds until the window has room; 0 if it has. After a limit was lowered, several hits may have to expire. */
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
  // No short circuit: every log is compacted, even if another one keeps the subject alive.
  const held = compact(read, at) + compact(write, at) + compact(burst, at) + compact(auth, at)
  return held === 0
}

function compact(log: HitLog | undefined, at: number): number {
  if (log === undefined) return 0
  dropExpired(log, at)
  shrink(log)
  return log.count
}
