// The only way out for webhooks. Addresses are checked here, inside the connection's own DNS lookup: the address that
// was checked is the address that is connected to, so DNS rebinding after an earlier check gains nothing.

import { lookup, Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { type Fault, fault } from '@anden/contract/values'
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js'
import { Agent, buildConnector } from 'undici'
import { withTimeout } from '../db/with-timeout.ts'
import { AddressRefused } from './failure.ts'

export type GuardOptions = {
  /** The time for the whole attempt. */
  timeoutMs: number
  /** True only in development: it allows http and any address. */
  allowPrivate: boolean
  resolve?: Resolve
  /** Certificate authorities that replace the default ones. */
  ca?: string
}

export function createGuardedAgent({ timeoutMs, allowPrivate, resolve, ca }: GuardOptions): Agent {
  const isAllowed = allowPrivate ? () => true : isPublicAddress
  const connect = buildConnector({
    // The sender's timer fires first, also on a busy machine, so that a slow connection has one reason: the time-out.
    timeout: timeoutMs + 1_000,
    lookup: checkedLookup(resolve ?? (allowPrivate ? systemResolve : dnsResolve()), isAllowed),
    autoSelectFamily: true,
    // Node allows 250 ms per address, which is too short for a connection to the other hemisphere.
    autoSelectFamilyAttemptTimeout: Math.max(250, Math.floor(timeoutMs / 4)),
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot disable it.
    rejectUnauthorized: true,
    ca,
  })
  return new Agent({
    connect(options, callback) {
      const { hostname, protocol } = options
      if (protocol !== 'https:' && !allowPrivate)
        return failLater(callback, new AddressRefused(fault('https_only')))
      // An IP literal skips the lookup.
      if (isIP(hostname) && !isAllowed(hostname)) {
        return failLater(callback, new AddressRefused(fault('address_not_public', { host: hostname })))
      }
      connect(options, callback)
    },
    // The sender's timer covers the whole attempt; undici's own are redundant.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}

/** Every resolved address must be allowed: the connector may try any of them. */
export function checkedLookup(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname)
      .then((addresses) => {
        if (!addresses.every(isAllowed))
          throw new AddressRefused(fault('name_not_public', { host: hostname }))
        const found = addresses.map((address) => ({ address, family: isIP(address) }))
        const [first] = found
        if (!first) throw Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' })
        return { found, first }
      })
      .then(
        ({ found, first }) => (all ? callback(null, found) : callback(null, first.address, first.family)),
        (error) => callback(error, []),
      )
  }
}

function failLater(callback: buildConnector.Callback, error: Error) {
  process.nextTick(callback, error, null)
}

// Which addresses a webhook may go to: globally routable unicast, by the IANA special-purpose registries
// (https://www.iana.org/assignments/iana-ipv4-special-registry and …/iana-ipv6-special-registry). This is an
// allowlist, so that a form nobody thought of is refused. The few special-purpose entries that are globally
// reachable are refused too: they are anycast, so the nearest host answers, which may be one inside our own
// network (192.0.0.9, 192.52.193.0/24, AS112).

export function isPublicAddress(text: string): boolean {
  // Strict syntax first: ipaddr.js also accepts 0177.1, which parsers interpret differently.
  const version = text.includes('%') ? 0 : isIP(text)
  if (version === 4) return isPublicIPv4(ipaddr.IPv4.parse(text))
  return version === 6 && isPublicIPv6(ipaddr.IPv6.parse(text))
}

function isPublicIPv4(address: IPv4): boolean {
  return address.range() === 'unicast' && !cloudInternal.some((network) => address.match(network))
}

/**
 * Public addresses by the registries that a cloud provider answers itself, for its own machines only. The metadata
 * addresses of the other clouds are link-local, shared or unique local, and refused as such.
 */
const cloudInternal = [
  // Azure: wire server, DNS, health probes
  '168.63.129.16/32',
  // IBM Cloud: its private services
  '161.26.0.0/16',
  '166.8.0.0/14',
].map((network) => ipaddr.IPv4.parseCIDR(network))

function isPublicIPv6(address: IPv6): boolean {
  const bytes = address.toByteArray()
  const embedding = embeddings.find(({ network }) => address.match(network))
  // 2000::/3 is all that IANA has allocated for global unicast; the rest is reserved.
  if (!embedding && !(address.range() === 'unicast' && address.match(globalUnicast))) return false
  const embedded = embedding?.extract(bytes) ?? []
  if (isIsatap(address)) embedded.push(lastFour(bytes))
  return embedded.every((octets) => isPublicIPv4(new ipaddr.IPv4(octets)))
}

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
const lastFour = (bytes: number[]) => bytes.slice(12)

/** Prefixes that embed an IPv4 address. That address decides. */
const embeddings = [
  // IPv4-compatible. This includes `::` and `::1`, which are refused as 0.0.0.0 and 0.0.0.1.
  embeds('::/96', (bytes) => [lastFour(bytes)]),
  // IPv4-mapped
  embeds('::ffff:0:0/96', (bytes) => [lastFour(bytes)]),
  // IPv4-translated (SIIT)
  embeds('::ffff:0:0:0/96', (bytes) => [lastFour(bytes)]),
  // NAT64. Under other prefixes of 64:ff9b:1::/48 the position of the IPv4 address is unknown: refused.
  embeds('64:ff9b::/96', (bytes) => [lastFour(bytes)]),
  embeds('64:ff9b:1::/96', (bytes) => [lastFour(bytes)]),
  // 6to4
  embeds('2002::/16', (bytes) => [bytes.slice(2, 6)]),
  // Teredo: the server, and the client's address with its bits inverted
  embeds('2001::/32', (bytes) => [bytes.slice(4, 8), lastFour(bytes).map((byte) => byte ^ 0xff)]),
]

function embeds(network: string, extract: (bytes: number[]) => number[][]) {
  return { network: ipaddr.IPv6.parseCIDR(network), extract }
}

/** ISATAP puts the IPv4 address after 0:5efe, under any prefix; two bits of the 0 may be set. */
function isIsatap({ parts }: IPv6): boolean {
  return ((parts[4] ?? 0) & 0xfcff) === 0 && parts[5] === 0x5efe
}

// Resolves a receiver's name by DNS queries, not by the operating system's getaddrinfo: that one blocks a thread and
// only two run at a time, so two names whose servers never answer would stall all deliveries (and connections to the
// database). With DNS queries, a lookup that hangs affects nobody else.
export type Resolve = (hostname: string) => Promise<string[]>

const timeoutMs = 1_500
const tries = 3

/** DNS only. Without `servers`, it uses those of the machine's configuration. */
export function dnsResolve(servers?: readonly string[]): Resolve {
  return async (hostname) => {
    // A new resolver picks up changes of the machine's configuration; it costs 0.02 ms per connection.
    const resolver = new Resolver({ timeout: timeoutMs, tries })
    if (servers) resolver.setServers(servers)
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length === 0) throw mostSpecificError(answers)
    return addresses
  }
}

/** getaddrinfo, which knows localhost, the hosts file and container names. For development. */
export const systemResolve: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address)

