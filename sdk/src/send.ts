// Sends a request until it is answered, within its deadline. Retries what was certainly not executed, such as a 429, and
// what may safely run twice: reads, changes that set fields, and requests with an Idempotency-Key.
import { AndenError } from './anden-error.ts'
import { attemptOnce, type Outgoing } from './attempt.ts'
import type { Answer } from './call.ts'
import type { CallOptions, ClientOptions } from './options.ts'
import { pause } from './time-limit.ts'

const defaults = { timeoutMs: 30_000, deadlineMs: 90_000, retries: 4 }
const firstDelayMs = 500
const maxDelayMs = 8_000

export async function send<Data>(
  client: ClientOptions,
  outgoing: Outgoing<Data>,
  options: CallOptions,
): Promise<Answer<Data>> {
  const limitOf = (name: keyof typeof defaults) => options[name] ?? client[name] ?? defaults[name]
  const retries = limitOf('retries')
  const { signal } = options
  const deadline = Date.now() + limitOf('deadlineMs')
  let requestId: string | null = null
  let mayBeDone = false
  for (let attempt = 1; ; attempt += 1) {
    const limitMs = Math.min(limitOf('timeoutMs'), Math.max(1, deadline - Date.now()))
    const [url = ''] = outgoing.url.split('?')
    const context = { idempotencyKey: outgoing.idempotencyKey, attempt, requestId, url }
    let delayMs: number | null = null
    // Decided once, as it is partly chance: the hook is told what happens.
    const retryInMsAfter = (error: AndenError) => {
      const wait = delayBefore(attempt, error.retryAfterMs)
      const isInTime = Date.now() + wait < deadline
      delayMs = attempt <= retries && isInTime && isWorthRepeating(error, outgoing.isRepeatable) ? wait : null
      return delayMs
    }
    try {
      return await attemptOnce({ client, outgoing, signal, limitMs, context, retryInMsAfter })
    } catch (error) {
      if (!(error instanceof AndenError)) throw error
      // An earlier attempt may have deleted it, so a 404 counts as success.
      if (outgoing.method === 'DELETE' && error.status === 404 && mayBeDone && error.response)
        return { ...error.response, data: undefined as Data }
      if (delayMs === null) throw error
      requestId = error.requestId
      mayBeDone ||= error.status !== 429
      await pause(delayMs, signal)
    }
  }
}

/** Full jitter: clients that failed together do not retry together. Never earlier than the service asks for. */
export function delayBefore(attempt: number, retryAfterMs: number | null): number {
  const exponential = Math.min(maxDelayMs, firstDelayMs * 2 ** (attempt - 1))
  return (retryAfterMs ?? 0) + Math.random() * (retryAfterMs === null ? exponential : firstDelayMs)
}

function isWorthRepeating({ code, status }: AndenError, isRepeatable: boolean): boolean {
  if (code === 'request/aborted') return false
  // These were refused before anything was done.
  if (status === 429 || code === 'idempotency/request-in-progress') return true
  return isRepeatable && (status === null || status >= 500)
}

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
