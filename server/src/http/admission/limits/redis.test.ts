import type { ChildProcess } from 'node:child_process'
import { createServer, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { Redis } from 'iovalkey'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isRedisMissing, spawnRedis, stopRedis } from '../../../../tests/harness/redis-process.ts'
import { stablePort } from '../../../../tests/harness/stable-port.ts'
import type { Limiter, Window } from './limiter.ts'
import { memoryLimiter } from './memory.ts'
import { redisLimiter } from './redis.ts'

const missing = isRedisMissing()
if (missing) process.stderr.write('redis-server not found: apt-get install redis-server\n')

const burst: Window = { tier: 'burst', limit: 5, windowMs: 60_000 }
const brief: Window = { tier: 'burst', limit: 5, windowMs: 300 }
const waitOptions = { timeout: 8000 }
const read: Window = { tier: 'read', limit: 8, windowMs: 3_600_000 }

describe.skipIf(missing)('redis limiter', () => {
  let port: number
  let redis: ChildProcess
  let open: Limiter[]

  beforeEach(async () => {
    port = await stablePort()
    redis = await spawnRedis(port)
    open = []
  })

  afterEach(async () => {
    for (const limiter of open) await limiter.close()
    await stopRedis(redis)
  })

  function startLimiter() {
    const memory = memoryLimiter({ now: () => performance.now() })
    const seen = { byFallback: 0, back: 0, errors: [] as unknown[] }
    const take: Limiter['take'] = (subject, windows) => {
      seen.byFallback += 1
      return memory.take(subject, windows)
    }
    const fallback = { ...memory, take }
    const onError = (err: unknown) => seen.errors.push(err)
    const onBack = () => {
      seen.back += 1
    }
    const limiter = redisLimiter({ url: `redis://127.0.0.1:${port}`, fallback, onError, onBack })
    open.push(limiter)
    return { limiter, seen }
  }

  async function untilRedisDecides({ limiter, seen }: ReturnType<typeof startLimiter>): Promise<void> {
    const decide = async () => {
      const before = seen.byFallback
      await limiter.take('probe', [{ ...burst, limit: 1_000_000 }])
      expect(seen.byFallback).toBe(before)
    }
    await vi.waitFor(decide, { timeout: 8000, interval: 20 })
  }

  it('shares one window between two processes', async () => {
    const [a, b] = [startLimiter(), startLimiter()]
    for (const remaining of [4, 2, 0]) {
      expect(await a.limiter.take('key', [burst])).toMatchObject({ admitted: true, remaining })
      if (remaining > 0)
        expect(await b.limiter.take('key', [burst])).toMatchObject({ remaining: remaining - 1 })
    }
    const refused = { admitted: false, tier: 'burst', limit: 5, remaining: 0, retryAfterSeconds: 60 }
    expect(await b.limiter.take('key', [burst])).toEqual({ ...refused, resetSeconds: 60, windowSeconds: 60 })
    expect([a.seen, b.seen]).toEqual(Array(2).fill({ byFallback: 0, back: 0, errors: [] }))
  })

  it('gives the place of a released request to another process', async () => {
    const [a, b] = [startLimiter(), startLimiter()]
    for (let hit = 0; hit < 5; hit += 1) await a.limiter.take('key', [burst])
    await a.limiter.release('key', [burst])
    expect(await b.limiter.take('key', [burst])).toMatchObject({ admitted: true, remaining: 0 })
    expect(await a.limiter.take('key', [burst])).toMatchObject({ admitted: false })
  })

  it('admits exactly the limit out of 200 concurrent requests', async () => {
    const limiters = [startLimiter(), startLimiter()]
    const wide = { ...burst, limit: 120 }
    const takes = Array.from({ length: 100 }, () =>
      limiters.map(({ limiter }) => limiter.take('key', [wide])),
    )
    const verdicts = await Promise.all(takes.flat())
    const admitted = verdicts.filter((verdict) => verdict.admitted)
    expect(admitted.length).toBe(120)
    expect(new Set(admitted.map(({ remaining }) => remaining)).size).toBe(120)
    expect(limiters.map(({ seen }) => seen.byFallback)).toEqual([0, 0])
  })

  it('counts a request in both tier and burst or in neither, and never a refused one', async () => {
    const { limiter } = startLimiter()
    for (let hit = 0; hit < 5; hit += 1) {
      expect(await limiter.take('key', [read, burst])).toMatchObject({ tier: 'read', remaining: 7 - hit })
    }
    for (let hit = 0; hit < 9; hit += 1) {
      expect(await limiter.take('key', [read, burst])).toMatchObject({ admitted: false, tier: 'burst' })
    }
    expect(await limiter.take('key', [read])).toMatchObject({ admitted: true, remaining: 2 })
    expect(await limiter.take('key', [{ ...read, limit: 6 }, burst])).toMatchObject({
      admitted: false,
      tier: 'read',
    })
    expect(await limiter.take('key', [{ ...burst, limit: 0 }])).toMatchObject({ admitted: false, limit: 0 })
    expect(await limiter.take('key', [{ ...burst, limit: 7 }])).toMatchObject({
      admitted: true,
      remaining: 1,
    })
  })

  it('slides: no span of a real run holds more than the limit', async () => {
    const { limiter } = startLimiter()
    const admitted: { before: number; after: number }[] = []
    while (admitted.length < 20) {
      const before = performance.now()
      if ((await limiter.take('key', [brief])).admitted) admitted.push({ before, after: performance.now() })
      // A refusal is right only while the last five are in the window.
      else expect(before).toBeLessThan((admitted.at(-5)?.after ?? 0) + brief.windowMs)
    }
    // Each was counted between `before` and `after`, so the sixth came at least 300 ms after the first, by the clock of Redis.
    // While the clock of Redis is being adjusted, it differs from ours by up to 500 ppm.
    const spanMs = brief.windowMs * (1 - 500e-6)
    for (const [index, { before }] of admitted.entries()) {
      const sixth = admitted[index + 5]
      if (sixth) expect(sixth.after - before).toBeGreaterThanOrEqual(spanMs)
    }
  })

  it('stores exact times in expiring keys, and waits for enough hits to leave after the limit is lowered', async () => {
    const { limiter } = startLimiter()
    const client = new Redis(port, '127.0.0.1')
    await limiter.take('key', [brief])
    expect(await client.lrange('anden:limit:{key}:burst', 0, -1)).toEqual([expect.stringMatching(/^\d{16}$/)])
    const expiryMs = await client.pttl('anden:limit:{key}:burst')
    expect(expiryMs > 0 && expiryMs <= 1300).toBe(true)

    const seconds = Number((await client.time())[0])
    const hits = [50, 40, 30].map((ago) => (seconds - ago) * 1_000_000)
    await client.rpush('anden:limit:{busy}:burst', ...hits)
    const verdict = await limiter.take('busy', [{ ...burst, limit: 2 }])
    // The second of the three must leave; the clock may have advanced by slightly more than a second.
    expect([19, 20]).toContain(verdict.retryAfterSeconds)
    expect(verdict.resetSeconds).toBe(verdict.retryAfterSeconds + 10)
    await client.quit()
  })

  it('uses the fallback while Redis is down, reports it once, and recovers', async () => {
    const started = startLimiter()
    const { limiter, seen } = started
    await limiter.take('key', [burst])
    const midRun = Array.from({ length: 50 }, () => limiter.take('key', [burst]))
    await stopRedis(redis)
    expect((await Promise.all(midRun)).length).toBe(50)
    await vi.waitFor(() => expect(seen.errors.length).toBe(1), waitOptions)

    const during = await Promise.all(Array.from({ length: 20 }, () => limiter.take('other', [burst])))
    expect(during.filter((verdict) => verdict.admitted).length).toBe(5)
    expect(seen.errors.length).toBe(1)

    redis = await spawnRedis(port)
    await untilRedisDecides(started)
    expect(seen.back).toBe(1)
    expect(await limiter.take('other', [burst])).toMatchObject({ admitted: true, remaining: 4 })
    await stopRedis(redis)
    await vi.waitFor(() => expect(seen.errors.length).toBe(2), waitOptions)
  })

  it('waits 250 ms once for a hanging Redis, and not again until it responds', async () => {
    const started = startLimiter()
    const { limiter, seen } = started
    await limiter.take('key', [burst])
    redis.kill('SIGSTOP')
    const begin = performance.now()
    expect(await limiter.take('key', [burst])).toMatchObject({ admitted: true, remaining: 4 })
    expect(performance.now() - begin).toBeGreaterThanOrEqual(245)
    for (let hit = 0; hit < 100; hit += 1) {
      // Anything that waits for a timer or a socket resolves after the current turn of the event loop.
      expect(await Promise.race([limiter.take('key', [burst]), turn('waits')])).not.toBe('waits')
    }
    expect(seen).toMatchObject({
      byFallback: 101,
      errors: [{ message: 'Redis did not respond within 250 ms' }],
    })
    redis.kill('SIGCONT')
    await untilRedisDecides(started)
  })

  it('does not mistake a stalled process for an outage', async () => {
    const { limiter, seen } = startLimiter()
    await limiter.take('key', [burst])
    const pending = limiter.take('key', [burst])
    const end = performance.now() + 400
    while (performance.now() < end);
    expect(await pending).toMatchObject({ admitted: true, remaining: 3 })
    expect(seen).toEqual({ byFallback: 0, back: 0, errors: [] })
  })

  it('keeps reconnecting to a Redis that accepts and never responds, and reports it once', async () => {
    await stopRedis(redis)
    const sockets: Socket[] = []
    const unresponsive = createServer((socket) => sockets.push(socket)).listen(port, '127.0.0.1')
    const { limiter, seen } = startLimiter()
    await vi.waitFor(() => expect(sockets.length).toBeGreaterThanOrEqual(3), { timeout: 4500 })
    expect(await limiter.take('key', [burst])).toMatchObject({ admitted: true, remaining: 4 })
    expect(seen).toMatchObject({ byFallback: 1, errors: [{ message: expect.stringContaining('1000ms') }] })
    for (const socket of sockets) socket.destroy()
    unresponsive.close()
  })

  it('starts without Redis, and reports once that it is down and once that it is back', async () => {
    await stopRedis(redis)
    const started = startLimiter()
    const { limiter, seen } = started
    expect(await limiter.take('key', [burst])).toMatchObject({ admitted: true, remaining: 4 })
    expect(seen).toMatchObject({ byFallback: 1, back: 0, errors: [{ code: 'ECONNREFUSED' }] })
    redis = await spawnRedis(port)
    await untilRedisDecides(started)
    expect(seen).toMatchObject({ back: 1, errors: [{ code: 'ECONNREFUSED' }] })
  })

  it('reports no outage while its own process is busy starting', async () => {
    const started = startLimiter()
    const end = performance.now() + 400
    while (performance.now() < end);
    await untilRedisDecides(started)
    expect(started.seen).toMatchObject({ back: 0, errors: [] })
  })
})
