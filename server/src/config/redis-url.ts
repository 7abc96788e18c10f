// What REDIS_URL names: one server, the servers that know the primary (Sentinel), or some nodes of a Cluster.
//   redis://user:password@host:6379/0
//   redis+sentinel://user:password@s1:26379,s2:26379/mymaster/0?sentinel_password=…
//   redis+cluster://user:password@n1:6379,n2:6379
// With rediss instead of redis, all connections use TLS.
import { checkHosts } from './database-url.ts'

type Host = { host: string; port: number }
type Access = { username?: string; password?: string; isTls: boolean }

export type RedisServers =
  | { kind: 'server'; url: string }
  | ({ kind: 'cluster'; hosts: Host[] } & Access)
  | ({
      kind: 'sentinel'
      hosts: Host[]
      name: string
      db: number
      sentinelUsername?: string
      sentinelPassword?: string
    } & Access)

const schemes = /^(redis|rediss|valkey)(?:\+(sentinel|cluster))?:\/\//i
const defaultPorts = { sentinel: 26_379, cluster: 6_379 }

/** Throws an error that says what a valid value is, without the name of the setting. */
export function redisServers(text: string): RedisServers {
  const [scheme = '', protocol, kind] = schemes.exec(text.toLowerCase()) ?? []
  if (kind !== 'sentinel' && kind !== 'cluster') {
    if (protocol && URL.canParse(text)) return { kind: 'server', url: text }
    throw new Error(
      'must be a URL that starts with redis:// or rediss:// or valkey://, or with redis+sentinel:// or redis+cluster://',
    )
  }
  const rest = text.slice(scheme.length)
  const authority = rest.slice(0, rest.search(/[/?#]|$/))
  const list = authority.slice(authority.lastIndexOf('@') + 1)
  checkHosts(list.split(','))
  const hosts = list.split(',').map((one) => hostOf(one, defaultPorts[kind]))
  // What remains has one host, as `URL` requires.
  const url = new URL(
    `redis://${authority.slice(0, authority.length - list.length)}host${rest.slice(authority.length)}`,
  )
  const access = { ...credentialsOf(url), isTls: protocol === 'rediss' }
  const [name = '', db = '0'] = url.pathname.slice(1).split('/')
  if (kind === 'cluster') return { kind, hosts, ...access }
  if (name === '' || !/^\d{1,3}$/.test(db)) {
    throw new Error('must have the name of the primary as its path: redis+sentinel://host:26379/mymaster')
  }
  return { kind, hosts, name: decodeURIComponent(name), db: Number(db), ...access, ...sentinelAccessOf(url) }
}

/** For messages: without user, password and parameters. */
export function shownRedis(text: string): string {
  const servers = redisServers(text)
  if (servers.kind === 'server') return new URL(servers.url).host
  return servers.hosts.map(({ host, port }) => `${host}:${port}`).join(',')
}

function hostOf(given: string, defaultPort: number): Host {
  const [, host = given, port] = /^(.*?)(?::(\d+))?$/.exec(given) ?? []
  return { host: host.replace(/^\[|\]$/g, ''), port: port === undefined ? defaultPort : Number(port) }
}

function credentialsOf({ username, password }: URL) {
  return {
    ...(username ? { username: decodeURIComponent(username) } : {}),
    ...(password ? { password: decodeURIComponent(password) } : {}),
  }
}

function sentinelAccessOf({ searchParams }: URL) {
  const [sentinelUsername, sentinelPassword] = ['sentinel_username', 'sentinel_password'].map((name) =>
    searchParams.get(name),
  )
  return {
    ...(sentinelUsername ? { sentinelUsername } : {}),
    ...(sentinelPassword ? { sentinelPassword } : {}),
  }
}
