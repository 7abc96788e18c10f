import { faultDetail } from '@anden/contract'
import { describe, expect, test } from 'vitest'
import { nameServer } from '../../tests/harness/name-server.ts'
import { checkUrl, dnsResolve, type Resolve } from './guard.ts'

const found: Resolve = async () => ['8.8.8.8']
const notFound: Resolve = () =>
  Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }))
async function check(url: string, resolve: Resolve = found) {
  const verdict = await checkUrl(url, { allowPrivate: false, resolve })
  return verdict.ok ? verdict : { ...verdict, reason: faultDetail(verdict.reason) }
}
const to =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses

describe('a URL for webhooks', () => {
  test.each([
    ['https://erp.losalamos.example/hooks/anden', 'https://erp.losalamos.example/hooks/anden'],
    ['https://erp.example.com', 'https://erp.example.com'],
    ['https://erp.example.com/', 'https://erp.example.com/'],
    ['https://ERP.Example.com:443/A?b=C', 'https://erp.example.com/A?b=C'],
    ['https://erp.example.com:8443/hook', 'https://erp.example.com:8443/hook'],
    ['https://erp.example.com./hook', 'https://erp.example.com/hook'],
    ['https://bodega-ñandú.example/vino', 'https://xn--bodega-and-z9a5i.example/vino'],
    ['https://erp.example.com/hook#part', 'https://erp.example.com/hook'],
    ['https://8.8.8.8/hook', 'https://8.8.8.8/hook'],
    ['https://134744072/hook', 'https://8.8.8.8/hook'],
    ['https://[2606:4700:4700::1111]/hook', 'https://[2606:4700:4700::1111]/hook'],
    ['https://[::ffff:8.8.8.8]/hook', 'https://[::ffff:808:808]/hook'],
    ['https://notlocalhost.example.com/', 'https://notlocalhost.example.com/'],
    ['https://internal.example.com/', 'https://internal.example.com/'],
  ])('%s is allowed', async (given, url) => {
    expect(await check(given)).toEqual({ ok: true, url })
  })

  test.each([
    ['http', 'http://erp.example.com/hook', 'must start with https://'],
    ['http to this machine', 'http://localhost:8080/hooks', 'anden-listen'],
    ['http to this network', 'http://192.168.0.10/hooks', 'anden-listen'],
    ['another scheme', 'ftp://erp.example.com/hook', 'must start with https://'],
    ['javascript', 'javascript:alert(1)', 'must start with https://'],
    ['no scheme', 'erp.example.com/hook', 'not a valid URL'],
    ['no host', 'https://', 'not a valid URL'],
    ['a user', 'https://user@erp.example.com/', 'must not contain a user or password'],
    ['a password', 'https://:secret@erp.example.com/', 'must not contain a user or password'],
    ['an address beyond 255', 'https://256.1.1.1/', 'not a valid URL'],
    ['a host with an empty label', 'https://erp..example.com/', 'not a valid name'],
    ['two trailing dots', 'https://erp.example.com../', 'not a valid name'],
    ['a label that is too long', `https://${'a'.repeat(64)}.example.com/`, 'not a valid'],
    ['a single label', 'https://intranet/', 'not a full name'],
    ['a single label with a dot', 'https://intranet./', 'not a full name'],
    ['localhost', 'https://localhost/', 'a name of a local network'],
    ['localhost in capitals', 'https://LOCALHOST:8443/', 'a name of a local network'],
    ['localhost with a dot', 'https://localhost./', 'a name of a local network'],
    ['*.localhost', 'https://app.localhost/', 'a name of a local network'],
    ['*.local', 'https://printer.local/', 'a name of a local network'],
    ['*.local with a dot', 'https://printer.local./', 'a name of a local network'],
    ['*.internal', 'https://metadata.google.internal/', 'a name of a local network'],
    ['*.home.arpa', 'https://nas.home.arpa/', 'a name of a local network'],
    ['a loopback address', 'https://127.0.0.1/', 'The host is 127.0.0.1, which is not a public address'],
    ['a loopback address with a dot', 'https://127.0.0.1./', 'is 127.0.0.1, which'],
    ['a private address', 'https://10.0.0.5:8443/', 'is 10.0.0.5, which'],
    ['the metadata address', 'https://169.254.169.254/latest/meta-data', 'is 169.254.169.254, which'],
    ['a decimal address', 'https://2130706433/', 'is 127.0.0.1, which'],
    ['an octal address', 'https://0177.0.0.01/', 'is 127.0.0.1, which'],
    ['one octal number', 'https://017700000001/', 'is 127.0.0.1, which'],
    ['a hexadecimal address', 'https://0x7f.0x0.0x0.0x1/', 'is 127.0.0.1, which'],
    ['one hexadecimal number', 'https://0x7f000001/', 'is 127.0.0.1, which'],
    ['a short address', 'https://127.1/', 'is 127.0.0.1, which'],
    ['zero', 'https://0/', 'is 0.0.0.0, which'],
    ['full-width digits', 'https://１２７。０。０。１/', 'is 127.0.0.1, which'],
    ['an escaped address', 'https://%31%32%37.0.0.1/', 'is 127.0.0.1, which'],
    ['bracketed IPv6 loopback', 'https://[::1]/', 'is ::1, which'],
    ['bracketed IPv6 unspecified', 'https://[::]/', 'is ::, which'],
    ['IPv4-mapped IPv6', 'https://[::ffff:127.0.0.1]/', 'is ::ffff:7f00:1, which'],
    ['IPv4-compatible IPv6', 'https://[::127.0.0.1]/', 'is ::7f00:1, which'],
    ['SIIT', 'https://[::ffff:0:127.0.0.1]/', 'which is not a public address'],
    ['NAT64', 'https://[64:ff9b::127.0.0.1]/', 'which is not a public address'],
    ['NAT64, local use', 'https://[64:ff9b:1::10.0.0.5]/', 'which is not a public address'],
    ['6to4', 'https://[2002:7f00:1::1]/', 'which is not a public address'],
    ['ISATAP', 'https://[2a00:1450::5efe:127.0.0.1]/', 'which is not a public address'],
    ['Teredo', 'https://[2001:0:808:808::80ff:fffe]/', 'which is not a public address'],
    ['unique local IPv6', 'https://[fd00:ec2::254]/', 'which is not a public address'],
  ])('with %s is refused', async (_, url, reason) => {
    expect(await check(url)).toEqual({ ok: false, reason: expect.stringContaining(reason) })
  })

  test('is refused when encoding makes it too long', async () => {
    const path = 'ñ'.repeat(400)
    expect(await check(`https://erp.example.com/${path}`)).toMatchObject({ ok: false })
    expect(await check(`https://erp.example.com/${path.slice(100)}`)).toMatchObject({ ok: true })
  })
})

