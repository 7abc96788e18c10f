// The receivers, each in its real framework behind a real HTTP server. Next.js is not installed for it (its package is
// far larger than all others together): its route handlers get the standard Request that NextRequest extends, and its
// API routes the request and response of node:http that theirs extend.
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { expressWebhook } from './express.ts'
import { fastifyWebhook } from './fastify.ts'
import { fetchWebhook } from './fetch.ts'
import { honoWebhook } from './hono.ts'
import { sign } from './index.ts'
import { nextApiRoute, nextRoute } from './next.ts'
import { nodeWebhook } from './node.ts'
import { fetchServer } from './testing/fetch-server.ts'

const secret = `whsec_${'a1'.repeat(32)}`
const path = '/webhooks/anden'
const closing: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

const handled: unknown[] = []
const errors: unknown[] = []
let failure: Error | null = null
beforeEach(() => {
  handled.length = 0
  errors.length = 0
  failure = null
})
const options = { secret, onError: (error: unknown) => void errors.push(error) }
const handler = async (event: { id: string }) => {
  if (failure) throw failure
  handled.push(event)
}

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function listeningFastify(app: ReturnType<typeof fastify>): Promise<string> {
  closing.push(() => app.close())
  return app.listen({ host: '127.0.0.1', port: 0 })
}

/** Next.js parses the body and offers helpers on the response before it calls an API route. */
const nextApi =
  (
    route: (request: IncomingMessage & { body?: unknown }, response: ServerResponse) => unknown,
    parse: boolean,
  ) =>
  async (request: IncomingMessage & { body?: unknown }, response: ServerResponse) => {
    if (parse) request.body = JSON.parse(Buffer.concat(await request.toArray()).toString())
    await route(request, response)
  }

const receivers: Record<string, () => Promise<string>> = {
  'node:http': () => listening(nodeWebhook(options, handler)),
  Express: () => listening(express().post(path, expressWebhook(options, handler)).use(express.json())),
  'Express behind express.raw': () =>
    listening(
      express()
        .use(express.raw({ type: '*/*' }))
        .post(path, expressWebhook(options, handler)),
    ),
  'Express behind a parser that keeps the raw body': () => {
    const verify = (request: IncomingMessage & { rawBody?: Buffer }, _: unknown, raw: Buffer) => {
      request.rawBody = raw
    }
    return listening(express().use(express.json({ verify })).post(path, expressWebhook(options, handler)))
  },
  Fastify: () => listeningFastify(fastify().register(fastifyWebhook({ url: path, ...options }, handler))),
  'Fastify with a prefix': () =>
    listeningFastify(
      fastify().register(fastifyWebhook({ url: '/anden', ...options }, handler), { prefix: '/webhooks' }),
    ),
  Hono: () => listening(fetchServer(new Hono().post(path, honoWebhook(options, handler)).fetch)),
  'Hono after a middleware that reads the text': () => {
    const app = new Hono().use(async ({ req }, next) => {
      await req.text()
      await next()
    })
    return listening(fetchServer(app.post(path, honoWebhook(options, handler)).fetch))
  },
  'Hono after a middleware that reads the JSON': () => {
    const app = new Hono().use(async ({ req }, next) => {
      await req.json().catch(() => null)
      await next()
    })
    return listening(fetchServer(app.post(path, honoWebhook(options, handler)).fetch))
  },
  'the fetch API': () => listening(fetchServer(fetchWebhook(options, handler))),
  'a route handler of Next.js': () => listening(fetchServer(nextRoute(options, handler))),
  'an API route of Next.js': () => listening(nextApi(nextApiRoute(options, handler), false)),
}

const event = { id: 'evt_0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10', type: 'order.created', notes: 'Ñandú 🍇' }
// Parsing and serialising this text again would change its bytes.
const body = `{ "id": "${event.id}", "type": "${event.type}",\n "notes": "${event.notes}", "quantity": 1.0 }`
const parsed = { ...event, quantity: 1 }

const post = async (url: string, text: string, headers: Record<string, string>) => {
  const all = { 'content-type': 'application/json', ...headers }
  const response = await fetch(url + path, { method: 'POST', body: text, headers: all })
  const type = response.headers.get('content-type') ?? ''
  return {
    status: response.status,
    body: type.includes('json') ? await response.json() : await response.text(),
  }
}

