// The supervisor of several serving processes on one machine. It starts them, starts those again that end, counts for the rate
// limits of all, and answers for all when one of them is asked for metrics.
import { setTimeout as sleep } from 'node:timers/promises'
import { AggregatorRegistry } from 'prom-client'
import { memoryLimiter } from '../../http/admission/limits/memory.ts'
import { toShared } from '../../http/admission/limits/supervised.ts'
import { processRestarts, registry } from '../../metrics.ts'
import type { Log } from '../log.ts'
import type { MetricsSnapshot, Ready } from './channel.ts'
import { type FleetProcess, launchProcess, prepareLaunches } from './launch.ts'

const policy = {
  /** A process cuts off what hangs after 11 s, and then closes what it has opened. */
  stopMs: 18_000,
  metricsMs: 1_000,
  faultsMs: 500,
}

export type Fleet = Ready & {
  /** Resolves when all processes have ended: whether all of them could finish. */
  stop(): Promise<boolean>
  /** Ends all processes at once. */
  kill(): void
}

type FleetOptions = {
  processes: number
  maxConnections: number
  /** Added to the environment of each process. */
  settings: Record<string, string>
  /** That of each process. */
  commandLine: readonly string[]
  log: Log
}

/** Resolves when every process has started once, or has failed to; null if the first one did, which says why. */
export async function startFleet({
  processes,
  maxConnections,
  settings,
  commandLine,
  log,
}: FleetOptions): Promise<Fleet | null> {
  const running = new Map<number, FleetProcess>()
  /** The running processes that have started. */
  const serving = new Set<FleetProcess>()
  const stopping = new AbortController()
  const limiter = memoryLimiter({ now: () => performance.now() })
  const metrics = totalMetrics()
  prepareLaunches(commandLine)

  const othersThan = (number: number) => [...serving].filter((one) => one.number !== number)

  async function metricsOfAll(number: number, own: MetricsSnapshot): Promise<string> {
    metrics.note(number, own)
    const asked = othersThan(number).map(async (other) => {
      const answer = await other.channel.ask('metrics', null, policy.metricsMs)
      if (answer && serving.has(other)) metrics.note(other.number, answer)
    })
    await Promise.all(asked)
    return metrics.text(number, (await registry.getMetricsAsJSON()).filter(isOfSupervisor))
  }

  async function faultsOfOthers(number: number): Promise<string[]> {
    const asked = othersThan(number).map((other) => other.channel.ask('faults', null, policy.faultsMs))
    return (await Promise.all(asked)).flatMap((faults) => faults ?? [])
  }

  function start(number: number): FleetProcess {
    const started = launchProcess({ number, maxConnections }, settings, {
      take: (requests) => requests.map(({ subject, windows }) => toShared(limiter.take(subject, windows))),
      release: ({ subject, windows }) => {
        void limiter.release(subject, windows)
        return null
      },
      metrics: (own) => metricsOfAll(number, own),
      faults: () => faultsOfOthers(number),
    })
    running.set(number, started)
    void started.ready.then((ready) => ready && serving.add(started))
    return started
  }

  async function untilEnded(one: FleetProcess) {
    const ended = await one.ended
    running.delete(one.number)
    serving.delete(one)
    await metrics.end(one.number)
    return ended
  }

  async function keepRunning(first: FleetProcess): Promise<void> {
    let current = first
    for (let endedInARow = 1; ; endedInARow += 1) {
      const ended = await untilEnded(current)
      if (stopping.signal.aborted) return
      if (performance.now() - current.startedAt > stableAfterMs) endedInARow = 1
      const delayMs = restartDelayMs(endedInARow)
      processRestarts.inc()
      log.warn(
        { number: current.number, pid: current.pid, ...ended, restart_ms: delayMs },
        'a process ended; starting it again',
      )
      await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      current = start(current.number)
    }
  }

  // The others start after the first: what is wrong for all is reported once, and what is done once is done by then.
  const first = start(1)
  const ready = await first.ready
  if (!ready) return null
  const kept = [keepRunning(first)]
  const others = Array.from({ length: processes - 1 }, (_, index) => start(index + 2))
  kept.push(...others.map(keepRunning))
  await Promise.all(others.map((other) => other.ready))

  let isComplete = true
  const kill = () => {
    isComplete = false
    stopping.abort()
    for (const one of running.values()) one.kill()
  }
  return {
    ...ready,
    kill,
    async stop() {
      stopping.abort()
      const timer = setTimeout(kill, policy.stopMs)
      for (const one of running.values()) void one.channel.ask('stop', null, policy.stopMs)
      await Promise.all(kept)
      clearTimeout(timer)
      return isComplete
    },
  }
}

/** The supervisor serves no request, so only what concerns its own process is of interest. */
const isOfSupervisor = ({ name }: { name: string }) =>
  name.startsWith('process_') || name === processRestartsName
const processRestartsName = 'anden_process_restarts_total'

const firstMs = 250
const maxMs = 30_000

/** A process that ran this long started well, so that its end counts as the first again. */
const stableAfterMs = 60_000

/** How long to wait before a process is started again that has ended so many times in a row. */
export function restartDelayMs(endedInARow: number): number {
  return Math.min(maxMs, firstMs * 2 ** (endedInARow - 1))
}

// The metrics of several processes as one. Counters and histograms of a process that has ended remain part of the sum:
// otherwise the sum would fall, and Prometheus would take that for a restart and count all requests once more.
export function totalMetrics() {
  const latest = new Map<number, MetricsSnapshot>()
  let ofEnded: MetricsSnapshot = []
  return {
    /** The latest of a process; they stay until there are newer ones, also if the process is too busy to answer. */
    note: (number: number, metrics: MetricsSnapshot) => latest.set(number, metrics),
    async end(number: number): Promise<void> {
      const last = latest.get(number)?.filter(({ type }) => isCumulative(String(type))) ?? []
      latest.delete(number)
      ofEnded = await AggregatorRegistry.aggregate([ofEnded, last]).getMetricsAsJSON()
    },
    /** What all processes read from the database is taken from the first one, which has just read it. */
    text(first: number, ofSupervisor: MetricsSnapshot): Promise<string> {
      const others = [...latest].filter(([number]) => number !== first).map(([, metrics]) => metrics)
      const all = [latest.get(first) ?? [], ...others, ofEnded, ofSupervisor]
      return AggregatorRegistry.aggregate(all).metrics()
    },
  }
}

const isCumulative = (type: string) => type === 'counter' || type === 'histogram'
