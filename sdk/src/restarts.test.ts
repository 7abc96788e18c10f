// The feed and the live stream survive restarts of the service. The feed also survives restarts of its reader.
import { afterAll, expect, test, vi } from 'vitest'
import { useService } from '../../server/tests/harness/prologue.ts'
import { until } from '../../server/tests/harness/until.ts'
import { AndenError, type EventFeed, type TopicChange } from './index.ts'
import { backofficeOf, stockedClient } from './testing/clients.ts'

// The feed lags behind while any transaction runs on the same server, including those of other tests.
const timeoutMs = 240_000
vi.setConfig({ testTimeout: timeoutMs + 60_000 })

/** While false, the service cannot be reached. */
let isUp = true
const throughOutages: typeof fetch = (input, init) =>
  isUp ? fetch(input, init) : Promise.reject(new TypeError('fetch failed'))

const service = await useService({ live: { pollMs: 50, heartbeatMs: 100 } })
// `fetch` opens a spare connection when a stream is abandoned, and a server that stops would wait for it.
afterAll(() => service.app.server.closeAllConnections())
const backoffice = await backofficeOf(service)
const { clientId, anden } = await stockedClient(service, backoffice, { fetch: throughOutages, retries: 0 })
const pay = (amount: number) =>
  backoffice.payments.create({ client_id: clientId, amount, payment_method: 'qr' })

type Reading = { stop(): Promise<void>; amounts: number[] }

/** Reads payments until it is stopped. */
function read(feed: EventFeed, stop: AbortController, saved: (string | undefined)[]): Reading {
  const amounts: number[] = []
  async function run() {
    for await (const event of feed) {
      if (event.type === 'payment.received') amounts.push(event.data.object.amount)
      saved.push(feed.cursor)
    }
  }
  const done = run()
  return {
    amounts,
    async stop() {
      stop.abort()
      await done
    },
  }
}

test('events.follow misses nothing across outages of the service and restarts of its reader', async () => {
  const saved: (string | undefined)[] = []
  const start = (cursor?: string) => {
    const stop = new AbortController()
    const options = { type: 'payment.received', pollMs: 10, signal: stop.signal } as const
    return read(anden.events.follow(cursor, options), stop, saved)
  }
  const first = start()
  await pay(1)
  await until('the first arrives', () => first.amounts.length === 1, timeoutMs)
  isUp = false
  await pay(2)
  isUp = true
  await until('the second arrives after the outage', () => first.amounts.length === 2, timeoutMs)
  await first.stop()

  await pay(3)
  const second = start(saved.at(-1))
  await until('the third arrives after the restart', () => second.amounts.length === 1, timeoutMs)
  await second.stop()
  expect([...first.amounts, ...second.amounts]).toEqual([1, 2, 3])
})

test('events.follow ends when it has caught up, and goes on from there', async () => {
  const amountsFrom = async (cursor?: string) => {
    const feed = anden.events.follow(cursor, { type: 'payment.received', untilCaughtUp: true })
    const amounts: number[] = []
    for await (const event of feed)
      if (event.type === 'payment.received') amounts.push(event.data.object.amount)
    return { amounts, cursor: feed.cursor }
  }
  const all = await amountsFrom()
  expect(all.amounts).toEqual([1, 2, 3])
  expect(await amountsFrom(all.cursor)).toEqual({ ...all, amounts: [] })
})

test('events.follow throws permanent failures', async () => {
  const iterator = anden.events.follow('not a cursor')[Symbol.asyncIterator]()
  const error = await iterator.next().catch((reason: unknown) => reason)
  expect(error instanceof AndenError && error.code).toBe('validation/invalid-cursor')
})

test('live reports changes, then that the service is away, and then the changes in between', async () => {
  const stop = new AbortController()
  const connections: AbortController[] = []
  let opened = 0
  const onOpen = () => {
    opened += 1
  }
  let isAway = false
  let lost = 0
  const onLost = () => {
    lost += 1
    isAway = false
  }
  const breakable: typeof fetch = (input, init) => {
    if (isAway) return Promise.reject(new TypeError('fetch failed'))
    const connection = new AbortController()
    connections.push(connection)
    init?.signal?.addEventListener('abort', () => connection.abort())
    return fetch(input, { ...init, signal: connection.signal })
  }
  const {
    anden: listener,
    clientId: id,
    product,
  } = await stockedClient(service, backoffice, { fetch: breakable })
  const live = listener.live({ signal: stop.signal, onOpen, onLost })
  const changes: TopicChange[] = []
  const done = (async () => {
    for await (const change of live) changes.push(change)
  })()
  const heard = (topic: string) =>
    until(`${topic} is reported`, () => changes.some((one) => one.topic === topic))

  await until('the stream is open', () => opened === 1)
  await backoffice.payments.create({ client_id: id, amount: 1, payment_method: 'qr' })
  await heard('account')
  await until('it has a position', () => live.lastEventId !== undefined)
  changes.length = 0
  isAway = true
  connections.at(-1)?.abort()
  await backoffice.stock.adjustments.create({ product_id: product.id, delta: 1, reason: 'Recuento' })
  await heard('stock')
  expect([opened, lost]).toEqual([2, 1])
  stop.abort()
  await done
})

test('live ends with an error when its key is not valid', async () => {
  const revoked = await backofficeOf(service, { apiKey: 'sk_wrong' })
  const error = await revoked
    .live()
    [Symbol.asyncIterator]()
    .next()
    .catch((reason: unknown) => reason)
  expect(error instanceof AndenError && error.status).toBe(401)
})