describe.each(Object.entries(receivers))('the receiver for %s', async (_, start) => {
  const url = await start()

  test('passes a verified event to the handler and answers 200', async () => {
    expect(await post(url, body, await sign(body, secret))).toEqual({
      status: 200,
      body: { received: event.id },
    })
    expect(handled).toEqual([parsed])
  })

  test('answers 400 with the reason if the signature is wrong, and does not call the handler', async () => {
    const late = { timestamp: 1_750_000_000 }
    const attempts: [string, Record<string, string>][] = [
      ['no-match', await sign(`${body} `, secret)],
      ['no-match', await sign(body, secret.replace('a', 'b'))],
      ['too-old', await sign(body, secret, late)],
      ['malformed', { 'service-signature': 'nonsense' }],
      ['no-header', {}],
    ]
    for (const [reason, headers] of attempts) {
      expect(await post(url, body, headers)).toMatchObject({ status: 400, body: { reason } })
    }
    expect([handled, errors]).toEqual([[], []])
  })

  test('answers 500 without details if the handler throws, and reports the error', async () => {
    failure = new Error('the database is away')
    const { status, body: answer } = await post(url, body, await sign(body, secret))
    expect([status, answer]).toEqual([500, { error: 'the event was not processed' }])
    expect(errors).toEqual([failure])
  })

  test('answers a test ping itself', async () => {
    const ping = JSON.stringify({ id: 'evt_test_1', type: 'webhook.test' })
    expect(await post(url, ping, await sign(ping, secret))).toMatchObject({ status: 200 })
    expect(handled).toEqual([])
  })

  test('answers an empty body with 400', async () => {
    expect(await post(url, '', await sign('x', secret))).toMatchObject({ status: 400 })
  })
})

describe('a body that was parsed before', () => {
  const advices: [string, () => Promise<string>, string][] = [
    [
      'Express',
      () => listening(express().use(express.json()).post(path, expressWebhook(options, handler))),
      'before app.use(express.json())',
    ],
    [
      'Hono',
      () => {
        const app = new Hono().use(async ({ req }, next) => {
          await req.raw.json()
          await next()
        })
        return listening(fetchServer(app.post(path, honoWebhook(options, handler)).fetch))
      },
      'before middleware that reads req.raw',
    ],
    [
      'an API route of Next.js',
      () => listening(nextApi(nextApiRoute(options, handler), true)),
      'bodyParser: false',
    ],
    [
      'the fetch API',
      () =>
        listening(
          fetchServer(async (request) => {
            await request.json()
            return fetchWebhook(options, handler)(request)
          }),
        ),
      'before anything reads it',
    ],
  ]
  test.each(advices)('in %s is a 500, and the error says what to do', async (_, start, advice) => {
    expect((await post(await start(), body, await sign(body, secret))).status).toBe(500)
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining(advice) })])
    expect(handled).toEqual([])
  })
})

test('other routes of Fastify keep their parsers', async () => {
  const app = fastify().register(fastifyWebhook({ url: path, ...options }, handler))
  app.post('/other', async (request) => ({ got: request.body }))
  const url = await listeningFastify(app)
  const response = await fetch(`${url}/other`, {
    method: 'POST',
    body: '{"a":1}',
    headers: { 'content-type': 'application/json' },
  })
  expect(await response.json()).toEqual({ got: { a: 1 } })
})

test.each(['node:http', 'Express', 'Fastify', 'Hono', 'the fetch API'])(
  '%s refuses a body that is far larger than any event',
  async (name) => {
    const url = (await receivers[name]?.()) ?? ''
    const huge = JSON.stringify({ text: 'x'.repeat(4_300_000) })
    expect((await post(url, huge, await sign(huge, secret))).status).toBe(413)
    expect(handled).toEqual([])
  },
)

test.each(['node:http', 'the fetch API'])('%s answers other methods with 405', async (name) => {
  const url = (await receivers[name]?.()) ?? ''
  const response = await fetch(url + path)
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
})

describe.each(['', ' ', 'whsec_', [], [secret, '']])('with the secret %j', (missing) => {
  const without = { secret: missing, onError: () => undefined }

  test.each([
    ['nodeWebhook', nodeWebhook],
    ['expressWebhook', expressWebhook],
    ['fetchWebhook', fetchWebhook],
    ['honoWebhook', honoWebhook],
    ['fastifyWebhook', (given: typeof without) => fastifyWebhook({ url: path, ...given }, handler)],
  ])('%s is refused at once', (_, create) => {
    expect(() => create(without, handler)).toThrow('a signing secret is missing')
  })

  test('the receivers of Next.js, which are also loaded by its build, refuse every request', async () => {
    const forged = { 'service-signature': await forgery(), 'content-type': 'application/json' }
    const request = new Request(`http://localhost${path}`, { method: 'POST', body, headers: forged })
    await expect(nextRoute(without, handler)(request)).rejects.toThrow('a signing secret is missing')
    const api = nextApiRoute(without, handler)
    await expect(api({} as IncomingMessage, {} as ServerResponse)).rejects.toThrow(
      'a signing secret is missing',
    )
    expect(handled).toEqual([])
  })
})

/** What anybody can send if an empty secret is accepted. */
async function forgery(): Promise<string> {
  const seconds = Math.floor(Date.now() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', '').update(`${seconds}.${body}`).digest('hex')}`
}

test('an onError that throws does not prevent the answer', async () => {
  const throwing = () => {
    throw new Error('the logger is away')
  }
  const receive = fetchWebhook({ secret, onError: throwing }, throwing)
  const headers = await sign(body, secret)
  const response = await receive(new Request(`http://localhost${path}`, { method: 'POST', body, headers }))
  expect(response.status).toBe(500)
})
