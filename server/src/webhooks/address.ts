// Which addresses a webhook may go to: globally routable unicast, by the IANA special-purpose registries
// (https://www.iana.org/assignments/iana-ipv4-special-registry and …/iana-ipv6-special-registry). This is an
// allowlist, so that a form nobody thought of is refused. The few special-purpose entries that are globally
// reachable are refused too: they are anycast, so the nearest host answers, which may be one inside our own
// network (192.0.0.9, 192.52.193.0/24, AS112).

import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js'

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
