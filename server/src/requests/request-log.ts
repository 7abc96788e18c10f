// Collects the requests of clients in memory and writes them in batches, so that the log costs a request no statement
// and no wait. Rows that cannot be written are kept up to a limit and then dropped: a request never fails or waits because
// of the log. A batch whose connection breaks during its commit is written again, and may then be counted twice.
import { Counter } from 'prom-client'
import type { Db } from '../db/database.ts'
import { isDatabaseUnavailable } from '../db/unavailable.ts'
import { withTimeout } from '../db/with-timeout.ts'
import type { Clock, Deps } from '../deps.ts'
import { isRead } from '../http/admission/limits/limiter.ts'
import { rateLimitSubject } from '../http/admission/principal.ts'
import { registry } from '../metrics.ts'
import { type HourlyCounts, hourlyCounts } from './counts.ts'
import { type ClientExchange, entryOf, oneHourMs, type RequestEntry } from './entry.ts'
import { addHours, addReads, insertRequests, limitLockWait } from './queries.ts'

const policy = {
  flushEveryMs: 1_000,
  /** Counters are written less often: with 500 keys in use it takes PostgreSQL 60 ms. */
  countersEveryMs: 5_000,
  /** A batch is written at once when it has this many rows or counters. */
  flushAtRows: 500,
  flushAtCounters: 5_000,
  /** Each has at most 6 KiB. */
  maxRows: 2_000,
  /** Each has less than 1 KiB. A key in use has two, and hundreds of keys are in use within a second. */
  maxCounters: 10_000,
  /** Another session may lock the tables. The connection must not wait for it for long. */
  lockWaitMs: 1_000,
  closeTimeoutMs: 3_000,
  warnEveryMs: 60_000,
}

const dropped = new Counter({
  name: 'anden_request_log_dropped_total',
  help: 'Rows and hourly counts that the log of requests lacks because it was full or could not be written',
  labelNames: ['reason'] as const,
  registers: [registry],
})

export type RequestLog = {
  /** Never throws. */
  record(exchange: ClientExchange): void
  /** Writes everything recorded so far. */
  flush(): Promise<void>
  close(): Promise<void>
}
type Batch = HourlyCounts & { rows: RequestEntry[] }
type Needed = { db: Db; clock: Clock; log: Pick<Deps['log'], 'warn'> }

