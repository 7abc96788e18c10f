import { isIP } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPublicAddress } from './guard.ts'

/** IANA IPv4 special-purpose address registry, and multicast. */
const ipv4Registry = [
  ['0.0.0.0/8', 'this network'],
  ['10.0.0.0/8', 'private use'],
  ['100.64.0.0/10', 'shared address space (CGNAT)'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'link local, used by cloud metadata services'],
  ['172.16.0.0/12', 'private use'],
  ['192.0.0.0/24', 'IETF protocol assignments'],
  ['192.0.0.0/29', 'IPv4 service continuity prefix'],
  ['192.0.0.8/32', 'IPv4 dummy address'],
  ['192.0.0.9/32', 'Port Control Protocol anycast'],
  ['192.0.0.10/32', 'TURN anycast'],
  ['192.0.0.170/31', 'NAT64/DNS64 discovery'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'AS112-v4'],
  ['192.52.193.0/24', 'AMT'],
  ['192.88.99.0/24', '6to4 relay anycast, deprecated'],
  ['192.168.0.0/16', 'private use'],
  ['192.175.48.0/24', 'direct delegation AS112 service'],
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
  ['255.255.255.255/32', 'limited broadcast'],
] as const

/** Public according to the registry, but cloud providers serve them to their own machines. */
const cloudInternal = [
  ['168.63.129.16/32', 'Azure'],
  ['161.26.0.0/16', 'IBM Cloud'],
  ['166.8.0.0/14', 'IBM Cloud'],
] as const

/** Cloud metadata services, in any range. */
const metadataAddresses = [
  ...['168.63.129.16', '169.254.169.254', '169.254.170.2', '100.100.100.200', '192.0.0.192', '169.254.42.42'],
  ...['fd00:ec2::254', 'fd20:ce::254', 'fd00:42::42', 'fd00:c1::a9fe:a9fe', 'fe80::a9fe:a9fe'],
]

/** IANA IPv6 special-purpose address registry, multicast, and deprecated or unallocated ranges. */
const ipv6Registry = [
  ['::/128', 'unspecified'],
  ['::1/128', 'loopback'],
  ['64:ff9b:1:1::/64', 'local-use translation, with the IPv4 address at an unknown offset'],
  ['100::/64', 'discard only'],
  ['100:0:0:1::/64', 'dummy prefix'],
  ['2001:1::/32', 'anycast of PCP, TURN and DNS-SD'],
  ['2001:2::/48', 'benchmarking'],
  ['2001:3::/32', 'AMT'],
  ['2001:4:112::/48', 'AS112-v6'],
  ['2001:10::/28', 'ORCHID, deprecated'],
  ['2001:20::/28', 'ORCHIDv2'],
  ['2001:30::/28', 'drone remote id'],
  ['2001:100::/24', 'the rest of the IETF protocol assignments'],
  ['2001:db8::/32', 'documentation'],
  ['2620:4f:8000::/48', 'direct delegation AS112 service'],
  ['3fff::/20', 'documentation'],
  ['4000::/3', 'unallocated'],
  ['5f00::/16', 'segment routing'],
  ['8000::/1', 'unallocated, containing:'],
  ['fc00::/7', 'unique local'],
  ['fe80::/10', 'link local'],
  ['fec0::/10', 'site local, deprecated'],
  ['ff00::/8', 'multicast'],
] as const

const publicAddresses = [
  ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
  ...[
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.0.3.0',
  ],
  ...['192.167.255.255', '192.169.0.0', '198.17.255.255', '198.20.0.0', '223.255.255.255', '200.45.191.35'],
  ...[
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2800:3f0:4002:80c::200e',
    '2a00:1450::1',
    '2001:200::1',
  ],
]