describe('a name for webhooks', () => {
  test('that resolves to public addresses only is allowed', async () => {
    expect(await check('https://a.example/', to('8.8.8.8', '2606:4700::1'))).toMatchObject({ ok: true })
  })

  test.each([
    ['a private address', ['10.0.0.5']],
    ['an IPv6 form of one', ['::ffff:10.0.0.5']],
    ['a public and a private one', ['8.8.8.8', '10.0.0.5']],
    ['a public one and a private IPv6 one', ['8.8.8.8', 'fd00::1']],
  ])('that resolves to %s is refused without revealing the address', async (_, addresses) => {
    const verdict = await check('https://a.example/', to(...addresses))
    expect(verdict).toEqual({
      ok: false,
      reason: expect.stringMatching(
        /^The host, a\.example, resolves to an address that is not public\. To try/,
      ),
    })
  })

  test('such as 169.254.169.254.nip.io is refused by its resolved address', async () => {
    const server = await nameServer((name) => [name.replace('.nip.io', '')])
    const resolve = dnsResolve([server.address])
    expect(await check('https://169.254.169.254.nip.io/', resolve)).toMatchObject({ ok: false })
    expect(await check('https://8.8.8.8.nip.io/', resolve)).toMatchObject({ ok: true })
    expect(server.questions).toContain('AAAA 169.254.169.254.nip.io')
  })

  test.each(['name not found', 'failure'] as const)('may be saved on a %s', async (answer) => {
    const server = await nameServer(() => answer)
    expect(await check('https://soon.example/', dnsResolve([server.address]))).toEqual({
      ok: true,
      url: 'https://soon.example/',
      warning: { code: 'host_not_resolved', params: { host: 'soon.example' } },
    })
  })

  test('may be saved when it does not resolve within 2 s', async () => {
    const server = await nameServer(() => 'silence')
    const startedAt = performance.now()
    expect(await check('https://slow.example/', dnsResolve([server.address]))).toMatchObject({ ok: true })
    expect(performance.now() - startedAt).toBeGreaterThan(1_900)
    expect(performance.now() - startedAt).toBeLessThan(8_000)
  })
})

describe('with private addresses allowed', () => {
  test.each([
    'http://localhost:4000/hook',
    'http://127.0.0.1:4000/',
    'https://receiver/hook',
    'http://[::1]/',
    'http://nas.home.arpa/',
  ])('%s may be saved', async (url) => {
    expect(await checkUrl(url, { allowPrivate: true, resolve: notFound })).toEqual({ ok: true, url })
  })

  test('credentials and other schemes are still refused', async () => {
    for (const url of ['http://user:password@localhost/', 'ftp://localhost/']) {
      expect(await checkUrl(url, { allowPrivate: true, resolve: notFound })).toMatchObject({ ok: false })
    }
  })
})
