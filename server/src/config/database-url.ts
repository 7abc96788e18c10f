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
export function checkHosts(hosts: readonly string[]): void {
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
