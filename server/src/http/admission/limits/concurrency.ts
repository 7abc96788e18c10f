// Limits how much expensive work runs at a time. The rest waits in order, up to a limit, beyond which it is refused.
import { problem } from '../../../problem.ts'

export type ConcurrencyPolicy = {
  maxRunning: number
  maxWaiting: number
  /** The message of a refusal, without when to try again. */
  refusal: string
  retryAfterSeconds: number
}

export function limitConcurrency({ maxRunning, maxWaiting, refusal, retryAfterSeconds }: ConcurrencyPolicy) {
  const waiting: (() => void)[] = []
  let running = 0

  async function enter(): Promise<void> {
    if (running < maxRunning) {
      running += 1
      return
    }
    if (waiting.length >= maxWaiting) {
      throw problem('server/unavailable', {
        detail: `${refusal} Try again in ${retryAfterSeconds} s.`,
        headers: { 'retry-after': String(retryAfterSeconds) },
      })
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  /** Passes the slot to the next in line. */
  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

/** The same for each subject, such as a client. A subject without work takes no memory. */
export function limitConcurrencyPerSubject(policy: ConcurrencyPolicy) {
  const subjects = new Map<string, { inTurn: ReturnType<typeof limitConcurrency>; count: number }>()

  return async <Result>(subject: string, work: () => Promise<Result>): Promise<Result> => {
    const known = subjects.get(subject) ?? { inTurn: limitConcurrency(policy), count: 0 }
    subjects.set(subject, known)
    known.count += 1
    try {
      return await known.inTurn(work)
    } finally {
      known.count -= 1
      if (known.count === 0) subjects.delete(subject)
    }
  }
}
