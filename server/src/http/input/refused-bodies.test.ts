// A client that closes the connection after its request, and is still sending the body when it is refused: Python's urllib, for
// one, sends `Connection: close` with every request. It gets its response, within the bounds of what is read and discarded.
import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../../../tests/harness/prologue.ts'
import { answersIn, type RawConnection, rawConnection } from '../../../tests/harness/raw-connection.ts'
import { discardPolicy } from '../wire/unread-body.ts'

const mebibyte = 1024 * 1024
const service = await useService()
const { token } = await service.aClient()
const key = { authorization: `Bearer ${token}` }

const policy = { ...discardPolicy }
afterAll(() => void Object.assign(discardPolicy, policy))
/** The whole body takes longer than the idle limit, but no single pause does. */
const body = { pieces: 32, bytes: mebibyte / 4, pauseMs: 150 }
const maxIdleMs = 3_000

type Refused = { status: number; code: string; path: string; headers: Record<string, string> }
const refusals: Refused[] = [
  {
    status: 413,
    code: 'validation/payload-too-large',
    path: '/api/v1/portal/destinatarios',
    headers: { ...key, 'content-type': 'application/json' },
  },
  {
    status: 415,
    code: 'validation/unsupported-media-type',
    path: '/api/v1/portal/destinatarios',
    headers: { ...key, 'content-type': 'text/plain' },
  },
  { status: 404, code: 'routing/not-found', path: '/nowhere', headers: { 'content-type': 'text/plain' } },
  {
    status: 403,
    code: 'auth/cross-origin',
    path: '/api/auth/sign-in/email',
    headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
  },
]

const headOf = (path: string, headers: object) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: anden',
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n')

// Concurrent: each takes five seconds, mostly waiting.
describe.concurrent('a body of 8 MiB that is sent slowly', () => {
  beforeAll(() => void Object.assign(discardPolicy, { maxIdleMs }))

  const problemOf = ({ status, code }: Refused) => [status, `${service.url}/errors/${code}`]
  const sentHow = refusals.flatMap((refused) => [
    { ...refused, how: 'with its length', framing: { 'content-length': body.pieces * body.bytes } },
    { ...refused, how: 'in chunks', framing: { 'transfer-encoding': 'chunked' } },
  ])

  test.each(sentHow)('$how and refused with $status gets its response', async (sent) => {
    const client = rawConnection(service.url)
    client.socket.pause()
    const piece = Buffer.alloc(body.bytes, '0')
    const isChunked = sent.how === 'in chunks'
    client.send(headOf(sent.path, { ...sent.headers, ...sent.framing }))
    for (let count = 0; count < body.pieces; count++) {
      if (isChunked) client.send(`${body.bytes.toString(16)}\r\n`, piece, '\r\n')
      else client.send(piece)
      await delay(body.pauseMs)
    }
    if (isChunked) client.send('0\r\n\r\n')
    client.socket.resume()
    const [answer, ...more] = answersIn(await client.rest())
    expect([answer?.status, JSON.parse(answer?.body ?? '').type]).toEqual(problemOf(sent))
    expect(more).toEqual([])
  })

  test.skipIf(isPythonMissing()).each(refusals)(
    "by Python's urllib and refused with $status gets its response",
    async (refused) => {
      const script = fileURLToPath(new URL('../../../tests/harness/slow-upload.py', import.meta.url))
      const slowly = [body.pieces, body.bytes, body.pauseMs / 1000].map(String)
      const args = ['-B', script, service.url + refused.path, ...slowly, JSON.stringify(refused.headers)]
      const { stdout } = await promisify(execFile)('python3', args)
      const [status, type] = stdout.trim().split(' ')
      expect([Number(status), type]).toEqual(problemOf(refused))
    },
  )
})

describe('a client that does not stop', () => {
  afterEach(() => void Object.assign(discardPolicy, policy))

  async function refused(more: object): Promise<[RawConnection, Socket]> {
    const accepted = once(service.app.server, 'connection')
    const client = rawConnection(service.url)
    client.socket.on('error', () => undefined)
    client.send(headOf('/nowhere', { 'content-type': 'text/plain', ...more }))
    await client.seen('routing/not-found')
    const [socket] = (await accepted) as [Socket]
    return [client, socket]
  }

  test.each([
    ['with its length', { 'content-length': 8 * mebibyte }],
    ['with a length beyond the bound', { 'content-length': 500 * mebibyte }],
    ['in chunks', { 'transfer-encoding': 'chunked' }],
  ])('sending %s is read up to 8 MiB', async (_, more) => {
    const [client, socket] = await refused(more)
    const piece = Buffer.alloc(mebibyte)
    const closed = once(socket, 'close')
    const send = () => {
      while (!client.socket.destroyed)
        if (!client.socket.write(piece)) return client.socket.once('drain', send)
      return undefined
    }
    send()
    await closed
    expect(socket.bytesRead).toBeGreaterThan(policy.maxBytes)
    expect(socket.bytesRead).toBeLessThan(policy.maxBytes + mebibyte)
    client.socket.destroy()
  })

  test('sending a byte now and then is closed in time', async () => {
    Object.assign(discardPolicy, { maxMs: 1_000 })
    const [client, socket] = await refused({ 'content-length': mebibyte })
    const closed = once(socket, 'close')
    const drip = setInterval(() => client.socket.write('0'), 50)
    await closed
    clearInterval(drip)
    client.socket.destroy()
  })

  test('sending nothing more is closed sooner', async () => {
    Object.assign(discardPolicy, { maxIdleMs: 100 })
    const [client, socket] = await refused({ 'content-length': mebibyte })
    await once(socket, 'close')
    client.socket.destroy()
  })
})

function isPythonMissing(): boolean {
  const missing = spawnSync('python3', ['--version']).error !== undefined
  if (missing) process.stderr.write('python3 not found: apt-get install python3\n')
  return missing
}
