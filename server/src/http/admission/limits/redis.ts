// The limiter shared by all processes. Redis is optional at run time: while it is unavailable, the in-process fallback
// decides, and no request is rejected or delayed because of the outage. The connection's ready check (INFO) detects when
// it is back, so that an outage costs one slow request instead of one per request.
import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'iovalkey'
import { type RedisServers, redisServers } from '../../../config/server-urls.ts'
import { withTimeout } from '../../../db/with-timeout.ts'
import { admitted, type LimitDecision, type Limiter, ownWindow, refused, type Window } from './limiter.ts'

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
    // This is not reported: a slow connection is not an outage yet. The connection's own time-outs detect one.
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
      // A node of the cluster is down: the new primary is found only by reading the slots again once the cluster is up.
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
      // A command is sent now or fails now: sent later, it would count a request that was already answered.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      connectTimeout: 1000,
      disconnectTimeout: responseTimeoutMs,
      // Closes a connection on which the ready check itself gets no reply.
      socketTimeout: 1000,
      // The primary became a replica: Sentinel knows the new one.
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

// The decision as one Lua script, so that it is atomic over all windows and all processes. Each (subject, tier) is a
// list of timestamps, oldest first: smaller than a sorted set, and two hits in the same microsecond need no unique
// member. Only Redis's clock is used, so processes need not agree on the time. If it is set back, time stands still
// until it has caught up, as in the memory limiter.

/** [0, remaining in the first window, 0], or [index of the rejecting window from 1, wait in µs, reset in µs]. */
type TakeReply = [refusing: number, remainingOrWaitUs: number, resetUs: number]

/** KEYS: a list per window. ARGV: limit and length in ms of each window, in the order of the keys. */
const takeScript = `
local time = redis.call('TIME')
local clock = time[1] * 1000000 + time[2]
local now = clock
for i = 1, #KEYS do
  local newest = tonumber(redis.call('LINDEX', KEYS[i], -1) or 0)
  if newest > now then now = newest end
end

local counts, refusing, longest = {}, 0, 0
for i = 1, #KEYS do
  local limit, span = tonumber(ARGV[2 * i - 1]), ARGV[2 * i] * 1000
  local oldest = redis.call('LINDEX', KEYS[i], 0)
  while oldest and oldest + span <= now do
    redis.call('LPOP', KEYS[i])
    oldest = redis.call('LINDEX', KEYS[i], 0)
  end
  counts[i] = redis.call('LLEN', KEYS[i])
  if counts[i] >= limit then
    local leaving = redis.call('LINDEX', KEYS[i], counts[i] - limit)
    local wait = leaving and leaving + span - now or span
    if wait > longest then refusing, longest = i, wait end
  end
end

if refusing > 0 then
  local newest = redis.call('LINDEX', KEYS[refusing], -1)
  return { refusing, longest, newest and newest + ARGV[2 * refusing] * 1000 - now or 0 }
end

-- Not tostring(): it keeps 14 digits, and microseconds since 1970 have 16.
local stamp = string.format('%.0f', now)
for i = 1, #KEYS do
  redis.call('RPUSH', KEYS[i], stamp)
  -- A second longer than needed: expiry has millisecond precision, and a key must outlive its newest hit.
  redis.call('PEXPIRE', KEYS[i], ARGV[2 * i] + math.ceil((now - clock) / 1000) + 1000)
end
return { 0, ARGV[1] - counts[1] - 1, 0 }
`

/** The braces put all keys of a subject in one cluster slot, as a script requires. */
const keyOf = (subject: string, tier: Window['tier']) => `anden:limit:{${subject}}:${tier}`

/** Key count, keys and arguments of the script's command. */
function takeArguments(subject: string, windows: readonly Window[]): (string | number)[] {
  const args: (string | number)[] = [windows.length]
  for (const { tier } of windows) args.push(keyOf(subject, tier))
  for (const { limit, windowMs } of windows) args.push(limit, windowMs)
  return args
}

// A client of one Redis server, of the primary that Sentinels name, or of a Cluster.

type Options = {
  /** Options of each connection. */
  connection: RedisOptions
  /** Milliseconds before the next attempt; null: there is none. */
  retryMs: (attempt: number) => number | null
  cluster?: ClusterOptions
}

export function openRedis(url: string, { connection, retryMs, cluster }: Options): Redis | Cluster {
  const servers = redisServers(url)
  const options = { ...connection, retryStrategy: retryMs }
  if (servers.kind === 'server') return new Redis(servers.url, options)
  const access = accessOf(servers)
  if (servers.kind === 'cluster') {
    return new Cluster(servers.hosts, {
      ...cluster,
      lazyConnect: connection.lazyConnect,
      clusterRetryStrategy: retryMs,
      // Host names are not resolved, because certificates name the host.
      ...(servers.isTls ? { dnsLookup: (name, callback) => callback(null, name) } : {}),
      redisOptions: { ...connection, ...access },
    })
  }
  const { hosts, name, db, isTls, sentinelUsername, sentinelPassword } = servers
  return new Redis({
    ...options,
    ...access,
    sentinels: hosts,
    name,
    db,
    sentinelUsername,
    sentinelPassword,
    sentinelRetryStrategy: retryMs,
    ...(isTls ? { enableTLSForSentinelMode: true, sentinelTLS: {} } : {}),
  })
}

function accessOf({ username, password, isTls }: Exclude<RedisServers, { kind: 'server' }>) {
  return { username, password, ...(isTls ? { tls: {} } : {}) }
}
