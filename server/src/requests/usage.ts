// How much a key is used, from its hourly counts. The limits slide over any 60 minutes or seconds; the counts are by the
// hours and minutes of the clock, so a peak can be lower than the maximum that a limit has seen.
import type { KeyUsage, LimitUsage, RateLimits } from '@anden/contract'
import type { Queryable } from '../db/queryable.ts'
import { requireKey } from '../identity/client-keys.ts'
import { oneHourMs, oneMinuteMs, requestLogDays } from './entry.ts'
import { type UsageRow, usageByHour } from './queries.ts'

type Peak = { count: number; at: string | null }

export async function usageOfKey(
  at: Queryable,
  clientId: string,
  keyId: string,
  { now, defaults }: { now: number; defaults: RateLimits },
): Promise<KeyUsage> {
  const key = await requireKey(at, clientId, keyId)
  const from = new Date(now - requestLogDays * 24 * oneHourMs).toISOString()
  const rows = await at.rows(usageByHour(clientId, keyId, from, Math.floor((now % oneHourMs) / oneMinuteMs)))
  const current = rows.find(({ hour }) => Date.parse(hour) === now - (now % oneHourMs))
  const hourly = (limit: number, tier: 'reads' | 'writes'): LimitUsage =>
    limitUsage(
      limit,
      3600,
      current?.[tier] ?? 0,
      peakOf(rows, (row) => ({ count: row[tier], at: row.hour })),
    )
  return {
    key_id: keyId,
    limits: {
      read_per_hour: hourly(key.read_per_hour ?? defaults.read_per_hour, 'reads'),
      write_per_hour: hourly(key.write_per_hour ?? defaults.write_per_hour, 'writes'),
      burst_per_minute: limitUsage(
        key.burst_per_minute ?? defaults.burst_per_minute,
        60,
        current?.minute_count ?? 0,
        peakOf(rows, busiestMinute),
      ),
    },
    hours: rows,
  }
}

const limitUsage = (limit: number, window_seconds: number, used: number, peak: Peak): LimitUsage => ({
  limit,
  window_seconds,
  used,
  peak: peak.count,
  peak_at: peak.at,
})

/** The first of several equal peaks. */
function peakOf(rows: readonly UsageRow[], candidate: (row: UsageRow) => Peak): Peak {
  return rows
    .map(candidate)
    .reduce((peak, one) => (one.count > peak.count ? one : peak), { count: 0, at: null })
}

const busiestMinute = (row: UsageRow): Peak => ({
  count: row.busiest_count,
  at: new Date(Date.parse(row.hour) + row.busiest_minute * oneMinuteMs).toISOString(),
})
