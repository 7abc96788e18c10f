import type { LookupAddress } from 'node:dns'
import { describe, expect, test } from 'vitest'
import { nameServer } from '../../tests/harness/name-server.ts'
import { answerOf, startRawReceiver } from '../../tests/harness/raw-receiver.ts'
import { senderWith } from '../../tests/harness/sender.ts'
import { checkedLookup, checkUrl, dnsResolve, type GuardOptions, isPublicAddress } from './guard.ts'

function send(url: string, options: Partial<GuardOptions> = {}) {
  return senderWith({ allowPrivate: false, ...options }).send({ url, headers: {}, body: '{}' })
}

const internalServer = () => startRawReceiver(() => answerOf(200, 'internal secrets'))
const refused = (what: string) => ({
  succeeded: false,
  responseStatus: null,
  error: `address not allowed: ${what}`,
  excerpt: null,
})

describe('an attempt at a literal address', () => {
  test.each([
    ['loopback', '127.0.0.1', '127.0.0.1'],
    ['decimal', '2130706433', '127.0.0.1'],
    ['octal', '0177.0.0.1', '127.0.0.1'],
    ['hexadecimal', '0x7f.1', '127.0.0.1'],
    ['short', '127.1', '127.0.0.1'],
    ['with a trailing dot', '127.0.0.1.', '127.0.0.1'],
    ['full-width', '１２７.0.0.1', '127.0.0.1'],
    ['unspecified', '0.0.0.0', '0.0.0.0'],
    ['bracketed IPv6 loopback', '[::1]', '::1'],
    ['bracketed IPv6 unspecified', '[::]', '::'],
    ['IPv4-mapped', '[::ffff:127.0.0.1]', '::ffff:7f00:1'],
    ['IPv4-compatible', '[::127.0.0.1]', '::7f00:1'],
    ['SIIT', '[::ffff:0:127.0.0.1]', '::ffff:0:7f00:1'],
    ['NAT64', '[64:ff9b::127.0.0.1]', '64:ff9b::7f00:1'],
    ['NAT64, local use', '[64:ff9b:1::127.0.0.1]', '64:ff9b:1::7f00:1'],
    ['6to4', '[2002:7f00:1::1]', '2002:7f00:1::1'],
    ['ISATAP', '[2a00:1450::5efe:127.0.0.1]', '2a00:1450::5efe:7f00:1'],
    ['Teredo', '[2001:0:808:808::80ff:fffe]', '2001:0:808:808::80ff:fffe'],
    ['metadata', '169.254.169.254', '169.254.169.254'],
    ['private', '10.0.0.5', '10.0.0.5'],
  ])('is refused before it connects: %s', async (_, host, address) => {
    const { port, connections } = await internalServer()
    expect(await send(`https://${host}:${port}/`)).toMatchObject(refused(address))
    expect(connections()).toBe(0)
  })

  test('is refused without TLS, even if public', async () => {
    expect(await send('http://8.8.8.8/')).toMatchObject(refused('only https is'))
  })
})

describe('an attempt at a name', () => {
  test.each([
    ['a private address', ['127.0.0.1']],
    ['an IPv6 one', ['::1']],
    ['a mapped one', ['::ffff:127.0.0.1']],
    ['a public and then a private one', ['8.8.8.8', '127.0.0.1']],
    ['a private and then a public one', ['127.0.0.1', '8.8.8.8']],
    ['a public IPv4 and a private IPv6 one', ['8.8.8.8', '::1']],
  ])('that resolves to %s is refused before it connects', async (_, addresses) => {
    const { port, connections } = await internalServer()
    const names = await nameServer(() => addresses)
    expect(await send(`https://a.example:${port}/`, { resolve: dnsResolve([names.address]) })).toMatchObject(
      refused('a.example does not resolve to public ones only'),
    )
    expect(connections()).toBe(0)
  })

  test('such as 169.254.169.254.nip.io is refused', async () => {
    const names = await nameServer((name) => [name.replace('.nip.io', '')])
    const outcome = await send('https://169.254.169.254.nip.io/', { resolve: dnsResolve([names.address]) })
    expect(outcome.error).toContain('address not allowed')
  })

  test('that was public when saved is refused once it resolves to a private address', async () => {
    const { port, connections } = await internalServer()
    let answers = 0
    // Each lookup asks twice: for IPv4 and for IPv6.
    const names = await nameServer(() => (answers++ < 2 ? ['8.8.8.8'] : ['127.0.0.1']))
    const resolve = dnsResolve([names.address])
    const url = `https://rebinding.example:${port}/`
    expect(await checkUrl(url, { allowPrivate: false, resolve })).toEqual({ ok: true, url })
    expect(await send(url, { resolve })).toMatchObject(
      refused('rebinding.example does not resolve to public ones only'),
    )
    expect(names.questions).toHaveLength(4)
    expect(connections()).toBe(0)
  })

  test('is resolved once, and the checked address is the one connected to', async () => {
    const names = await nameServer(() => ['8.8.8.8', '2606:4700:4700::1111'])
    const lookup = checkedLookup(dnsResolve([names.address]), isPublicAddress)
    const found = await new Promise((settle, fail) =>
      lookup('a.example', { all: true }, (error, addresses) => (error ? fail(error) : settle(addresses))),
    )
    expect(found).toEqual<LookupAddress[]>([
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700:4700::1111', family: 6 },
    ])
    expect(names.questions).toHaveLength(2)
  })

  test('connects to the resolved address where private ones are allowed', async () => {
    const { port, requests } = await internalServer()
    const names = await nameServer(() => ['127.0.0.1'])
    const url = `http://inside.example:${port}/hook`
    const outcome = await send(url, { allowPrivate: true, resolve: dnsResolve([names.address]) })
    expect(outcome).toMatchObject({ succeeded: true, responseStatus: 200 })
    expect(requests[0]).toContain(`host: inside.example:${port}`)
  })

  test('connects to the next address when the first refuses the connection', async () => {
    const { port } = await internalServer()
    const outcome = await send(`http://two.example:${port}/`, {
      allowPrivate: true,
      resolve: async () => ['127.0.0.2', '127.0.0.1'],
    })
    expect(outcome).toMatchObject({ succeeded: true })
  })

  test('does not wait for other names whose servers never answer', async () => {
    const { port } = await internalServer()
    const names = await nameServer((name) => (name === 'quick.example' ? ['127.0.0.1'] : 'silence'))
    const { send: post } = senderWith({
      allowPrivate: true,
      resolve: dnsResolve([names.address]),
      timeoutMs: 3_000,
    })
    const to = (name: string) => post({ url: `http://${name}:${port}/`, headers: {}, body: '' })
    const order: string[] = []
    await Promise.all(
      [...Array.from({ length: 20 }, (_, i) => `silent-${i}.example`), 'quick.example'].map(async (name) => {
        const { succeeded } = await to(name)
        order.push(`${name} ${succeeded}`)
      }),
    )
    expect(order[0]).toBe('quick.example true')
    expect(order.slice(1).every((line) => line.endsWith('false'))).toBe(true)
  })
})

describe('a redirect to an internal address', () => {
  test.each([301, 302, 303, 307, 308])('is a failure and is not followed: %d', async (status) => {
    const target = await internalServer()
    const redirecting = await startRawReceiver(() =>
      answerOf(status, 'over there', `Location: ${target.url}\r\n`),
    )
    expect(await send(redirecting.url, { allowPrivate: true })).toMatchObject({
      succeeded: false,
      responseStatus: status,
      error: `HTTP ${status}: redirects are not followed`,
    })
    expect(target.connections()).toBe(0)
  })
})