export function createRequestLog(
  { db, clock, log }: Needed,
  overrides: Partial<typeof policy> = {},
): RequestLog {
  const { flushEveryMs, countersEveryMs, flushAtRows, flushAtCounters, maxRows, maxCounters, ...limits } = {
    ...policy,
    ...overrides,
  }
  let rows = new Map<string, RequestEntry>()
  let rowsInFlight = 0
  const counts = hourlyCounts(maxCounters)
  const rejections = rejectionRows()
  let writing: Promise<void> | null = null
  let isStalled = false
  let countersWrittenAt = performance.now()
  let unreported = 0
  let warnedAt = Number.NEGATIVE_INFINITY

  function drop(reason: 'full' | 'failed', count: number, err?: unknown) {
    if (count === 0) return
    dropped.inc({ reason }, count)
    unreported += count
    if (clock() - warnedAt < limits.warnEveryMs) return
    warnedAt = clock()
    log.warn({ err, dropped: unreported }, 'requests were not logged')
    unreported = 0
  }

  function addRow(row: RequestEntry): boolean {
    const known = rows.get(row.id)
    if (known) known.count += row.count
    else if (rows.size + rowsInFlight >= maxRows) return false
    else rows.set(row.id, row)
    return true
  }

  function add(exchange: ClientExchange) {
    const at = Math.floor(clock() - exchange.durationMs)
    const isCounted = counts.add(exchange, at)
    const isRow = exchange.status >= 400 || !isRead(exchange.method)
    const isLogged = !isRow || addRow(rejections.rowOf(exchange, at, () => entryOf(exchange, at)))
    if (!isCounted || !isLogged) drop('full', 1)
    const isFull = rows.size >= flushAtRows || counts.size() >= flushAtCounters
    if (isFull && !isStalled) void writeWaiting()
  }

  const areCountersDue = () =>
    counts.size() >= flushAtCounters || performance.now() - countersWrittenAt >= countersEveryMs

  function take(withCounters: boolean): Batch {
    const batch = [...rows.values()].slice(0, policy.flushAtRows)
    for (const { id } of batch) rows.delete(id)
    rowsInFlight = batch.length
    if (!withCounters) return { rows: batch, hours: [], reads: [] }
    countersWrittenAt = performance.now()
    return { rows: batch, ...counts.take() }
  }

  function putBack({ rows: failed, ...failedCounts }: Batch) {
    // The oldest stay first.
    const newer = rows
    rows = new Map(failed.map((row) => [row.id, row]))
    const lost = [...newer.values()].filter((row) => !addRow(row)).length
    drop('full', lost + counts.putBack(failedCounts))
  }

  async function write({ rows: entries, hours, reads }: Batch) {
    await db.transaction(async (tx) => {
      await tx.rows(limitLockWait(limits.lockWaitMs))
      if (entries.length > 0) await tx.run(insertRequests(entries))
      if (hours.length > 0) await tx.run(addHours(hours))
      if (reads.length > 0) await tx.run(addReads(reads))
    })
  }

  /** Writes the backlog of this moment only: otherwise it would not end while requests come in. */
  async function writeBatches(withCounters: boolean) {
    let left = rows.size
    if (left === 0 && !(withCounters && counts.size() > 0)) return
    do {
      const batch = take(withCounters)
      left -= batch.rows.length
      try {
        await write(batch)
        rowsInFlight = 0
        isStalled = false
      } catch (error) {
        rowsInFlight = 0
        isStalled = true
        if (mayPass(error)) return putBack(batch)
        drop('failed', batch.rows.length + batch.hours.length + batch.reads.length, error)
      }
    } while (left > 0 || rows.size >= flushAtRows)
  }

  function writeWaiting(withCounters = areCountersDue()): Promise<void> {
    writing ??= writeBatches(withCounters)
      .catch((err) => log.warn({ err }, 'the log of requests could not be written'))
      .finally(() => {
        writing = null
      })
    return writing
  }

  async function flush(): Promise<void> {
    await writing
    await writeWaiting(true)
  }

  const timer = setInterval(() => void writeWaiting(), flushEveryMs).unref()
  return {
    record(exchange) {
      try {
        add(exchange)
      } catch (err) {
        drop('failed', 1, err)
      }
    },
    flush,
    async close() {
      clearInterval(timer)
      await withTimeout(limits.closeTimeoutMs, writing ?? Promise.resolve())
      await withTimeout(limits.closeTimeoutMs, flush())
    },
  }
}

/** The database is unavailable, or a table is locked: worth another try. */
const mayPass = (error: unknown) =>
  isDatabaseUnavailable(error) || (error as { code?: unknown } | null)?.code === '55P03'

// Rejections by a rate limit come in floods, and are all alike. All rejections of one key (or person) in one tier and hour
// share one row: the first, with their number.
const maxKnown = 2_000

function rejectionRows() {
  let firsts = new Map<string, RequestEntry>()
  let hour = 0

  return {
    /** The row that this request counts in: its own, or that of the first such rejection. */
    rowOf(exchange: ClientExchange, at: number, render: () => RequestEntry): RequestEntry {
      if (exchange.status !== 429) return render()
      const currentHour = Math.floor(at / oneHourMs)
      if (currentHour !== hour || firsts.size >= maxKnown) {
        firsts = new Map()
        hour = currentHour
      }
      const subject = `${rateLimitSubject(exchange.caller)} ${String(exchange.problem?.['tier'])}`
      const first = firsts.get(subject) ?? render()
      firsts.set(subject, first)
      return { ...first }
    },
  }
}
