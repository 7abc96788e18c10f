import { AndenError } from './anden-error.ts'
import { delayBefore } from './send.ts'
import { pause } from './time-limit.ts'

/**
 * For loops that run until they are stopped. Waits after a temporary failure, such as a restart of the service, and throws
 * a permanent one, such as a revoked key.
 */
export function patientRetries(signal: AbortSignal | undefined) {
  let failures = 0
  return {
    succeeded() {
      failures = 0
    },
    async failed(error: unknown): Promise<void> {
      if (signal?.aborted) return
      const status = error instanceof AndenError ? error.status : undefined
      const willPass = status === null || (status !== undefined && (status >= 500 || status === 429))
      if (!willPass) throw error
      failures += 1
      await pause(delayBefore(failures, (error as AndenError).retryAfterMs), signal)
    },
  }
}
