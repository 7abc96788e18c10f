import { AssertionError } from 'node:assert'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { nameServer } from '../../tests/harness/name-server.ts'
import { answerOf, certificateFor, startRawReceiver } from '../../tests/harness/raw-receiver.ts'
import { senderWith } from '../../tests/harness/sender.ts'
import { faultOfFailure } from './failure.ts'
import { dnsResolve, type GuardOptions } from './guard.ts'
import { createSender } from './send.ts'

const shortMs = 800
const timedOut = { succeeded: false, error: 'timed out after 0.8 s' }

function send(url: string, options: Partial<GuardOptions> = {}) {
  return senderWith({ allowPrivate: true, ...options }).send({ url, headers: {}, body: '{}' })
}

async function sendTo(answer: Parameters<typeof startRawReceiver>[0], options: Partial<GuardOptions> = {}) {
  const { url } = await startRawReceiver(answer)
  return send(url, options)
}

describe('a receiver that', () => {
  test('refuses the connection is a failure', async () => {
    const { url } = await startRawReceiver(() => undefined)
    const absent = url.replace('127.0.0.1', '127.0.0.9')
    expect(await send(absent)).toMatchObject({ responseStatus: null, error: 'connection refused' })
  })

  test('resets the connection is a failure', async () => {
    const outcome = await sendTo((socket) => {
      socket.resetAndDestroy()
      return undefined
    })
    expect(outcome).toMatchObject({ succeeded: false, error: 'connection reset', excerpt: null })
  })

  test.each([
    ['before it answers', ''],
    ['in its headers', 'HTTP/1.1 200 OK\r\nContent-'],
    ['in its body', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nok'],
  ])('closes the connection %s is a failure', async (_, begun) => {
    const outcome = await sendTo((socket) => {
      socket.end(begun)
      return undefined
    })
    expect(outcome).toMatchObject({
      succeeded: false,
      error: 'connection closed before the response was complete',
    })
  })

  test('closes a kept-alive connection gets the next request on a new one', async () => {
    const { url, connections, abandoned } = await startRawReceiver((socket) => {
      socket.end(answerOf(200))
      return undefined
    })
    const { send: post } = senderWith({ allowPrivate: true })
    for (const count of [1, 2, 3]) {
      expect(await post({ url, headers: {}, body: '' })).toMatchObject({ succeeded: true })
      expect(connections()).toBe(count)
      await abandoned()
    }
  })

  const drip = (socket: Socket, text: string, before = ''): undefined => {
    socket.write(before)
    const timer = setInterval(() => socket.write(text), 20)
    socket.on('close', () => clearInterval(timer))
    return undefined
  }

  const hanging: [string, number | null, (socket: Socket) => string | undefined][] = [
    ['says nothing', null, () => undefined],
    ['drips its headers', null, (socket) => drip(socket, 'X: y\r\n', 'HTTP/1.1 200 OK\r\n')],
    ['sends only interim responses', null, (socket) => drip(socket, 'HTTP/1.1 102 Processing\r\n\r\n')],
    [
      'drips its body',
      200,
      (socket) => drip(socket, '.', 'HTTP/1.1 200 OK\r\nContent-Length: 60000\r\n\r\n'),
    ],
    ['never ends its body', 200, () => 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n'],
    ['never begins its body', 200, () => 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n'],
  ]
  test.each(hanging)('%s is aborted at the timeout', async (_, responseStatus, answer) => {
    const { url, abandoned } = await startRawReceiver(answer)
    const outcome = await send(url, { timeoutMs: shortMs })
    expect(outcome).toMatchObject({ ...timedOut, responseStatus })
    expect(outcome.durationMs).toBeGreaterThanOrEqual(shortMs - 5)
    await abandoned()
  })

  test('hangs in the TLS handshake is aborted at the timeout', async () => {
    const { url } = await startRawReceiver(() => undefined)
    expect(await send(url.replace('http:', 'https:'), { timeoutMs: shortMs })).toMatchObject(timedOut)
  })

  test('hangs delays no other delivery, even to the same host', async () => {
    const { url } = await startRawReceiver((_, request) =>
      request.includes('/hang') ? undefined : answerOf(200),
    )
    const { send: post } = senderWith({ allowPrivate: true, timeoutMs: 2_000 })
    const order: string[] = []
    const to = async (path: string) => {
      const { error } = await post({ url: url.replace('/hook', path), headers: {}, body: '' })
      order.push(error ?? path)
    }
    await Promise.all([...Array.from({ length: 10 }, () => to('/hang')), to('/quick')])
    expect(order).toEqual(['/quick', ...Array.from({ length: 10 }, () => 'timed out after 2 s')])
  })
})

describe('a name', () => {
  test.each([
    ['that does not exist', 'name not found', 'DNS: name not found'],
    ['without addresses', [], 'DNS: the name has no address'],
    ['whose servers fail', 'failure', 'DNS: the name servers failed'],
  ] as const)('%s is a failure', async (_, answer, error) => {
    const names = await nameServer(() => answer)
    const outcome = await send('http://a.example/', { resolve: dnsResolve([names.address]) })
    expect(outcome).toMatchObject({ succeeded: false, responseStatus: null, error })
  })

  test('whose servers never answer is a failure at the timeout', async () => {
    const names = await nameServer(() => 'silence')
    const resolve = dnsResolve([names.address])
    expect(await send('http://a.example/', { resolve, timeoutMs: shortMs })).toMatchObject(timedOut)
  })

  test("is resolved by the system's resolver in development", async () => {
    const { url } = await startRawReceiver(() => answerOf(200))
    expect(await send(url.replace('127.0.0.1', 'localhost'))).toMatchObject({ succeeded: true })
  })
})

describe('TLS', () => {
  const day = 86_400_000
  const post = async (certificate: Awaited<ReturnType<typeof certificateFor>>, trusted: boolean) => {
    const { url, requests } = await startRawReceiver(() => answerOf(200, 'ok'), certificate)
    const outcome = await send(url, trusted ? { ca: certificate.cert } : {})
    return { outcome, requests }
  }

  test('succeeds with a trusted certificate', async () => {
    const { outcome } = await post(await certificateFor('localhost'), true)
    expect(outcome).toMatchObject({ succeeded: true, excerpt: 'ok' })
  })

  test.each([
    ['that is self-signed', 'localhost', {}, false, 'TLS: self-signed certificate'],
    [
      'that has expired',
      'localhost',
      { notBefore: new Date(Date.now() - 3 * day), notAfter: new Date(Date.now() - day) },
      true,
      'TLS: certificate has expired',
    ],
    [
      'that is not valid yet',
      'localhost',
      { notBefore: new Date(Date.now() + day), notAfter: new Date(Date.now() + 3 * day) },
      true,
      'TLS: certificate is not yet valid',
    ],
    ['for another name', 'other.example', {}, true, 'TLS: the certificate is for another name'],
  ])('with a certificate %s fails, and nothing is sent', async (_, name, validity, trusted, error) => {
    const { outcome, requests } = await post(await certificateFor(name, validity), trusted)
    expect(outcome).toMatchObject({ succeeded: false, responseStatus: null, error, excerpt: null })
    expect(requests).toEqual([])
  })

  test('is verified even with NODE_TLS_REJECT_UNAUTHORIZED=0', async () => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
    onTestFinished(() => {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
    })
    const { outcome } = await post(await certificateFor('localhost'), false)
    expect(outcome.error).toBe('TLS: self-signed certificate')
  })

  test('with a receiver that does not support it fails', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const outcome = await send(`https://127.0.0.1:${port}/`)
    expect(outcome).toMatchObject({ succeeded: false, error: 'TLS: wrong version number' })
  })
})

test("a library's internal error is logged and not shown", async () => {
  const unexpected: Error[] = []
  const sender = createSender({ timeoutMs: 20_000, allowPrivate: true }, (error) => unexpected.push(error))
  onTestFinished(() => sender.close())
  const outcome = await sender.send({ url: 'http://127.0.0.1:1/', headers: { 'bad header': '' }, body: '' })
  expect(outcome).toMatchObject({ succeeded: false, error: 'the request could not be completed' })
  expect(unexpected).toMatchObject([{ message: 'invalid header key' }])
  for (const message of ['assert(!this.aborted)', 'false == true']) {
    expect(faultOfFailure(new AssertionError({ message }))).toBeNull()
  }
})