/** Every notation that embeds an IPv4 address; any other address in it is public. */
const carriers: [string, (high: string, low: string, dotted: string) => string][] = [
  ['IPv4-mapped', (_high, _low, dotted) => `::ffff:${dotted}`],
  ['IPv4-mapped, in hexadecimal', (high, low) => `::ffff:${high}:${low}`],
  ['IPv4-mapped, written out', (high, low) => `0:0:0:0:0:ffff:${high}:${low}`],
  ['IPv4-compatible', (_high, _low, dotted) => `::${dotted}`],
  ['IPv4-translated (SIIT)', (_high, _low, dotted) => `::ffff:0:${dotted}`],
  ['NAT64', (_high, _low, dotted) => `64:ff9b::${dotted}`],
  ['NAT64, local use', (_high, _low, dotted) => `64:ff9b:1::${dotted}`],
  ['6to4', (high, low) => `2002:${high}:${low}::1`],
  ['6to4, ISATAP behind it', (high, low) => `2002:808:808::5efe:${high}:${low}`],
  ['ISATAP', (_high, _low, dotted) => `2a00:1450::5efe:${dotted}`],
  ['ISATAP, unique', (_high, _low, dotted) => `2a00:1450::200:5efe:${dotted}`],
  ['Teredo, as the server', (high, low) => `2001:0:${high}:${low}:0:0:f7f7:f7f7`],
  ['Teredo, as the client', (high, low) => `2001:0:808:808:0:0:${inverted(high)}:${inverted(low)}`],
]
const inverted = (group: string) => (Number.parseInt(group, 16) ^ 0xffff).toString(16)

function carry(form: (typeof carriers)[number][1], dotted: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number)
  return form((a * 256 + b).toString(16), (c * 256 + d).toString(16), dotted)
}

const toDotted = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.')
const toNumber = (dotted: string) => dotted.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0)
const anyIPv4 = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const isRegistered = (value: number) =>
  [...ipv4Registry, ...cloudInternal].some(([network]) => {
    const [start = '', bits] = network.split('/')
    const size = 2 ** (32 - Number(bits))
    return value >= toNumber(start) && value < toNumber(start) + size
  })

describe('isPublicAddress', () => {
  test.each([...ipv4Registry, ...cloudInternal])('refuses %s (%s), first and last', (network) => {
    const [start = '', bits] = network.split('/')
    const last = toNumber(start) + 2 ** (32 - Number(bits)) - 1
    expect([isPublicAddress(start), isPublicAddress(toDotted(last))]).toEqual([false, false])
  })

  test.each(ipv6Registry)('refuses %s (%s), first, last and between', (network) => {
    const [start = '', bits = ''] = network.split('/')
    const value = toBigInt(start)
    const size = 2n ** (128n - BigInt(bits))
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: size - 1n }),
        (offset) => !isPublicAddress(toIPv6(value + offset)),
      ),
      { examples: [[0n], [size - 1n]] },
    )
  })

  test.each(metadataAddresses)('refuses the metadata address %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test.each([
    '168.63.129.15',
    '168.63.129.17',
    '161.25.255.255',
    '161.27.0.0',
    '166.7.255.255',
    '166.12.0.0',
  ])('allows the neighbour %s', (address) => expect(isPublicAddress(address)).toBe(true))

  test.each(publicAddresses)('allows %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test('allows exactly the IPv4 addresses that no registry lists', () => {
    fc.assert(
      fc.property(anyIPv4, (value) => isPublicAddress(toDotted(value)) === !isRegistered(value)),
      { numRuns: 2_000 },
    )
  })

  test.each(carriers)('judges the %s form by its embedded address', (_, form) => {
    expect(isPublicAddress(carry(form, '8.8.4.4'))).toBe(true)
    for (const inner of ['127.0.0.1', '10.0.0.5', '169.254.169.254', '168.63.129.16', '0.0.0.0']) {
      expect(isIP(carry(form, inner))).toBe(6)
      expect(isPublicAddress(carry(form, inner))).toBe(false)
    }
    fc.assert(
      fc.property(anyIPv4, (value) => isPublicAddress(carry(form, toDotted(value))) === !isRegistered(value)),
    )
  })

  test.each([
    ...['', 'localhost', '127.1', '0x7f.0.0.1', '0177.0.0.1', '2130706433', '010.8.8.8', '8.8.8', '8.8.8.8.'],
    ...[' 8.8.8.8', '8.8.8.8/32', '[2606:4700::1]', 'fe80::1%eth0', '2606:4700::1%1', '2606:4700:::1'],
  ])('refuses text that is not a canonical address: "%s"', (text) => {
    expect(isPublicAddress(text)).toBe(false)
  })
})

function toBigInt(address: string): bigint {
  const [head = '', tail] = address.split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':'))
  const [front, back] = [groups(head), groups(tail ?? '')]
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => '0')
  return BigInt(`0x${[...front, ...zeros, ...back].map((group) => group.padStart(4, '0')).join('')}`)
}

function toIPv6(value: bigint): string {
  return (value.toString(16).padStart(32, '0').match(/.{4}/g) ?? []).join(':')
}
