// The metrics of several processes as one. Counters and histograms of a process that has ended remain part of the sum:
// otherwise the sum would fall, and Prometheus would take that for a restart and count all requests once more.
import { AggregatorRegistry } from 'prom-client'
import type { MetricsSnapshot } from './messages.ts'

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
