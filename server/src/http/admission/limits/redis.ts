// The limiter shared by all processes. Redis is optional at run time: while it is unavailable, the in-process fallback
// decides, and no request is rejected or delayed because of the outage. The connection's ready check (INFO) detects when
// it is back, so that an outage costs one slow request instead of one per request.
import { Cluster, type Redis } from 'iovalkey'
import { withTimeout } from '../../../db/with-timeout.ts'
import { admitted, type LimitDecision, type Limiter, ownWindow, refused, type Window } from './limiter.ts'
import { openRedis } from './redis-connection.ts'
import { keyOf, type TakeReply, takeArguments, takeScript } from './redis-script.ts'

const responseTimeoutMs = 250

type LimitRedis = (Redis | Cluster) & { takeLimit(...args: (string | number)[]): Promise<TakeReply> }

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
  let state: 'starting' | 'ready' | 'unavailable' | 'closed' = 'starting'
  let isReported = false

  function report(err: unknown): void {
    if (isReported || state === 'closed') return
    isReported = true
    onError(err)
  }

  function recovered(): void {
    if (isReported) onBack()
    isReported = false
  }

  redis.on('ready', () => {
    if (state === 'closed') return
    state = 'ready'
    recovered()
  })
  redis.on('error', report)
  redis.on('close', () => {
    report(new Error('the connection to Redis was closed'))
    if (state !== 'closed') state = 'unavailable'
  })

  // The first requests of a process wait briefly for the connection, so that Redis counts them too.
  const firstOutcome = new Promise<'ready' | 'closed'>((resolve) => {
    redis.once('ready', () => resolve('ready'))
    redis.once('close', () => resolve('closed'))
  })
  const started = withTimeout(responseTimeoutMs, firstOutcome).then((outcome) => {
    // Not reported: slow to connect is not an outage yet. The connection's own time-outs detect one.
    if (outcome === undefined && state === 'starting') state = 'unavailable'
  })

  function giveUp(): void {
    report(new Error(`Redis did not respond within ${responseTimeoutMs} ms`))
    reconnect()
  }

  /** The connection may be half-open for minutes, so it is replaced: once, however many requests wait on it. */
  function reconnect(): void {
    if (state === 'ready') redis.disconnect(true)
    if (state !== 'closed') state = 'unavailable'
  }

  async function ask(subject: string, windows: readonly Window[]): Promise<LimitDecision | undefined> {
    try {
      const reply = await withTimeout(responseTimeoutMs, redis.takeLimit(...takeArguments(subject, windows)))
      if (reply === undefined) {
        giveUp()
        return undefined
      }
      // A late reply on an abandoned connection does not end the outage; the next 'ready' does.
      if (state === 'ready') recovered()
      return readReply(reply, windows)
    } catch (err) {
      report(err)
      // A node of the cluster is away: only another look at its slots, once it is well again, finds the new primary.
      if (redis instanceof Cluster) reconnect()
      return undefined
    }
  }

  return {
    started,
    async take(subject, windows) {
      ownWindow(windows)
      if (state === 'starting') await started
      const decision = state === 'ready' ? await ask(subject, windows) : undefined
      return decision ?? fallback.take(subject, windows)
    },
    async release(subject, windows) {
      // While Redis is unavailable, the hit is in the fallback. A hit that cannot be removed expires with its window.
      if (state !== 'ready') return fallback.release(subject, windows)
      const pops = windows.map(({ tier }) => redis.rpop(keyOf(subject, tier)))
      await withTimeout(responseTimeoutMs, Promise.all(pops)).catch(report)
    },
    async close() {
      state = 'closed'
      redis.disconnect()
      await fallback.close()
    },
  }
}

function connect(url: string): LimitRedis {
  const redis = openRedis(url, {
    connection: {
      // A command is sent now or fails now: sent later, it would count a request that was answered long before.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 1000,
      disconnectTimeout: responseTimeoutMs,
      // Closes a connection on which the ready check itself gets no reply.
      socketTimeout: 1000,
      // A primary that became a replica: Sentinel knows the new one.
      reconnectOnError: ({ message }) => message.startsWith('READONLY'),
    },
    retryMs: (attempt) => Math.min(attempt * 50, 1000),
    cluster: { enableOfflineQueue: false, retryDelayOnFailover: 0, retryDelayOnClusterDown: 0 },
  })
  redis.defineCommand('takeLimit', { lua: takeScript })
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
