// Checks how many requests of the client with the small limit were admitted. While Redis decides, the limit holds
// across all processes. Without Redis each process decides by itself, and a new process starts at zero.
import type { PastFault } from './schedule.ts'
import { limitPerMinute } from './traffic.ts'

const windowMs = 60_000
/** The time that the effects of a fault last: time-outs, a reconnect, a request in flight. */
const aftermathMs = 10_000

export type LimitFindings = {
  /** Windows without a fault that lets a client exceed its limit. */
  undisturbed: number
  exceeded: string[]
}

/** Checks each window that begins with an admitted request. */
export function judgeLimits(admittedAt: readonly number[], faults: readonly PastFault[]): LimitFindings {
  const exceeded: string[] = []
  let undisturbed = 0
  for (const [index, from] of admittedAt.entries()) {
    const until = from + windowMs
    const fresh = faults
      .filter((fault) => fault.from < until && fault.until + aftermathMs > from)
      .reduce((sum, { freshLimits }) => sum + freshLimits, 0)
    if (fresh === 0) undisturbed += 1
    const allowed = limitPerMinute * (1 + fresh)
    const admitted = admittedAt.slice(index).filter((at) => at < until).length
    if (admitted > allowed)
      exceeded.push(`${admitted} of at most ${allowed} requests from ${new Date(from).toISOString()} on`)
  }
  return { undisturbed, exceeded }
}
