import { describe, expect, test } from 'vitest'
import { answerOf, startRawReceiver } from '../../tests/harness/raw-receiver.ts'
import { senderWith } from '../../tests/harness/sender.ts'
import type { GuardOptions } from './guard.ts'
import { createSender, type DeliveryRequest } from './send.ts'

function send(url: string, options: Partial<GuardOptions> = {}) {
  return senderWith({ allowPrivate: true, ...options }).send({
    url,
    headers: { 'Service-Event-Id': 'evt_1' },
    body: '{"a":"ñ"}',
  })
}

async function sendTo(answer: Parameters<typeof startRawReceiver>[0], options: Partial<GuardOptions> = {}) {
  const { url } = await startRawReceiver(answer)
  return send(url, options)
}

describe('send', () => {
  test('posts the given body and headers unchanged', async () => {
    const { url, requests } = await startRawReceiver(() => answerOf(200, 'ok'))
    expect(await send(`${url}?a=1`)).toEqual({
      succeeded: true,
      responseStatus: 200,
      durationMs: expect.any(Number),
      error: null,
      failure: null,
      excerpt: 'ok',
    })
    const [head = '', body = ''] = (requests[0] ?? '').split('\r\n\r\n')
    expect(head).toMatch(/^POST \/hook\?a=1 HTTP\/1\.1\r\n/)
    expect(head).toContain('Service-Event-Id: evt_1')
    expect(Buffer.from(body, 'latin1').toString()).toBe('{"a":"ñ"}')
  })

  test('reuses a few kept-alive connections for many requests', async () => {
    const { url, requests, connections } = await startRawReceiver(() => answerOf(204))
    const { send: post } = senderWith({ allowPrivate: true })
    for (let i = 0; i < 20; i++) await post({ url, headers: {}, body: `${i}` })
    expect(requests).toHaveLength(20)
    // undici does not reuse a connection for one turn of the event loop, so two alternate.
    expect(connections()).toBeLessThanOrEqual(2)
  })

  test.each([200, 201, 202, 204, 299])('treats %d as a success', async (status) => {
    const outcome = await sendTo(() => answerOf(status))
    expect(outcome).toMatchObject({ succeeded: true, responseStatus: status, error: null, excerpt: null })
  })

  test.each([304, 400, 404, 410, 429, 500, 503, 599])('treats %d as a failure', async (status) => {
    const outcome = await sendTo(() => answerOf(status, 'no', 'Retry-After: 1\r\n'))
    expect(outcome).toMatchObject({ succeeded: false, responseStatus: status, error: `HTTP ${status}` })
  })

  test('never throws, for any input', async () => {
    const { send: post } = senderWith({ allowPrivate: true })
    const strange: DeliveryRequest[] = [
      { url: 'not a url', headers: {}, body: '' },
      { url: 'ftp://127.0.0.1/', headers: {}, body: '' },
      { url: 'http://127.0.0.1/', headers: { 'a b': '1' }, body: '' },
      { url: 'http://127.0.0.1/', headers: { a: 'line\r\nbreak' }, body: '' },
    ]
    for (const request of strange) {
      expect(await post(request)).toMatchObject({ succeeded: false, error: expect.stringMatching(/\w/) })
    }
  })

  test('fails after the sender is closed', async () => {
    const { url } = await startRawReceiver(() => answerOf(200))
    const closed = createSender({ timeoutMs: 20_000, allowPrivate: true })
    await closed.close()
    expect(await closed.send({ url, headers: {}, body: '' })).toMatchObject({ succeeded: false })
  })

  test('is made if close() is called right after it', async () => {
    const { url } = await startRawReceiver(() => answerOf(200))
    const closing = createSender({ timeoutMs: 20_000, allowPrivate: true })
    const sending = closing.send({ url, headers: {}, body: '' })
    await closing.close()
    expect(await sending).toMatchObject({ succeeded: true })
  })

  test('is awaited by close() while in flight', async () => {
    let answer = () => {}
    let arrived = () => {}
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const { url } = await startRawReceiver((socket) => {
      answer = () => void socket.write(answerOf(200))
      arrived()
      return undefined
    })
    const closing = createSender({ timeoutMs: 20_000, allowPrivate: true })
    const sending = closing.send({ url, headers: {}, body: '' })
    await arrival
    const closed = closing.close()
    answer()
    expect(await sending).toMatchObject({ succeeded: true })
    await closed
  })
})

