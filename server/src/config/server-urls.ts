// The servers that a database URL names. Like libpq, it may name several, of which the one that accepts writes is used:
// postgres://user:password@a:5432,b:5432/anden?target_session_attrs=read-write. The driver knows one host per URL.

export type DatabaseServers = {
  /** One URL per server, in the order given. */
  urls: readonly string[]
  /** Whether a connection to a server that only reads (a standby) is refused. */
  requiresWrites: boolean
}

const scheme = /^postgres(?:ql)?:\/\//i
const hostAndPort = /^(?:\[[0-9a-f:.]+\]|[^\s:[\]]+)(?::(\d{1,5}))?$/i
const attributesThatWrite = ['read-write', 'primary']
const parameter = 'target_session_attrs='

/** Throws an error that says what a valid value is, without the name of the setting. */
export function databaseServers(text: string): DatabaseServers {
  const start = scheme.exec(text)?.[0].length
  if (start === undefined) throw new Error('must be a URL that starts with postgres:// or postgresql://')
  const end = start + text.slice(start).search(/[/?#]|$/)
  const hostsStart = Math.max(start, text.slice(0, end).lastIndexOf('@') + 1)
  const hosts = text.slice(hostsStart, end).split(',')
  if (hosts.length > 1) checkHosts(hosts)
  const attributes = attributesOf(text.slice(end))
  const rest = withoutAttributes(text.slice(end))
  const urls = hosts.map((host) => text.slice(0, hostsStart) + host + rest)
  if (!urls.every((url) => URL.canParse(url))) {
    throw new Error(
      'must be a URL such as postgres://user:password@host:5432/anden, with special characters encoded',
    )
  }
  return { urls, requiresWrites: hosts.length > 1 || attributes !== null }
}

/** For messages: without user, password and parameters. */
export function shownServers(text: string): string {
  const parsed = databaseServers(text).urls.map((url) => new URL(url))
  return parsed.map(({ host }) => host).join(',') + (parsed[0]?.pathname ?? '')
}

export function userOf(text: string): string {
  return decodeURIComponent(new URL(databaseServers(text).urls[0] ?? '').username)
}

/** Names and addresses, with or without a port. The message does not show them: one may be a piece of a password. */
function checkHosts(hosts: readonly string[]): void {
  for (const [index, given] of hosts.entries()) {
    const port = Number(hostAndPort.exec(given)?.[1] ?? 1)
    if (hostAndPort.test(given) && port > 0 && port < 65_536) continue
    const problem = given === '' ? 'is empty' : 'is not a host with a valid port'
    throw new Error(`must have its hosts as host:port,host:port: number ${index + 1} of them ${problem}`)
  }
}

const parametersOf = (rest: string) => /\?([^#]*)/.exec(rest)?.[1]?.split('&') ?? []

function attributesOf(rest: string): string | null {
  const attributes = parametersOf(rest)
    .find((one) => one.startsWith(parameter))
    ?.slice(parameter.length)
  if (attributes === undefined) return null
  if (attributesThatWrite.includes(attributes)) return attributes
  throw new Error('must have read-write as its target_session_attrs: the service writes')
}

function withoutAttributes(rest: string): string {
  const kept = parametersOf(rest).filter((one) => !one.startsWith(parameter))
  return rest.replace(/\?[^#]*/, kept.length > 0 ? `?${kept.join('&')}` : '')
}

// What REDIS_URL names: one server, the servers that know the primary (Sentinel), or some nodes of a Cluster.
//   redis://user:password@host:6379/0
//   redis+sentinel://user:password@s1:26379,s2:26379/mymaster/0?sentinel_password=…
//   redis+cluster://user:password@n1:6379,n2:6379
// With rediss instead of redis, all connections use TLS.

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
