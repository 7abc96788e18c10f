// No client waits for another client's receiver. Asserted by order of arrival, not by elapsed time.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { countConcurrent, type Receiver, startReceiver } from '../../tests/harness/receiver.ts'
import { type Subscriber, startWebhooks, type Webhooks } from '../../tests/harness/subscribers.ts'

let webhooks: Webhooks
let receiver: Receiver
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  await receiver.stop()
  await webhooks.stop()
})

const at = (path: string) => (one: { path: string }) => one.path.endsWith(path)
const subscribers = (count: number): Promise<Subscriber[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => webhooks.aSubscriber(`${receiver.url}/old-${i}`)))

test("a client's five thousand due deliveries do not delay another's first", async () => {
  webhooks = await startWebhooks()
  const [big] = await subscribers(1)
  if (!big) throw new Error('no client')
  await webhooks.addDue(big, 5_000)
  const [first, later] = [
    await webhooks.aSubscriber(`${receiver.url}/first`),
    await webhooks.aSubscriber(`${receiver.url}/later`),
  ]
  await webhooks.pay(first)
  const worker = webhooks.aWorker()
  await receiver.arrived(500)
  await webhooks.pay(later)
  worker.wake()
  await receiver.arrived(5_002)
  expect(receiver.received.findIndex(at('/first'))).toBeLessThan(50)
  expect(receiver.received.findIndex(at('/later'))).toBeLessThan(4_900)
}, 120_000)

test('one endpoint uses its whole share of concurrent requests, and no more', async () => {
  webhooks = await startWebhooks({ webhooks: { concurrency: 50 } })
  const mostAtOnce = countConcurrent(receiver)
  const [client] = await subscribers(1)
  if (!client) throw new Error('no client')
  await webhooks.addDue(client, 300)
  webhooks.aWorker()
  await receiver.arrived(300)
  expect(mostAtOnce()).toBeGreaterThan(1)
  expect(mostAtOnce()).toBeLessThanOrEqual(5)
})

test('while ten receivers hang, another gets all of its deliveries', async () => {
  webhooks = await startWebhooks({ webhooks: { concurrency: 30, timeoutMs: 60_000 } })
  const hanging = await subscribers(10)
  for (const client of hanging) await webhooks.addDue(client, 50)
  const healthy = await webhooks.aSubscriber(`${receiver.url}/healthy`)
  receiver.respond(({ path }, response) => {
    if (path.endsWith('/healthy')) response.end()
  })
  const worker = webhooks.aWorker()
  await receiver.arrived(10)
  await webhooks.addDue(healthy, 100)
  worker.wake()
  await receiver.arrived(110)
  const served = () => receiver.received.filter(at('/healthy')).length
  while (served() < 100) await receiver.arrived(receiver.received.length + 1)
  expect(receiver.received.length - served()).toBeLessThan(30)
})

test('when all slots are taken, the next free one goes to an endpoint with none, however new', async () => {
  webhooks = await startWebhooks({ webhooks: { concurrency: 4, timeoutMs: 60_000 } })
  const old = await subscribers(6)
  for (const client of old) await webhooks.addDue(client, 50)
  const answers: (() => void)[] = []
  receiver.respond((_, response) => answers.push(() => response.end()))
  const worker = webhooks.aWorker()
  await receiver.arrived(4)
  const late = await webhooks.aSubscriber(`${receiver.url}/late`)
  await webhooks.pay(late)
  worker.wake()
  // Two of the old ones have waited longer and have none in flight either; the new one is next.
  for (let arrived = 5; arrived <= 7; arrived++) {
    answers[arrived - 5]?.()
    await receiver.arrived(arrived)
  }
  expect(receiver.received.slice(4).some(at('/late'))).toBe(true)
  for (const answer of answers) answer()
})
