// A slow reader costs bounded memory, and finally gets the latest version of everything.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventStream } from './event-stream.ts'

type Numbered = { topic: string; version: number }
const stream = () => eventStream<Numbered>(JSON.stringify)
const put = (topic: string, version: number) => [topic, { topic, version }] as const
const versionsIn = (text: string) =>
  [...text.matchAll(/data: (.*)\n/g)].map(([, data]) => JSON.parse(data ?? '') as Numbered)

test('while nobody reads, only the latest event of each key is kept', async () => {
  const { body, send } = stream()
  for (let version = 1; version <= 10_000; version++) {
    send([put('orders', version), put('stock', version)], String(version))
  }
  expect(body.readableLength).toBe(0)
  body.setEncoding('utf8')
  let text = ''
  body.on('data', (chunk) => {
    text += chunk
  })
  await nextTurn()
  expect(versionsIn(text)).toEqual([put('orders', 10_000)[1], put('stock', 10_000)[1]])
  expect(text.match(/^id: .*$/gm)).toEqual(['id: 10000'])
})

test('a reader that falls behind gets the latest versions when it goes on', async () => {
  const { body, send } = stream()
  body.setEncoding('utf8')
  let text = ''
  let mostWaiting = 0
  for (let version = 1; version <= 5_000; version++) {
    send([put('orders', version)], String(version))
    if (version % 100 === 0) text += body.read() ?? ''
    mostWaiting = Math.max(mostWaiting, body.readableLength)
  }
  for (let rest = body.read(); rest !== null; rest = body.read()) text += rest
  expect(mostWaiting).toBeLessThan(2 * body.readableHighWaterMark)
  const versions = versionsIn(text).map(({ version }) => version)
  expect(versions.at(-1)).toBe(5_000)
  expect(versions).toEqual(versions.toSorted((a, b) => a - b))
  expect(versions.length).toBeLessThan(5_000)
})

test('the id comes with the last event of a batch, so that a broken batch is repeated', async () => {
  const { body, open, send } = stream()
  body.setEncoding('utf8').read()
  open('5')
  expect(body.read()).toBe('retry: 2000\nid: 5\n\n')
  send([put('orders', 1), put('stock', 2)], '9')
  expect(body.read()).toBe(
    'data: {"topic":"orders","version":1}\n\nid: 9\ndata: {"topic":"stock","version":2}\n\n',
  )
})

test('a heartbeat is a comment with the current position', async () => {
  const { body, open, send, heartbeat } = stream()
  body.setEncoding('utf8').read()
  open('5')
  body.read()
  send([], '7')
  expect(body.read()).toBeNull()
  heartbeat()
  expect(body.read()).toBe(': heartbeat\nid: 7\n\n')
})
