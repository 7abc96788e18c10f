import type { KeyUsage } from '@anden/sdk'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
export const usageDays = 14

type Hour = KeyUsage['hours'][number]

const failed = ({ client_error, server_error, rate_limited }: Hour) =>
  client_error + server_error + rate_limited
const total = (hour: Hour) => hour.ok + failed(hour)

/** Requests per day; the last day is the last 24 hours. */
export function requestsPerDay({ hours }: KeyUsage, now = Date.now()): number[] {
  const days = Array.from({ length: usageDays }, () => 0)
  for (const hour of hours) {
    const day = usageDays - 1 - Math.floor((now - Date.parse(hour.hour)) / dayMs)
    if (days[day] !== undefined) days[day] += total(hour)
  }
  return days
}

export function requestsSince({ hours }: KeyUsage, ms: number, now = Date.now()) {
  const counted = hours.filter(({ hour }) => Date.parse(hour) + hourMs > now - ms)
  return {
    all: counted.reduce((sum, hour) => sum + total(hour), 0),
    failed: counted.reduce((sum, hour) => sum + failed(hour), 0),
  }
}

export const oneDayMs = dayMs
