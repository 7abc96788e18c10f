// The admitted hits of one subject in one tier, oldest first, in a ring buffer of float64 timestamps. A log instead of
// counters: counters per bucket admit up to twice the limit around a bucket's boundary. The ring grows by doubling and
// shrinks again, so its size follows the hits in the window. Its capacity is a power of two for the index mask.
const minCapacity = 4

export type HitLog = {
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

export function dropNewest(log: HitLog | undefined): void {
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
