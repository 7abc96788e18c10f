// One attempt: a POST, and whatever comes of it as an outcome; nothing is thrown. One timer stands over all
// of it, from the look-up of the name to the last byte of the answer. Written against undici's dispatch,
// because its request() makes a stream and an abort signal for every answer of two bytes.
import type { Agent, Dispatcher } from 'undici'
import { createExcerpt } from './excerpt.ts'
import { failureWords } from './failure.ts'
import { createGuardedAgent, type GuardOptions } from './guard.ts'

export type Outcome = {
  /** A 2xx, complete (or 64 KiB of it) within the time. */
  succeeded: boolean
  responseStatus: number | null
  durationMs: number
  error: string | null
  /** The first 1 KiB of the answer. */
  excerpt: string | null
}
export type Request = { url: string; headers: Record<string, string>; body: string | Buffer }
export type Sender = { send(request: Request): Promise<Outcome>; close(): Promise<void> }

const maxAnswerBytes = 64 * 1024
const enough = new Error('enough of the answer has been read')
const late = new Error('the time is up')

/** `onUnexpected` is told of errors that have no words for the people who run the receiver. */
export function createSender(options: GuardOptions, onUnexpected: (error: Error) => void = () => {}): Sender {
  const agent = createGuardedAgent(options)
  const wordsFor = (error: Error) => {
    const words = failureWords(error)
    if (words === null) onUnexpected(error)
    return words ?? 'the request could not be completed'
  }
  return {
    send: (request) => new Promise((settle) => attempt(agent, request, options.timeoutMs, settle, wordsFor)),
    /** Waits for the attempts in flight. */
    close: () => agent.close(),
  }
}

function attempt(
  agent: Agent,
  request: Request,
  timeoutMs: number,
  settle: (outcome: Outcome) => void,
  wordsFor: (error: Error) => string,
) {
  const startedAt = performance.now()
  const excerpt = createExcerpt()
  let status: number | null = null
  let answerBytes = 0
  let controller: Dispatcher.DispatchController | undefined
  let isSettled = false

  const finish = (trouble: string | null) => {
    if (isSettled) return
    isSettled = true
    clearTimeout(timer)
    // A refusal says more than what became of its text.
    const error = statusWords(status) ?? trouble
    const durationMs = Math.round(performance.now() - startedAt)
    settle({ succeeded: error === null, responseStatus: status, durationMs, error, excerpt: excerpt.text() })
  }
  const timer = setTimeout(() => {
    finish(`timed out after ${timeoutMs / 1000} s`)
    controller?.abort(late)
  }, timeoutMs)

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(started) {
      controller = started
      // It may have been waiting for its connection until the time was up.
      if (isSettled) started.abort(late)
    },
    onResponseStart(_, statusCode) {
      // Those below are announcements (103 Early Hints); the answer is still to come.
      if (statusCode >= 200) status = statusCode
    },
    onResponseData(responding, chunk) {
      excerpt.add(chunk)
      answerBytes += chunk.length
      if (answerBytes < maxAnswerBytes) return
      finish(null)
      responding.abort(enough)
    },
    onResponseEnd: () => finish(null),
    onResponseError: (_, error) => finish(wordsFor(error)),
  }
  try {
    const { origin, pathname, search } = new URL(request.url)
    const { headers, body } = request
    agent.dispatch({ origin, path: pathname + search, method: 'POST', headers, body }, handler)
  } catch (error) {
    finish(wordsFor(error as Error))
  }
}

function statusWords(status: number | null): string | null {
  if (status === null || (status >= 200 && status < 300)) return null
  return status >= 300 && status < 400 && status !== 304
    ? `HTTP ${status}: redirects are not followed`
    : `HTTP ${status}`
}