/** A missing IPv6 address says little when the IPv4 query reached no server. */
function mostSpecificError(answers: PromiseSettledResult<string[]>[]): NodeJS.ErrnoException {
  const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  return errors.find(({ code }) => code !== 'ENODATA') ?? errors[0] ?? new Error('no addresses')
}

// Which URLs may be saved for an endpoint. This check gives early feedback to the person who enters one. What protects
// the internal network is the guard, which checks the connected address at every attempt.

type UrlFault = Fault<
  | 'not_a_url'
  | 'not_https'
  | 'credentials_in_url'
  | 'invalid_host'
  | 'private_address'
  | 'local_host'
  | 'incomplete_host'
  | 'host_not_public'
  | 'url_too_long'
>
/** The URL may be saved, but deliveries to it fail for now. */
type UrlWarning = Fault<'host_not_resolved'>
export type UrlVerdict = { ok: true; url: string; warning?: UrlWarning } | { ok: false; reason: UrlFault }

const maxLength = 2000
const resolveWithinMs = 2_000
const internalNames = ['localhost', 'local', 'internal', 'home.arpa']

export async function checkUrl(
  text: string,
  { allowPrivate, resolve = dnsResolve() }: { allowPrivate: boolean; resolve?: Resolve },
): Promise<UrlVerdict> {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url) return refuse(fault('not_a_url'))
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) {
    // With `https://` it would not be allowed either.
    return refuse((url.protocol === 'http:' && localFault(url.hostname)) || fault('not_https'))
  }
  if (url.username || url.password) return refuse(fault('credentials_in_url'))
  // `example.com.` is the same host, but its certificate does not have the trailing dot.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  // A fragment is never sent: two URLs that differ only in it are duplicates.
  url.hash = ''
  const found = nameError(url.hostname) ?? (allowPrivate ? null : await hostFault(url.hostname, resolve))
  const isWarning = found?.code === 'host_not_resolved'
  if (found && !isWarning) return refuse(found)
  // Keeps the URL as given if the parser only added the slash of an empty path.
  const result = url.href === `${text}/` ? text : url.href
  return result.length > maxLength
    ? refuse(fault('url_too_long', { max: maxLength }))
    : { ok: true, url: result, ...(isWarning ? { warning: found } : {}) }
}

function nameError(host: string): UrlFault | null {
  const isInvalid = host.length > 253 || host.split('.').some((label) => label === '' || label.length > 63)
  return isInvalid && !host.startsWith('[') ? fault('invalid_host') : null
}

/** Of a host that is on this machine or this network, as far as its name says. */
function localFault(host: string): UrlFault | null {
  // The URL parser has normalised every notation of an address (decimal, octal, hexadecimal, short).
  const literal = host.startsWith('[') ? host.slice(1, -1) : host
  if (isIP(literal)) return isPublicAddress(literal) ? null : fault('private_address', { host: literal })
  const isInternal = internalNames.some((name) => host === name || host.endsWith(`.${name}`))
  return isInternal ? fault('local_host', { host }) : null
}

async function hostFault(host: string, resolve: Resolve): Promise<UrlFault | UrlWarning | null> {
  const local = localFault(host)
  if (local || host.startsWith('[') || isIP(host)) return local
  if (!host.includes('.')) return fault('incomplete_host', { host })
  // A name that does not resolve in time may be saved: its owner may not have set it up yet.
  const resolved = resolve(host).catch(() => [])
  const addresses = (await withTimeout(resolveWithinMs, resolved)) ?? []
  if (addresses.length === 0) return fault('host_not_resolved', { host })
  // The message names no address: the name may resolve only inside our network.
  return addresses.every(isPublicAddress) ? null : fault('host_not_public', { host })
}

function refuse(reason: UrlFault): UrlVerdict {
  return { ok: false, reason }
}
