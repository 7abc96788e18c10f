// The admitted hits of one subject in one tier, oldest first, in a ring of float64 timestamps. A log and not a
// counter: counters per bucket let up to twice the limit through around a boundary. The ring grows by doubling
// and shrinks again, so a log costs what its window holds; its capacity is a power of two for the index mask.

const SMALLEST = 4

export type HitLog = {
  times: Float64Array
  head: number
  count: number
  /** As last asked for; lets the sweep judge the log without its window at hand. */
  windowMs: number
}

export function emptyLog(windowMs: number): HitLog {
  return { times: new Float64Array(SMALLEST), head: 0, count: 0, windowMs }
}

/** The time of the hit at `index`, 0 being the oldest; undefined where there is none. */
export function hitAt(log: HitLog, index: number): number | undefined {
  return index >= 0 && index < log.count ? log.times[(log.head + index) & (log.times.length - 1)] : undefined
}

/** `at` is never earlier than the newest hit: the limiter's clock does not go back. */
export function addHit(log: HitLog, at: number): void {
  if (log.count === log.times.length) resize(log, log.count * 2)
  log.times[(log.head + log.count) & (log.times.length - 1)] = at
  log.count += 1
}

/** Drops what has left the window: each hit is added once and dropped once, so this is O(1) a request. */
export function dropExpired(log: HitLog, now: number): void {
  const { times, windowMs } = log
  const mask = times.length - 1
  while (log.count > 0 && (times[log.head] ?? 0) + windowMs <= now) {
    log.head = (log.head + 1) & mask
    log.count -= 1
  }
}

/** Gives memory back. At a quarter, not at a half, so that a log around a power of two does not flap. */
export function shrink(log: HitLog): void {
  let capacity = log.times.length
  while (capacity > SMALLEST && log.count <= capacity / 4) capacity /= 2
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
