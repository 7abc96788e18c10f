// One attempt: sends a POST and returns its outcome; it never throws. One timer covers everything from the DNS
// lookup to the last byte of the response. It uses undici's dispatch(), because request() creates a stream and an
// abort signal even for a response of two bytes.
import type { Agent, Dispatcher } from 'undici'
import { describeFailure } from './failure.ts'
import type { GuardOptions } from './guard.ts'

export type Outcome = {
  /** A 2xx, complete (or its first 64 KiB) within the time-out. */
  succeeded: boolean
  responseStatus: number | null
  durationMs: number
  error: string | null
  /** The first 1 KiB of the response. */
  excerpt: string | null
}
export type DeliveryRequest = { url: string; headers: Record<string, string>; body: string | Buffer }
export type Sender = { send(request: DeliveryRequest): Promise<Outcome>; close(): Promise<void> }

const maxResponseBytes = 64 * 1024
const limitReached = new Error('the response is longer than the limit')
const timedOut = new Error('the attempt timed out')

/**
 * `onUnexpected` gets the errors for which the owner of the receiver sees only a generic text. undici is loaded for the
 * first attempt: it is a tenth of the code of the service, and a process that sends nothing starts without it.
 */
export function createSender(options: GuardOptions, onUnexpected: (error: Error) => void = () => {}): Sender {
  let opening: Promise<Agent> | undefined
  let isClosed = false
  const openAgent = async () => {
    const { createGuardedAgent } = await import('./guard.ts')
    const agent = createGuardedAgent(options)
    if (isClosed) void agent.close()
    return agent
  }
  const describe = (error: Error) => {
    const reason = describeFailure(error)
    if (reason === null) onUnexpected(error)
    return reason ?? 'the request could not be completed'
  }
  return {
    async send(request) {
      opening ??= openAgent()
      const agent = await opening
      return await new Promise((settle) => attempt(agent, request, options.timeoutMs, settle, describe))
    },
    /** Waits for the attempts in flight. */
    async close() {
      if (opening) await (await opening).close()
      else isClosed = true
    },
  }
}

function attempt(
  agent: Agent,
  request: DeliveryRequest,
  timeoutMs: number,
  settle: (outcome: Outcome) => void,
  describe: (error: Error) => string,
) {
  const startedAt = performance.now()
  const excerpt = createExcerpt()
  let status: number | null = null
  let responseBytes = 0
  let controller: Dispatcher.DispatchController | undefined
  let isSettled = false

  const finish = (failure: string | null) => {
    if (isSettled) return
    isSettled = true
    clearTimeout(timer)
    // An error status says more than a failure while reading its body.
    const error = describeStatus(status) ?? failure
    const durationMs = Math.round(performance.now() - startedAt)
    settle({ succeeded: error === null, responseStatus: status, durationMs, error, excerpt: excerpt.text() })
  }
  const timer = setTimeout(() => {
    finish(`timed out after ${timeoutMs / 1000} s`)
    controller?.abort(timedOut)
  }, timeoutMs)

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started
      // The attempt may have timed out while waiting for a connection.
      if (isSettled) started.abort(timedOut)
    },
    onResponseStart(_, statusCode) {
      // 1xx are informational (103 Early Hints); the final response is still to come.
      if (statusCode >= 200) status = statusCode
    },
    onResponseData(responding, chunk) {
      excerpt.add(chunk)
      responseBytes += chunk.length
      if (responseBytes < maxResponseBytes) return
      finish(null)
      responding.abort(limitReached)
    },
    onResponseEnd: () => finish(null),
    onResponseError: (_, error) => finish(describe(error)),
  }
  try {
    const { origin, pathname, search } = new URL(request.url)
    const { headers, body } = request
    agent.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, handler)
  } catch (error) {
    finish(describe(error as Error))
  }
}

function describeStatus(status: number | null): string | null {
  if (status === null || (status >= 200 && status < 300)) return null
  return status >= 300 && status < 400 && status !== 304
    ? `HTTP ${status}: redirects are not followed`
    : `HTTP ${status}`
}

// The beginning of a receiver's response, as text that PostgreSQL and every page can hold.
const maxExcerptBytes = 1024

/** Collects chunks up to 1 KiB and drops the rest. */
function createExcerpt() {
  const chunks: Buffer[] = []
  let freeBytes = maxExcerptBytes
  return {
    add(chunk: Buffer) {
      if (freeBytes === 0 || chunk.length === 0) return
      // Copied, because a slice would keep the whole chunk in memory.
      const part = Buffer.from(chunk.subarray(0, freeBytes))
      chunks.push(part)
      freeBytes -= part.length
    },
    text: () => (chunks.length === 0 ? null : decode(Buffer.concat(chunks))),
  }
}

/** With `stream: true`, the decoder drops a character that the limit cuts in two. PostgreSQL text holds no NUL. */
function decode(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '\uFFFD')
}
