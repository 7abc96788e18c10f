// A client of one Redis server, of the primary that Sentinels name, or of a Cluster.
import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'iovalkey'
import { type RedisServers, redisServers } from '../../../config/redis-url.ts'

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
