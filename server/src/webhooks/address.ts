// Which addresses a webhook may go to: globally routable unicast, by the IANA special-purpose registries
// (https://www.iana.org/assignments/iana-ipv4-special-registry and …/iana-ipv6-special-registry). Nothing
// else is named as allowed, so that a form nobody thought of is refused. The few entries that the registries
// call globally reachable are refused too: they are anycast, and whoever is nearest answers them, which may
// be a box of one's own network (192.0.0.9, 192.52.193.0/24, AS112).
import { isIP } from 'node:net'
import ipaddr, { type IPv4, type IPv6 } from 'ipaddr.js'

export function isPublicAddress(text: string): boolean {
  // Strict first: ipaddr.js would also read 0177.1, and not everybody reads that the same way.
  const version = text.includes('%') ? 0 : isIP(text)
  if (version === 4) return isPublicIPv4(ipaddr.IPv4.parse(text))
  return version === 6 && isPublicIPv6(ipaddr.IPv6.parse(text))
}

function isPublicIPv4(address: IPv4): boolean {
  return address.range() === 'unicast' && !insideClouds.some((network) => address.match(network))
}

/**
 * Ordinary public addresses by the registries, which clouds answer themselves, each to its own machines only. The
 * metadata addresses of the other clouds are link-local, shared or unique local, and refused as such.
 */
const insideClouds = [
  // Azure: wire server, DNS, health probes
  '168.63.129.16/32',
  // IBM Cloud: its private services
  '161.26.0.0/16',
  '166.8.0.0/14',
].map((network) => ipaddr.IPv4.parseCIDR(network))

function isPublicIPv6(address: IPv6): boolean {
  const bytes = address.toByteArray()
  const carrier = carriers.find(({ network }) => address.match(network))
  // All that IANA has ever given out for global unicast; the rest is reserved.
  if (!carrier && !(address.range() === 'unicast' && address.match(globalUnicast))) return false
  const inside = carrier?.inside(bytes) ?? []
  if (isIsatap(address)) inside.push(last(bytes))
  return inside.every((octets) => isPublicIPv4(new ipaddr.IPv4(octets)))
}

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
const last = (bytes: number[]) => bytes.slice(12)

/** What leads to an IPv4 address, and is judged by that one. */
const carriers = [
  // IPv4-compatible. `::` and `::1` are among them: as 0.0.0.0 and 0.0.0.1 they are refused.
  carrier('::/96', (bytes) => [last(bytes)]),
  // IPv4-mapped
  carrier('::ffff:0:0/96', (bytes) => [last(bytes)]),
  // IPv4-translated (SIIT)
  carrier('::ffff:0:0:0/96', (bytes) => [last(bytes)]),
  // NAT64. Under any other prefix of 64:ff9b:1::/48 nobody can tell where the IPv4 address sits: refused.
  carrier('64:ff9b::/96', (bytes) => [last(bytes)]),
  carrier('64:ff9b:1::/96', (bytes) => [last(bytes)]),
  // 6to4
  carrier('2002::/16', (bytes) => [bytes.slice(2, 6)]),
  // Teredo: the server, and the client's address with its bits inverted
  carrier('2001::/32', (bytes) => [bytes.slice(4, 8), last(bytes).map((byte) => byte ^ 0xff)]),
]

function carrier(network: string, inside: (bytes: number[]) => number[][]) {
  return { network: ipaddr.IPv6.parseCIDR(network), inside }
}

/** ISATAP has the IPv4 address behind 0:5efe, under a prefix of any kind; two bits of the 0 may be set. */
function isIsatap({ parts }: IPv6): boolean {
  return ((parts[4] ?? 0) & 0xfcff) === 0 && parts[5] === 0x5efe
}
