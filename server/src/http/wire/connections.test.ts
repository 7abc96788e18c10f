// Behaviour of the connection itself: responses before the request is fully sent, pipelined requests, and
// requests that Node would reject without a response.

import { request as httpRequest } from 'node:http'
import { describe, expect, test } from 'vitest'
import { addOrder } from '../../../tests/harness/document-data.ts'
import { useWarehouse } from '../../../tests/harness/prologue.ts'
import { answersIn, rawConnection } from '../../../tests/harness/raw-connection.ts'
import { until } from '../../../tests/harness/until.ts'

const mebibyte = 1024 * 1024
const zeros = Buffer.alloc(mebibyte)
const { service, warehouse } = await useWarehouse()

const chunkOf = (data: string | Buffer) => [`${Buffer.byteLength(data).toString(16)}\r\n`, data, '\r\n']
const head = (line: string, headers: Record<string, string | number>) =>
  [
    `${line} HTTP/1.1`,
    'Host: anden',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n')
const get = (path: string) => head(`GET ${path}`, {})
const codeOf = (body: string) => JSON.parse(body).type.replace(/^.*\/errors\//, '')

describe('a body that is too large', () => {
  type Target = { path: string; headers: Record<string, string>; start: string; code: string }

  async function target(name: string): Promise<Target> {
    const { id, token } = await service.aClient()
    const key = `Bearer ${token}`
    if (name !== 'attachment') {
      const headers = { authorization: key, 'content-type': 'application/json' }
      return {
        path: '/api/v1/portal/destinatarios',
        headers,
        start: '',
        code: 'validation/payload-too-large',
      }
    }
    return {
      path: `/api/v1/portal/orders/${await addOrder(service.db, id)}/attachments`,
      headers: { authorization: key, 'content-type': 'multipart/form-data; boundary=b' },
      start: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n',
      code: 'attachments/too-large',
    }
  }

  test.each([
    ['JSON', 'with its length'],
    ['JSON', 'in chunks'],
    ['attachment', 'in chunks'],
  ])(
    'of %s, sent %s, gets its response to a client that reads only after sending everything',
    async (name, how) => {
      const { path, headers, start, code } = await target(name)
      const sizeMebibytes = name === 'JSON' ? 5 : 16
      const client = rawConnection(service.url)
      client.socket.pause()
      const pieces = [start, ...Array.from({ length: sizeMebibytes }, () => zeros)].filter(
        ({ length }) => length,
      )
      if (how === 'in chunks') {
        client.send(head(`POST ${path}`, { ...headers, 'transfer-encoding': 'chunked' }))
        for (const piece of pieces) client.send(...chunkOf(piece))
        client.send('0\r\n\r\n')
      } else {
        client.send(
          head(`POST ${path}`, { ...headers, 'content-length': sizeMebibytes * mebibyte }),
          ...pieces,
        )
      }
      await new Promise((sent) => client.socket.write(head('GET /livez', { connection: 'close' }), sent))
      client.socket.resume()
      const [refusal, next] = answersIn(await client.rest())
      expect([refusal?.status, codeOf(refusal?.body ?? '')]).toEqual([413, code])
      expect(next?.status).toBe(200)
    },
  )

  test.each([
    ['with its length', 200],
    ['in chunks', 200],
    ['with its length', 5],
    ['in chunks', 5],
  ])(
    'sent %s by an ordinary client, %d MiB, gets a response without a connection error',
    async (how, size) => {
      const { path, headers } = await target('JSON')
      const length = how === 'in chunks' ? {} : { 'content-length': size * mebibyte }
      const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
      const sent = httpRequest(service.url + path, { method: 'POST', headers: { ...headers, ...length } })
      sent.on('error', reject).on('response', (answer) => {
        answer.on('error', reject).on('end', () => resolve(answer.statusCode))
        answer.resume()
      })
      let left = size
      const send = () => {
        while (left-- > 0) if (!sent.write(zeros)) return sent.once('drain', send)
        return sent.end()
      }
      send()
      expect(await promise).toBe(413)
      sent.destroy()
    },
  )

  test('sent with Expect: 100-continue is refused before it is sent', async () => {
    const { path, headers } = await target('JSON')
    const client = rawConnection(service.url)
    client.send(
      head(`POST ${path}`, { ...headers, 'content-length': 200 * mebibyte, expect: '100-continue' }),
    )
    const [refusal, ...more] = answersIn(await client.rest())
    expect([refusal?.status, more]).toEqual([413, []])
    expect(refusal?.headers).toMatch(/^connection: close$/im)
  })
})

describe('Expect', () => {
  test('100-continue is answered once the key is verified', async () => {
    const { token } = await service.aClient()
    const body = JSON.stringify({ name: 'Vinoteca' })
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    }
    const client = rawConnection(service.url)
    client.send(head('POST /api/v1/portal/destinatarios', { authorization: `Bearer ${token}`, ...headers }))
    await client.seen('100 Continue\r\n\r\n')
    client.send(body)
    await client.seen('"name":"Vinoteca"')
    client.socket.end()
    expect(answersIn(await client.rest()).map(({ status }) => status)).toEqual([100, 201])

    const stranger = rawConnection(service.url)
    stranger.send(head('POST /api/v1/portal/destinatarios', headers))
    expect(answersIn(await stranger.rest()).map(({ status }) => status)).toEqual([401])
  })

  test('anything else gets a 417 problem document', async () => {
    const client = rawConnection(service.url)
    client.send(head('GET /api/v1/portal/health', { expect: 'tea', connection: 'close' }))
    const [answer] = answersIn(await client.rest())
    expect([answer?.status, codeOf(answer?.body ?? '')]).toEqual([417, 'validation/malformed-request'])
    expect(answer?.headers).toMatch(/^x-request-id: req_/im)
  })
})

test('a request without Host gets a 400 problem document, and HTTP/1.0 is served', async () => {
  const nameless = rawConnection(service.url)
  nameless.send('GET /api/v1/portal/health HTTP/1.1\r\nConnection: close\r\n\r\n')
  const [answer] = answersIn(await nameless.rest())
  expect([answer?.status, codeOf(answer?.body ?? '')]).toEqual([400, 'validation/malformed-request'])
  expect(answer?.headers).toMatch(/^x-request-id: req_/im)
  const old = rawConnection(service.url)
  old.send('GET /api/v1/portal/health HTTP/1.0\r\n\r\n')
  expect(answersIn(await old.rest())[0]?.status).toBe(200)
})

describe('Host', () => {
  const health = '/api/v1/portal/health'
  const withHosts = (...hosts: string[]) =>
    `GET ${health} HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}\r\n`

  async function answersTo(...requests: string[]) {
    const client = rawConnection(service.url)
    client.send(requests.join(''), head(`GET ${health}`, { connection: 'close' }))
    return answersIn(await client.rest())
  }

  test.each([
    ['twice', ['anden', 'evil.example']],
    ['twice the same', ['anden', 'anden']],
    ['empty', ['']],
    ['with a path', ['anden/path']],
    ['with a user', ['ana@anden']],
    ['with a space', ['anden evil.example']],
    ['with a list', ['anden, evil.example:x']],
    ['with a query', ['anden?x']],
    ['with a port that is none', ['anden:port']],
    ['with a port beyond the last', ['anden:65536']],
    ['with a broken IPv6 address', ['[::1']],
    ['with a broken escape', ['anden%zz']],
    ['with an angle bracket', ['<script>']],
  ])('%s gets a 400 problem document, also on a connection that goes on', async (_, hosts) => {
    const [before, answer, after] = await answersTo(withHosts('anden'), withHosts(...hosts))
    expect([before?.status, answer?.status, after?.status]).toEqual([200, 400, 200])
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({
      type: `${service.url}/errors/validation/malformed-request`,
      detail: expect.stringContaining('Host header'),
    })
    expect(answer?.headers).toMatch(/^x-request-id: req_/im)
  })

  test('twice is refused in HTTP/1.0 as well, and whatever the case of its name', async () => {
    const old = rawConnection(service.url)
    old.send(`GET ${health} HTTP/1.0\r\nHOST: anden\r\nhost: anden\r\n\r\n`)
    expect(answersIn(await old.rest())[0]?.status).toBe(400)
  })

  test.each([
    'anden',
    'ANDEN.example.',
    'my_host-1.example:8080',
    'anden:',
    '127.0.0.1:3000',
    '[::1]:3000',
    '[::ffff:127.0.0.1]',
    'xn--andn-epa.example',
  ])('%s is accepted', async (host) => {
    expect((await answersTo(withHosts(host)))[0]?.status).toBe(200)
  })
})

describe('invalid bytes after a request on the same connection', () => {
  test('are rejected after the order before them commits and gets its 201', async () => {
    const { token, destinatarioId, productId } = await warehouse.aStockedClient(5)
    const body = JSON.stringify({
      destinatario_id: destinatarioId,
      items: [{ product_id: productId, quantity: 1 }],
    })
    const elsewhere = await service.db.connect()
    await elsewhere.query('begin')
    await elsewhere.query('select from stock where product_id = $1 for update', [productId])
    const client = rawConnection(service.url)
    const headers = {
      authorization: `Bearer ${token}`,
      'idempotency-key': 'one',
      'content-type': 'application/json',
      'content-length': body.length,
    }
    client.send(`${head('POST /api/v1/portal/orders', headers)}${body}NONSENSE\r\n\r\n`)
    await until('the order waits for the product', async () => {
      const { rows } = await elsewhere.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      return rows.length > 0
    })
    client.send('and more of it\r\n\r\n')
    await elsewhere.query('rollback')
    await elsewhere.end()
    const [ordered, refused, ...more] = answersIn(await client.rest())
    expect([ordered?.status, refused?.status, more]).toEqual([201, 400, []])
    expect(JSON.parse(ordered?.body ?? '')).toMatchObject({ status: 'pending' })
  })

  test('do not truncate large responses in progress', async () => {
    const expected = await (await fetch(`${service.url}/openapi-backoffice.json`)).text()
    const client = rawConnection(service.url)
    client.socket.pause()
    client.send(get('/openapi-backoffice.json').repeat(20), 'NONSENSE\r\n\r\n')
    client.socket.resume()
    const answers = answersIn(await client.rest())
    expect(answers.map(({ status }) => status)).toEqual([...Array(20).fill(200), 400])
    const latin1 = Buffer.from(expected).toString('latin1')
    for (const { body } of answers.slice(0, 20)) expect(body === latin1).toBe(true)
  })

  test.each([
    ['without a response yet', {}, [400]],
    ['already refused', { authorization: 'Bearer nothing' }, [401]],
  ])('in the body of a request %s give that request one response', async (_, more, statuses) => {
    const { token } = await service.aClient()
    const client = rawConnection(service.url)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more }
    client.send(head('POST /api/v1/portal/destinatarios', { ...headers, 'transfer-encoding': 'chunked' }))
    client.send(...chunkOf('{"name":'))
    if (statuses[0] === 401) await client.seen('auth/invalid-key')
    client.send('NONSENSE\r\n\r\n')
    expect(answersIn(await client.rest()).map(({ status }) => status)).toEqual(statuses)
  })
})
