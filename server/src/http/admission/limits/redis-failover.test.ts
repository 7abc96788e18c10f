// One limit across two processes while the Redis primary is lost: with Sentinel, and with a Cluster.
import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'iovalkey'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { andenJson } from '../../../../tests/harness/command.ts'
import { commandsInOneProcess } from '../../../../tests/harness/commands-in-one-process.ts'
import {
  isRedisMissing,
  spawnRedis,
  spawnSentinel,
  stopRedis,
} from '../../../../tests/harness/redis-process.ts'
import { stablePort } from '../../../../tests/harness/stable-port.ts'
import { until } from '../../../../tests/harness/until.ts'
import type { Limiter, Window } from './limiter.ts'
import { memoryLimiter } from './memory.ts'
import { redisLimiter } from './redis.ts'

const missing = isRedisMissing()
if (missing) process.stderr.write('redis-server not found: apt-get install redis-server\n')

const read: Window = { tier: 'read', limit: 100, windowMs: 3_600_000 }
const burst: Window = { tier: 'burst', limit: 5, windowMs: 3_600_000 }
const windows = [burst, read]
const anden = commandsInOneProcess()

describe.skipIf(missing)('on several Redis servers', () => {
  let directory: string
  let servers: Map<number, ChildProcess>
  let limiters: Limiter[]

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'anden-redis-'))
    servers = new Map()
    limiters = []
  })
  afterEach(async () => {
    for (const limiter of limiters) await limiter.close()
    for (const server of servers.values()) await stopRedis(server)
    await rm(directory, { recursive: true, force: true })
  })

  async function start(spawnOn: (port: number) => Promise<ChildProcess>): Promise<number> {
    const port = await stablePort()
    servers.set(port, await spawnOn(port))
    return port
  }

  async function kill(port: number): Promise<void> {
    const server = servers.get(port)
    if (server) await stopRedis(server)
  }

  /** Counts the decisions of the in-process limiter. */
  async function startLimiter(url: string) {
    const memory = memoryLimiter({ now: () => performance.now() })
    const seen = { byFallback: 0 }
    const take: Limiter['take'] = (subject, given) => {
      seen.byFallback += 1
      return memory.take(subject, given)
    }
    const limiter = redisLimiter({ url, fallback: { ...memory, take }, onError: () => undefined })
    limiters.push(limiter)
    const own = { take: limiter.take, seen }
    await untilShared(own, 'probe')
    return own
  }
  type Own = { take: Limiter['take']; seen: { byFallback: number } }

  /** Waits until Redis decides for the subject's slot. */
  const untilShared = ({ take, seen }: Own, subject: string) =>
    until('Redis decides', async () => {
      const before = seen.byFallback
      await take(subject, [{ ...read, limit: 1_000_000 }])
      return seen.byFallback === before
    })

  const ask = async (port: number, ...command: [string, ...string[]]) => {
    const client = new Redis(port, '127.0.0.1')
    try {
      return await client.call(...command)
    } finally {
      client.disconnect()
    }
  }

  /** Two processes use three of five requests before the failover, and the other two after it. */
  async function expectOneLimit(url: string, failOver: (subject: string) => Promise<void>) {
    const [a, b] = [await startLimiter(url), await startLimiter(url)]
    expect(await a.take('key', windows)).toMatchObject({ admitted: true, remaining: 4 })
    expect(await b.take('key', windows)).toMatchObject({ admitted: true, remaining: 3 })
    expect(await a.take('key', windows)).toMatchObject({ admitted: true, remaining: 2 })
    await failOver('key')
    // The same slot, and thus the same server.
    for (const own of [a, b]) await untilShared(own, 'key')
    expect(await b.take('key', [burst])).toMatchObject({ admitted: true, remaining: 1 })
    expect(await a.take('key', [burst])).toMatchObject({ admitted: true, remaining: 0 })
    expect(await b.take('key', [burst])).toMatchObject({ admitted: false, tier: 'burst' })
  }

  const isReplicated = (replica: number, key: string) =>
    until('the replica has it', async () => (await ask(replica, 'exists', key)) === 1)

  test('a limit is held over processes and a failover by Sentinel', async () => {
    // Replication writes files, even where nothing is kept on disk.
    const primary = await start((port) => spawnRedis(port, { dir: directory }))
    const replica = await start((port) =>
      spawnRedis(port, { dir: directory, replicaof: `127.0.0.1 ${primary}` }),
    )
    const sentinel = await start((port) => spawnSentinel(port, primary, directory))
    await until('Sentinel knows the replica', async () => {
      const replicas = await ask(sentinel, 'sentinel', 'replicas', 'limits')
      return JSON.stringify(replicas).includes(`"${replica}"`)
    })
    // Nobody listens on the first port.
    const url = `redis+sentinel://127.0.0.1:1,127.0.0.1:${sentinel}/limits`
    const settings = { REDIS_URL: url, DATA_DIR: join(directory, 'data') }
    expect(await andenJson(['doctor'], settings, anden)).toContainEqual({
      check: 'redis',
      ok: true,
      warning: false,
      detail: `127.0.0.1:1,127.0.0.1:${sentinel} responds`,
    })
    await expectOneLimit(url, async () => {
      await isReplicated(replica, 'anden:limit:{key}:read')
      await kill(primary)
    })
  })

  test('a limit is held over processes and a failover of a node of a Cluster', async () => {
    const cluster = { 'cluster-enabled': 'yes', 'cluster-node-timeout': '500', dir: directory }
    const node = async () => {
      // By default, the bus port is 10,000 above the other one, among the ephemeral ports.
      const busPort = await stablePort()
      const port = await start((port) =>
        spawnRedis(port, {
          ...cluster,
          'cluster-port': `${busPort}`,
          'cluster-config-file': `nodes-${port}.conf`,
        }),
      )
      busPorts.set(port, busPort)
      return port
    }
    const nodes = [await node(), await node(), await node()]
    const replica = await node()
    await formCluster(nodes, replica)
    const url = `redis+cluster://127.0.0.1:1,127.0.0.1:${nodes[1]}`
    await expectOneLimit(url, async () => {
      await isReplicatedInCluster(replica)
      await kill(nodes[0] ?? 0)
    })
  })

  const busPorts = new Map<number, number>()
  const slots = 16_384
  const slotsOfFirst = 12_600

  /** The first node has most slots, including the key's slot, and the replica. */
  async function formCluster([first = 0, second = 0, third = 0]: number[], replica: number) {
    const ranges: [number, number, number][] = [
      [first, 0, slotsOfFirst],
      [second, slotsOfFirst + 1, 14_000],
      [third, 14_001, slots - 1],
    ]
    for (const [port, from, to] of ranges) await ask(port, 'cluster', 'addslotsrange', `${from}`, `${to}`)
    for (const port of [second, third, replica]) {
      await ask(port, 'cluster', 'meet', '127.0.0.1', `${first}`, `${busPorts.get(first)}`)
    }
    const id = String(await ask(first, 'cluster', 'myid'))
    await until('the replica knows its primary', async () =>
      String(await ask(replica, 'cluster', 'nodes')).includes(id),
    )
    await ask(replica, 'cluster', 'replicate', id)
    for (const port of [first, second, third, replica]) {
      await until('the cluster is whole', async () => {
        const info = String(await ask(port, 'cluster', 'info'))
        return info.includes('cluster_state:ok') && info.includes('cluster_known_nodes:4')
      })
    }
    expect(await ask(first, 'cluster', 'keyslot', 'anden:limit:{key}:burst')).toBe(12_539)
  }

  const isReplicatedInCluster = (replica: number) =>
    until('the replica has it', async () => {
      const count = await ask(replica, 'cluster', 'countkeysinslot', '12539')
      return Number(count) === 2
    })
})
