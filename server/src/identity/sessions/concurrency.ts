// Each attempt to sign in needs 32 MiB, a thread and a database connection while its password is hashed. A limit per
// process leaves enough of them for all other requests, however many attempts arrive.
import { problem } from '../../problem.ts'

const retryAfterSeconds = 5

export function limitConcurrency({ maxRunning, maxWaiting }: { maxRunning: number; maxWaiting: number }) {
  const waiting: (() => void)[] = []
  let running = 0

  async function enter(): Promise<void> {
    if (running < maxRunning) {
      running += 1
      return
    }
    if (waiting.length >= maxWaiting) {
      throw problem('server/unavailable', {
        detail: `Too many people are signing in at the moment. Try again in ${retryAfterSeconds} s.`,
        headers: { 'retry-after': String(retryAfterSeconds) },
      })
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  /** The place goes to the next in line. */
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
