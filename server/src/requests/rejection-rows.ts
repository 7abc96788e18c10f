// Rejections by a rate limit come in floods, and are all alike. All rejections of one key (or person) in one tier and hour
// share one row: the first, with their number.
import { rateLimitSubject } from '../http/admission/principal.ts'
import type { ClientExchange, RequestEntry } from './entry.ts'
import { oneHourMs } from './policy.ts'

const maxKnown = 2_000

export function rejectionRows() {
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
