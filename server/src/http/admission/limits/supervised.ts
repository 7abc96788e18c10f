// The limiter of one of several processes under a supervisor, which counts for all of them: limits are exact for the machine
// without Redis. One message is in flight at a time. Requests that arrive meanwhile share the next one, so a busier process
// sends fewer messages per request. While the supervisor does not answer, the process decides by itself.
import { admitted, type LimitDecision, type Limiter, type LimitRequest, ownWindow } from './limiter.ts'

/** The message about an admitted request has only what is left: the rest follows from its windows. */
export type SharedDecision = number | LimitDecision

export const toShared = (decision: LimitDecision): SharedDecision =>
  decision.admitted ? decision.remaining : decision

type Supervisor = {
  /** undefined: it did not answer in time. */
  take(requests: readonly LimitRequest[]): Promise<readonly SharedDecision[] | undefined>
  release(request: LimitRequest): void
}

type Waiting = LimitRequest & { decide: (decision: SharedDecision | undefined) => void }

export function supervisedLimiter(supervisor: Supervisor, fallback: Limiter): Limiter {
  let waiting: Waiting[] = []
  let isAsking = false

  async function askForAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const decisions = await supervisor.take(batch.map(({ subject, windows }) => ({ subject, windows })))
      for (const [index, { decide }] of batch.entries()) decide(decisions?.[index])
    }
    isAsking = false
  }

  return {
    async take(subject, windows) {
      const own = ownWindow(windows)
      const decision = await new Promise<SharedDecision | undefined>((decide) => {
        waiting.push({ subject, windows, decide })
        if (isAsking) return
        isAsking = true
        setImmediate(() => void askForAll())
      })
      if (decision === undefined) return fallback.take(subject, windows)
      return typeof decision === 'number' ? admitted(own, decision) : decision
    },
    // A hit that the fallback has counted expires with its window.
    release: (subject, windows) => supervisor.release({ subject, windows }),
    close: () => fallback.close(),
  }
}
