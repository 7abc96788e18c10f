// One attempt: sends a POST and returns its outcome; it never throws. One timer covers everything from the DNS
// lookup to the last byte of the response. It uses undici's dispatch(), because request() creates a stream and an
// abort signal even for a response of two bytes.
import type { DeliveryFault } from '@anden/contract'
import { fault, faultDetail } from '@anden/contract/values'
import type { Agent, Dispatcher } from 'undici'
import { faultOfFailure, faultOfStatus } from './failure.ts'
import type { GuardOptions } from './guard.ts'

export type Outcome = {
  /** A 2xx, complete (or its first 64 KiB) within the time-out. */
  succeeded: boolean
  responseStatus: number | null
  durationMs: number
  /** The text of `failure`. */
  error: string | null
  failure: DeliveryFault | null
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
  const diagnose = (error: Error): DeliveryFault => {
    const known = faultOfFailure(error)
    if (known === null) onUnexpected(error)
    return known ?? fault('not_completed')
  }
  return {
    async send(request) {
      opening ??= openAgent()
      const agent = await opening
      return await new Promise((settle) => attempt(agent, request, options.timeoutMs, settle, diagnose))
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
  diagnose: (error: Error) => DeliveryFault,
) {
  const startedAt = performance.now()
  const excerpt = createExcerpt()
  let status: number | null = null
  let responseBytes = 0
  let controller: Dispatcher.DispatchController | undefined
  let isSettled = false

  const finish = (found: DeliveryFault | null) => {
    if (isSettled) return
    isSettled = true
    clearTimeout(timer)
    // An error status says more than a failure while reading its body.
    const failure = faultOfStatus(status) ?? found
    settle({
      succeeded: failure === null,
      responseStatus: status,
      durationMs: Math.round(performance.now() - startedAt),
      error: failure && faultDetail(failure),
      failure,
      excerpt: excerpt.text(),
    })
  }
  const timer = setTimeout(() => {
    finish(fault('timed_out', { seconds: timeoutMs / 1000 }))
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
    onResponseError: (_, error) => finish(diagnose(error)),
  }
  try {
    const { origin, pathname, search } = new URL(request.url)
    const { headers, body } = request
    agent.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, handler)
  } catch (error) {
    finish(diagnose(error as Error))
  }
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
