// The figures in the API reference come from the settings in use, so that it never promises what this installation does
// not do. The committed documents are generated with the defaults.
import type { Deps } from '../deps.ts'

export type Figures = Pick<Deps, 'rateLimits' | 'idempotencyTtlSeconds' | 'webhooks'>

export function figureTexts({ rateLimits, idempotencyTtlSeconds, webhooks }: Figures) {
  const attempts = webhooks.retryScheduleSeconds.length
  const totalSeconds = webhooks.retryScheduleSeconds.reduce((sum, seconds) => sum + seconds, 0)
  return {
    limits: `${rateLimits.read_per_hour} reads and ${rateLimits.write_per_hour} writes per hour, and ${rateLimits.burst_per_minute} requests of any kind per minute`,
    readsPerHour: rateLimits.read_per_hour,
    idempotencyTtl: span(idempotencyTtlSeconds),
    receiverTimeout: span(webhooks.timeoutMs / 1000),
    attempts: attempts === 1 ? '1 attempt' : `${attempts} attempts over ${span(totalSeconds)}`,
    pauseAfter: webhooks.pauseAfter,
  }
}
export type FigureTexts = ReturnType<typeof figureTexts>

const units = [
  { seconds: 86_400, name: 'day', from: 3 * 86_400 },
  { seconds: 3_600, name: 'hour', from: 3_600 },
  { seconds: 60, name: 'minute', from: 60 },
  { seconds: 1, name: 'second', from: 0 },
] as const

/** `24 hours`, `about 33 hours`, `2.5 seconds`. */
function span(seconds: number): string {
  const { seconds: unit, name } = units.find(({ from }) => seconds >= from) ?? units[3]
  const count = seconds / unit
  const shown = unit === 1 ? count : Math.round(count)
  return `${shown === count ? '' : 'about '}${shown} ${name}${shown === 1 ? '' : 's'}`
}
