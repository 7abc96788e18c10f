// The parts of the supervisor that need no process.
import { EventEmitter } from 'node:events'
import { Counter, Gauge, Registry } from 'prom-client'
import { describe, expect, test } from 'vitest'
import {
  type ChannelEnd,
  openChannel,
  type QuestionsOfProcess,
  type QuestionsOfSupervisor,
} from './channel.ts'
import { poolSizes } from './launch.ts'
import { restartDelayMs, totalMetrics } from './supervisor.ts'

test('waits double from a quarter of a second to half a minute', () => {
  const waits = [1, 2, 3, 7, 8, 50].map(restartDelayMs)
  expect(waits).toEqual([250, 500, 1_000, 16_000, 30_000, 30_000])
})

describe('database connections', () => {
  const both = ['api', 'worker'] as const

  test.each([
    { available: 197, processes: 2, perProcess: 20 },
    { available: 97, processes: 4, perProcess: 18 },
    { available: 97, processes: 8, perProcess: 7 },
    { available: 197, processes: 16, perProcess: 7 },
  ])('$processes processes share the $available that there are', ({ available, processes, perProcess }) => {
    expect(poolSizes(available, { processes, roles: both })).toEqual({ perProcess, warning: null })
    expect(processes * (perProcess + 4)).toBeLessThan(available)
  })

  test('processes without the worker role have more for requests', () => {
    expect(poolSizes(97, { processes: 8, roles: ['api'] }).perProcess).toBe(11)
  })

  test('where even the fewest do not fit, a line says so', () => {
    const { perProcess, warning } = poolSizes(97, { processes: 32, roles: both })
    expect(perProcess).toBe(4)
    expect(warning).toMatch(/32 processes may need 264 database connections and PostgreSQL accepts 97/)
  })
})

test('the sum keeps the counters of a process that has ended, and drops its gauges', async () => {
  async function snapshot(requests: number, streams: number, backlog: number) {
    const registry = new Registry()
    new Counter({ name: 'requests', help: 'counted', registers: [registry] }).inc(requests)
    new Gauge({ name: 'streams', help: 'open', registers: [registry] }).set(streams)
    new Gauge({ name: 'backlog', help: 'of all', aggregator: 'first', registers: [registry] }).set(backlog)
    return registry.getMetricsAsJSON()
  }
  const total = totalMetrics()
  const values = async (first: number) =>
    [...(await total.text(first, [])).matchAll(/^\w+ (\d+)$/gm)].map(([line]) => line)
  total.note(1, await snapshot(5, 1, 7))
  total.note(2, await snapshot(3, 2, 9))
  expect(await values(1)).toEqual(['requests 8', 'streams 3', 'backlog 7'])
  expect(await values(2)).toEqual(['requests 8', 'streams 3', 'backlog 9'])
  await total.end(2)
  expect(await values(1)).toEqual(['requests 8', 'streams 1', 'backlog 7'])
  total.note(2, await snapshot(1, 0, 7))
  await total.end(2)
  expect(await values(1)).toEqual(['requests 9', 'streams 1', 'backlog 7'])
})

test('a question that the other side does not know is answered with undefined, like one whose answer throws', async () => {
  const [supervisor, member] = connectedEnds()
  openChannel<QuestionsOfProcess, QuestionsOfSupervisor>(member, {
    faults: () => ['no disk'],
    metrics: () => Promise.reject(new Error('not ready')),
  })
  const channel = openChannel<QuestionsOfSupervisor, QuestionsOfProcess>(supervisor, {})
  expect(await channel.ask('faults', null, 1_000)).toEqual(['no disk'])
  expect(await channel.ask('stop', null, 1_000)).toBeUndefined()
  expect(await channel.ask('metrics', null, 1_000)).toBeUndefined()
})

function connectedEnds(): [ChannelEnd, ChannelEnd] {
  const ends = [new EventEmitter(), new EventEmitter()] as const
  const end = (own: EventEmitter, other: EventEmitter): ChannelEnd =>
    Object.assign(own, { connected: true, send: (message: object) => other.emit('message', message) })
  return [end(ends[0], ends[1]), end(ends[1], ends[0])]
}
