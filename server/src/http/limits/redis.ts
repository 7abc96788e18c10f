// The limiter over all processes together. Redis is a help and not a condition: while it is away the fallback
// decides, within the same process, and no request is refused or held up on that account. The connection's own
// ready check (INFO) tells when it is back, so that an outage costs one slow request and not one for each.

import { Redis } from 'iovalkey'
import { withTimeout } from '../../db/with-timeout.ts'
import { admitted, type LimitDecision, type Limiter, ownWindow, refused, type Window } from './limiter.ts'
import { TAKE_SCRIPT, type TakeReply, takeArguments } from './redis-script.ts'

const ANSWER_TIMEOUT_MS = 250

type LimitRedis = Redis & { takeLimit(...args: (string | number)[]): Promise<TakeReply> }

/** `onError` is called once per outage, `onBack` when it is over. */
export function redisLimiter({
  url,
  fallback,
  onError,
  onBack = () => {},
}: {
  url: string
  fallback: Limiter
  onError: (err: unknown) => void
  onBack?: () => void
}): Limiter & { started: Promise<void> } {
  const redis = connect(url)
  let state: 'starting' | 'ready' | 'away' | 'closed' = 'starting'
  let reported = false

  function report(err: unknown): void {
    if (reported || state === 'closed') return
    reported = true
    onError(err)
  }

  function recovered(): void {
    if (reported) onBack()
    reported = false
  }

  redis.on('ready', () => {
    if (state === 'closed') return
    state = 'ready'
    recovered()
  })
  redis.on('error', report)
  redis.on('close', () => {
    report(new Error('the connection to Redis was closed'))
    if (state !== 'closed') state = 'away'
  })

  // The first requests of a process wait for the first connection, briefly, rather than go uncounted in Redis.
  const firstOutcome = new Promise<'ready' | 'closed'>((resolve) => {
    redis.once('ready', () => resolve('ready'))
    redis.once('close', () => resolve('closed'))
  })
  const started = withTimeout(ANSWER_TIMEOUT_MS, firstOutcome).then((outcome) => {
    // Slow to connect is not away: whether it is, the connection's own time-outs tell.
    if (outcome === undefined && state === 'starting') state = 'away'
  })

  function giveUp(): void {
    report(new Error(`Redis gave no answer within ${ANSWER_TIMEOUT_MS} ms`))
    // A connection may be dead without a word, for minutes; a new one tells. Once, whoever else waits on it.
    if (state === 'ready') redis.disconnect(true)
    if (state !== 'closed') state = 'away'
  }

  async function ask(subject: string, windows: readonly Window[]): Promise<LimitDecision | undefined> {
    try {
      const reply = await withTimeout(ANSWER_TIMEOUT_MS, redis.takeLimit(...takeArguments(subject, windows)))
      if (reply === undefined) {
        giveUp()
        return undefined
      }
      // A late answer on a connection already given up does not end the outage; the next 'ready' does.
      if (state === 'ready') recovered()
      return readReply(reply, windows)
    } catch (err) {
      report(err)
      return undefined
    }
  }

  return {
    started,
    async take(subject, windows) {
      ownWindow(windows)
      if (state === 'starting') await started
      const verdict = state === 'ready' ? await ask(subject, windows) : undefined
      return verdict ?? fallback.take(subject, windows)
    },
    async close() {
      state = 'closed'
      redis.disconnect()
      await fallback.close()
    },
  }
}

function connect(url: string): LimitRedis {
  const redis = new Redis(url, {
    // A command either goes out now or fails now: one sent later would count a request answered long before.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1000,
    disconnectTimeout: ANSWER_TIMEOUT_MS,
    // Ends a connection on which the ready check itself gets no answer.
    socketTimeout: 1000,
    retryStrategy: (attempt) => Math.min(attempt * 50, 1000),
  })
  redis.defineCommand('takeLimit', { lua: TAKE_SCRIPT })
  return redis as LimitRedis
}

function readReply(
  [refusing, remainingOrWaitUs, resetUs]: TakeReply,
  windows: readonly Window[],
): LimitDecision {
  const window = windows[refusing - 1]
  if (window === undefined) return admitted(ownWindow(windows), remainingOrWaitUs)
  return refused(window, remainingOrWaitUs / 1000, resetUs / 1000)
}
