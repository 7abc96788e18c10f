// Endpoints that subscribe to families of events, or to all of them.
import { type EventType, eventPatterns, eventTypes, eventTypesOf } from '@anden/contract'
import { beforeEach, expect, test } from 'vitest'
import { useWebhooks } from '../../tests/harness/prologue.ts'
import { type Receiver, startReceiver } from '../../tests/harness/receiver.ts'
import { sql } from '../db/sql.ts'
import { endpointsToTrigger } from './queries.ts'

let receiver: Receiver
const webhooks = await useWebhooks()
const worker = webhooks.aWorker()
beforeEach(async () => {
  receiver = await startReceiver()
  return () => receiver.stop()
})

const ofOrders = eventTypes.filter((type) => type.startsWith('order.'))
const ofLots = eventTypes.filter((type) => type.startsWith('lot.'))

test.each<[readonly string[], readonly EventType[]]>([
  [['order.*'], ofOrders],
  [
    ['lot.*', 'stock.changed'],
    [...ofLots, 'stock.changed'],
  ],
  [['*'], eventTypes],
  [
    ['stock.changed', 'order.created'],
    ['stock.changed', 'order.created'],
  ],
  [
    ['order.delivered', 'order.*'],
    ['order.delivered', ...ofOrders.filter((type) => type !== 'order.delivered')],
  ],
  [eventPatterns, eventTypes],
])('%j stands for the types there are, in the answers to create, change and read', async (given, types) => {
  const created = await webhooks.aSubscriber(`${receiver.url}/created`, given)
  expect(await created.endpoint()).toMatchObject({ events: types, event_patterns: given })
  const changed = await webhooks.aSubscriber(`${receiver.url}/changed`)
  expect(await changed.endpoint()).toMatchObject({ event_patterns: ['payment.received'] })
  const { status, body } = await changed.change({ events: given })
  expect([status, body.events, body.event_patterns]).toEqual([200, types, given])
  expect(await changed.endpoint()).toMatchObject({ events: types, event_patterns: given })
  const { body: listed } = await changed.portal.get('/webhooks')
  expect(listed.data[0]).toMatchObject({ events: types, event_patterns: given })
  expect(eventTypesOf(given)).toEqual(eventTypes.filter((type) => types.includes(type)))
})

test('the answer to the creation has both', async () => {
  const { portal } = await webhooks.aSubscriber(`${receiver.url}/1`)
  const { body } = await portal.post('/webhooks', { url: `${receiver.url}/2`, events: ['remito.*'] })
  expect(body.events).toEqual(eventTypesOf(['remito.*']))
  expect(body.events).toEqual(expect.arrayContaining(['remito.created', 'remito.voided']))
  expect(body.event_patterns).toEqual(['remito.*'])
})

test('a change of something else keeps the patterns', async () => {
  const client = await webhooks.aSubscriber(receiver.url, ['payment.*', 'credit_note.issued'])
  const { body } = await client.change({ description: 'ERP' })
  expect(body.event_patterns).toEqual(['payment.*', 'credit_note.issued'])
  expect(body.events).toEqual(['payment.received', 'credit_note.issued'])
})

test.each([
  ['*', 1],
  ['payment.*', 1],
  ['payment.received', 1],
  ['order.*', 0],
])('an endpoint that subscribes to %s gets %i payments', async (pattern, count) => {
  const client = await webhooks.aSubscriber(receiver.url, [pattern])
  await webhooks.pay(client)
  await worker.settled()
  expect(receiver.received).toHaveLength(count)
  const targets = await webhooks.db.rows(endpointsToTrigger(client.id, 'payment.received'))
  expect(targets).toHaveLength(count)
})

test('a type that is added later is included, without a change of the endpoint', async () => {
  const family = await webhooks.aSubscriber(receiver.url, ['order.*'])
  const other = await webhooks.aSubscriber(receiver.url, ['credit_note.*'])
  const everything = await webhooks.aSubscriber(receiver.url, ['*'])
  const subscribed = async (type: string) => {
    const rows = await webhooks.db.rows(endpointsToTrigger(family.id, type as EventType))
    const others = await webhooks.db.rows(endpointsToTrigger(other.id, type as EventType))
    const all = await webhooks.db.rows(endpointsToTrigger(everything.id, type as EventType))
    return [rows.length, others.length, all.length]
  }
  expect(await subscribed('order.repacked')).toEqual([1, 0, 1])
  expect(await subscribed('pallet.created')).toEqual([0, 0, 1])
  // Only a whole family: a name that begins like it is another one.
  expect(await subscribed('order_line.created')).toEqual([0, 0, 1])
})

test('the patterns are stored as they were given', async () => {
  const client = await webhooks.aSubscriber(receiver.url, ['lot.*', 'order.created'])
  const { events } = await webhooks.db.one(
    sql<{ events: string[] }>`select events from webhook_endpoints where id = ${client.webhookId}`,
  )
  expect(events).toEqual(['lot.*', 'order.created'])
})