describe('a response', () => {
  test('is stored up to 1 KiB, cut between characters', async () => {
    const { excerpt } = await sendTo(() => answerOf(200, `x${'ñ'.repeat(3000)}`))
    expect(excerpt).toBe(`x${'ñ'.repeat(511)}`)
  })

  test('is stored as text that PostgreSQL accepts', async () => {
    const bytes = 'a\0b\xff\xfec'
    const raw = `HTTP/1.1 500 No\r\nContent-Length: ${bytes.length}\r\n\r\n${bytes}`
    expect((await sendTo(() => raw)).excerpt).toBe('a\uFFFDb\uFFFD\uFFFDc')
  })

  test('is assembled from its chunks', async () => {
    const outcome = await sendTo(
      () => 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n',
    )
    expect(outcome).toMatchObject({ succeeded: true, excerpt: 'abc' })
  })

  test.each([
    [200, true, null],
    [500, false, 'HTTP 500'],
  ])(
    'that is too large counts by its status, %d, and the rest is discarded',
    async (status, succeeded, error) => {
      const { url, abandoned } = await startRawReceiver((socket) => {
        const more = () => {
          while (!socket.destroyed && socket.write('y'.repeat(16_384)));
        }
        socket.on('drain', more)
        socket.write(`HTTP/1.1 ${status} OK\r\nContent-Length: 10000000000\r\n\r\n`)
        more()
        return undefined
      })
      const outcome = await send(url)
      expect(outcome).toMatchObject({ succeeded, responseStatus: status, error, excerpt: 'y'.repeat(1024) })
      await abandoned()
    },
  )

  test('after 103 Early Hints and 102 Processing is the final one', async () => {
    const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n'
    expect(await sendTo(() => hints + answerOf(200, 'ok'))).toMatchObject({ succeeded: true, excerpt: 'ok' })
  })

  test('of an unsolicited 100 Continue is an immediate failure', async () => {
    const outcome = await sendTo(() => `HTTP/1.1 100 Continue\r\n\r\n${answerOf(200, 'ok')}`)
    expect(outcome).toMatchObject({
      succeeded: false,
      error: 'unexpected 100 Continue',
    })
  })

  test('of 101 Switching Protocols is a failure', async () => {
    const outcome = await sendTo(() => 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n')
    expect(outcome).toMatchObject({
      succeeded: false,
      error: 'unexpected protocol upgrade',
    })
  })

  test.each([
    ['garbage', 'SSH-2.0-OpenSSH_9.2\r\n'],
    ['a non-numeric status', 'HTTP/1.1 abc OK\r\n\r\n'],
  ])('of %s is a failure', async (_, raw) => {
    expect(await sendTo(() => raw)).toMatchObject({
      succeeded: false,
      error: 'the response is not valid HTTP',
    })
  })

  test('with conflicting Content-Length headers is a failure', async () => {
    const raw = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok'
    const outcome = await sendTo(() => raw)
    expect(outcome).toMatchObject({
      succeeded: false,
      error: 'the response does not match its Content-Length',
    })
  })

  test('with an error status fails with that status, even if its body never ends', async () => {
    const endless = 'HTTP/1.1 503 No\r\nContent-Length: 100\r\n\r\nmaintenance'
    expect(await sendTo(() => endless, { timeoutMs: 800 })).toMatchObject({
      succeeded: false,
      responseStatus: 503,
      error: 'HTTP 503',
      excerpt: 'maintenance',
    })
  })

  test('with oversized headers is a failure', async () => {
    const outcome = await sendTo(() => `HTTP/1.1 200 OK\r\nA: ${'a'.repeat(100_000)}\r\n\r\n`)
    expect(outcome).toMatchObject({ succeeded: false, error: 'the response headers are too large' })
  })
})
