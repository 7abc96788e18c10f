// Counts of requests by hour, collected in memory until they are added to those in the database. The number of counters
// is bounded. A request beyond that is not counted, and `add` returns false.
import { isRead } from '../http/admission/limits/limiter.ts'
import { type ClientExchange, oneHourMs, oneMinuteMs } from './entry.ts'

export type HourOfKey = {
  client_id: string
  key_id: string
  hour: string
  ok: number
  ok_reads: number
  client_errors: number
  server_errors: number
  rate_limited: number
  reads: number
  writes: number
  by_minute: number[]
}
export type HourOfClient = { client_id: string; hour: string; count: number }
export type HourlyCounts = { hours: HourOfKey[]; reads: HourOfClient[] }

/** Keyed by hour, then by key or client: one joined name would cost 5 % of the CPU time of an unchanged page. */
type ByHour<Counter> = Map<number, Map<string, Counter>>

const all = <Counter>(counters: ByHour<Counter>) =>
  [...counters.values()].flatMap((ofHour) => [...ofHour.values()])

export function hourlyCounts(maxCounters: number) {
  let hours: ByHour<HourOfKey> = new Map()
  let reads: ByHour<HourOfClient> = new Map()
  let size = 0

  function counterOf<Counter>(
    counters: ByHour<Counter>,
    hour: number,
    id: string,
    create: () => Counter,
  ): Counter | undefined {
    const ofHour = counters.get(hour) ?? new Map<string, Counter>()
    const known = ofHour.get(id)
    if (known !== undefined || size >= maxCounters) return known
    const created = create()
    counters.set(hour, ofHour.set(id, created))
    size += 1
    return created
  }

  const ofKey = (clientId: string, keyId: string, hour: number) =>
    counterOf(hours, hour, keyId, () => emptyHour(clientId, keyId, new Date(hour).toISOString()))

  const ofClient = (client_id: string, hour: number) =>
    counterOf(reads, hour, client_id, () => ({ client_id, hour: new Date(hour).toISOString(), count: 0 }))

  return {
    size: () => size,
    add({ caller: { client, key }, method, status }: ClientExchange, at: number): boolean {
      const hour = at - (at % oneHourMs)
      let isCounted = true
      if (key) {
        const counter = ofKey(client.id, key.id, hour)
        if (counter) addTo(counter, method, status, Math.floor((at % oneHourMs) / oneMinuteMs))
        else isCounted = false
      }
      if (status < 400 && isRead(method)) {
        const counter = ofClient(client.id, hour)
        if (counter) counter.count += 1
        else isCounted = false
      }
      return isCounted
    },
    take(): HourlyCounts {
      const taken = { hours: all(hours), reads: all(reads) }
      hours = new Map()
      reads = new Map()
      size = 0
      return taken
    },
    /** For counts that could not be written. Returns how many counters no longer fit. */
    putBack(counts: HourlyCounts): number {
      let lost = 0
      for (const one of counts.hours) {
        const counter = ofKey(one.client_id, one.key_id, Date.parse(one.hour))
        if (counter) merge(counter, one)
        else lost += 1
      }
      for (const one of counts.reads) {
        const counter = ofClient(one.client_id, Date.parse(one.hour))
        if (counter) counter.count += one.count
        else lost += 1
      }
      return lost
    },
  }
}

const emptyHour = (client_id: string, key_id: string, hour: string): HourOfKey => ({
  client_id,
  key_id,
  hour,
  ok: 0,
  ok_reads: 0,
  client_errors: 0,
  server_errors: 0,
  rate_limited: 0,
  reads: 0,
  writes: 0,
  by_minute: Array.from({ length: 60 }, () => 0),
})

function addTo(counter: HourOfKey, method: string, status: number, minute: number) {
  if (status === 429) {
    counter.rate_limited += 1
    return
  }
  counter[status < 400 ? 'ok' : status < 500 ? 'client_errors' : 'server_errors'] += 1
  if (status < 400 && isRead(method)) counter.ok_reads += 1
  counter[isRead(method) ? 'reads' : 'writes'] += 1
  counter.by_minute[minute] = (counter.by_minute[minute] ?? 0) + 1
}

const sums = ['ok', 'ok_reads', 'client_errors', 'server_errors', 'rate_limited', 'reads', 'writes'] as const

function merge(into: HourOfKey, from: HourOfKey) {
  for (const name of sums) into[name] += from[name]
  into.by_minute = into.by_minute.map((count, minute) => count + (from.by_minute[minute] ?? 0))
}
