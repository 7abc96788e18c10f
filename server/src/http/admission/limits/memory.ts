// The in-process limiter: exact, synchronous, no timer. Memory stays bounded because each request also visits two known
// subjects and removes them if idle. So every subject is visited within as many requests as there are subjects, even if
// each of those requests adds a new one. Once all have been visited, the sweep rests for a second.
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

// The admitted hits of one subject in one tier, oldest first, in a ring buffer of float64 timestamps. A log instead of
// counters: counters per bucket admit up to twice the limit around a bucket's boundary. The ring grows by doubling and
// shrinks again, so its size follows the hits in the window. Its capacity is a power of two for the index mask.
const minCapacity = 4

type HitLog = {
  times: Float64Array
  head: number
  count: number
  /** As of the last request, so that the sweep can expire hits without knowing the window. */
  windowMs: number
}

export function emptyLog(windowMs: number): HitLog {
  return { times: new Float64Array(minCapacity), head: 0, count: 0, windowMs }
}

/** The time of the hit at `index`, 0 being the oldest; undefined if there is none. */
export function hitAt(log: HitLog, index: number): number | undefined {
  return index >= 0 && index < log.count ? log.times[(log.head + index) & (log.times.length - 1)] : undefined
}

/** `at` must not be earlier than the newest hit: the limiter's clock never goes back. */
export function addHit(log: HitLog, at: number): void {
  if (log.count === log.times.length) resize(log, log.count * 2)
  log.times[(log.head + log.count) & (log.times.length - 1)] = at
  log.count += 1
}

/** Drops the hits that have left the window. Each hit is added and dropped once: amortised O(1) per request. */
export function dropExpired(log: HitLog, now: number): void {
  const { times, windowMs } = log
  const mask = times.length - 1
  while (log.count > 0 && (times[log.head] ?? 0) + windowMs <= now) {
    log.head = (log.head + 1) & mask
    log.count -= 1
  }
}

function dropNewest(log: HitLog | undefined): void {
  if (log !== undefined && log.count > 0) log.count -= 1
}

/** Frees memory. At a quarter instead of a half, so that a log around a power of two does not resize repeatedly. */
export function shrink(log: HitLog): void {
  let capacity = log.times.length
  while (capacity > minCapacity && log.count <= capacity / 4) capacity /= 2
  if (capacity < log.times.length) resize(log, capacity)
}

function resize(log: HitLog, capacity: number): void {
  const times = new Float64Array(capacity)
  const untilEdge = log.times.subarray(log.head, log.head + log.count)
  times.set(untilEdge)
  times.set(log.times.subarray(0, log.count - untilEdge.length), untilEdge.length)
  log.times = times
  log.head = 0
}
