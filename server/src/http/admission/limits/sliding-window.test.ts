import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Window } from './limiter.ts'
import { addHit, dropExpired, emptyLog, hitAt, memoryLimiter, shrink } from './memory.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const burst: Window = { tier: 'burst', limit: 3, windowMs: MINUTE }
const read: Window = { tier: 'read', limit: 5, windowMs: HOUR }

function limiterAt(start: number) {
  const clock = { ms: start }
  const limiter = memoryLimiter({ now: () => clock.ms })
  const takeAt = (ms: number, windows: readonly Window[], subject = 'key-1') => {
    clock.ms = ms
    return limiter.take(subject, windows)
  }
  return { limiter, takeAt }
}

describe('sliding window', () => {
  it('refuses at 59.999 s and admits at 60.000 s after the oldest hit', () => {
    const { takeAt } = limiterAt(0)
    for (const ms of [0, 59_000, 59_500]) expect(takeAt(ms, [burst]).admitted).toBe(true)
    expect(takeAt(59_999, [burst])).toMatchObject({ admitted: false, retryAfterSeconds: 1 })
    expect(takeAt(60_000, [burst])).toMatchObject({ admitted: true, remaining: 0 })
    // A fixed window would have started afresh here; the hits at 59.0 and 59.5 s still count.
    expect(takeAt(60_001, [burst]).admitted).toBe(false)
    expect(takeAt(118_999, [burst]).admitted).toBe(false)
    expect(takeAt(119_000, [burst]).admitted).toBe(true)
  })

  it('reports the remaining requests, the wait and the reset', () => {
    const { takeAt } = limiterAt(0)
    const admitted = { admitted: true, tier: 'burst', limit: 3, retryAfterSeconds: 0, windowSeconds: 60 }
    expect(takeAt(0, [burst])).toEqual({ ...admitted, remaining: 2, resetSeconds: 60 })
    expect(takeAt(10_000, [burst])).toEqual({ ...admitted, remaining: 1, resetSeconds: 60 })
    expect(takeAt(20_000, [burst])).toEqual({ ...admitted, remaining: 0, resetSeconds: 60 })
    const refused = { ...admitted, admitted: false, remaining: 0 }
    expect(takeAt(30_500, [burst])).toEqual({ ...refused, retryAfterSeconds: 30, resetSeconds: 50 })
  })

  it('gives the place of a released request to another', () => {
    const { limiter, takeAt } = limiterAt(0)
    for (let hit = 0; hit < 3; hit += 1) takeAt(0, [burst])
    limiter.release('key-1', [burst])
    expect(takeAt(1, [burst])).toMatchObject({ admitted: true, remaining: 0 })
    expect(takeAt(1, [burst]).admitted).toBe(false)
    limiter.release('unknown', [burst])
  })

  it('does not count refused requests', () => {
    const { takeAt } = limiterAt(0)
    for (let hit = 0; hit < 3; hit += 1) takeAt(0, [burst])
    for (let ms = 1; ms < MINUTE; ms += 100) expect(takeAt(ms, [burst]).admitted).toBe(false)
    for (const remaining of [2, 1, 0])
      expect(takeAt(MINUTE, [burst])).toMatchObject({ admitted: true, remaining })
  })

  it('counts a request in both tier and burst, or in neither', () => {
    const { takeAt } = limiterAt(0)
    for (let hit = 0; hit < 3; hit += 1) expect(takeAt(0, [read, burst]).tier).toBe('read')
    expect(takeAt(1, [read, burst])).toMatchObject({ admitted: false, tier: 'burst', limit: 3 })
    // The refusal by burst left the read window at three.
    expect(takeAt(MINUTE, [read, burst])).toMatchObject({ admitted: true, tier: 'read', remaining: 1 })
    expect(takeAt(MINUTE, [read, burst])).toMatchObject({ admitted: true, remaining: 0 })
    expect(takeAt(MINUTE, [read, burst])).toMatchObject({
      admitted: false,
      tier: 'read',
      retryAfterSeconds: 3540,
    })
    // The refusal by read left the burst window at two.
    expect(takeAt(MINUTE, [burst])).toMatchObject({ admitted: true, remaining: 0 })
  })

  it('names the tier with the longest wait when several refuse', () => {
    const { takeAt } = limiterAt(0)
    const narrow: Window = { ...read, limit: 3 }
    for (let hit = 0; hit < 3; hit += 1) takeAt(0, [narrow, burst])
    expect(takeAt(0, [narrow, burst])).toMatchObject({ tier: 'read', limit: 3, retryAfterSeconds: 3600 })
    expect(takeAt(0, [burst, narrow])).toMatchObject({ tier: 'read', limit: 3, retryAfterSeconds: 3600 })
  })

  it('keeps subjects apart', () => {
    const { takeAt } = limiterAt(0)
    for (let hit = 0; hit < 3; hit += 1) takeAt(0, [burst], 'key-1')
    expect(takeAt(0, [burst], 'key-1').admitted).toBe(false)
    expect(takeAt(0, [burst], 'key-2')).toMatchObject({ admitted: true, remaining: 2 })
  })

  it.each([0, 1, 500, 999])('gives an exact Retry-After %i ms past the second', (offset) => {
    const { takeAt } = limiterAt(0)
    for (let hit = 0; hit < 3; hit += 1) takeAt(offset, [burst])
    const verdict = takeAt(10_000, [burst])
    expect(verdict.retryAfterSeconds).toBe(Math.ceil((offset + MINUTE - 10_000) / 1000))
    expect(takeAt(offset + MINUTE - 1, [burst]).admitted).toBe(false)
    expect(takeAt(10_000 + verdict.retryAfterSeconds * 1000, [burst]).admitted).toBe(true)
  })

  it('honours a limit that is raised, lowered or zero', () => {
    const { takeAt } = limiterAt(0)
    for (const ms of [0, 1000, 2000]) takeAt(ms, [burst])
    expect(takeAt(3000, [{ ...burst, limit: 4 }])).toMatchObject({ admitted: true, remaining: 0, limit: 4 })
    // With a limit of 2 the hits at 0, 1 and 2 s must have left before the next is admitted.
    const lowered = { ...burst, limit: 2 }
    expect(takeAt(4000, [lowered])).toMatchObject({
      admitted: false,
      retryAfterSeconds: 58,
      resetSeconds: 59,
    })
    expect(takeAt(61_999, [lowered]).admitted).toBe(false)
    expect(takeAt(62_000, [lowered])).toMatchObject({ admitted: true, remaining: 0 })
    const none = { admitted: false, remaining: 0, retryAfterSeconds: 60 }
    expect(takeAt(62_000, [{ ...burst, limit: 0 }], 'new')).toMatchObject({ ...none, resetSeconds: 0 })
  })

  it('neither throws nor admits more when the clock is set back', () => {
    const { takeAt } = limiterAt(0)
    for (const ms of [100_000, 40_000, 100_001]) expect(takeAt(ms, [burst]).admitted).toBe(true)
    for (const ms of [0, 39_999, 100_002, 159_999]) expect(takeAt(ms, [burst]).admitted).toBe(false)
    expect(takeAt(160_000, [burst]).admitted).toBe(true)
  })

  it('never admits more than the limit in any span, and refuses only when the window is full', () => {
    const steps = fc.array(
      fc.record({
        wait: fc.oneof(fc.nat(30), fc.constantFrom(0, 1, 99, 100, 101), fc.integer({ min: -50, max: 0 })),
        own: fc.constantFrom<Window['tier']>('read', 'write'),
        limit: fc.integer({ min: 0, max: 6 }),
      }),
      { maxLength: 300 },
    )
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 8 }), (sequence, burstLimit) => {
        const { takeAt } = limiterAt(0)
        const hits: { at: number; tier: Window['tier'] }[] = []
        let clock = 0
        let latest = Number.NEGATIVE_INFINITY
        for (const { wait, own, limit } of sequence) {
          clock += wait
          latest = Math.max(latest, clock)
          const windows: Window[] = [
            { tier: own, limit, windowMs: 250 },
            { tier: 'burst', limit: burstLimit, windowMs: 100 },
          ]
          const verdict = takeAt(clock, windows)
          // The naive model: every admitted hit, filtered.
          const held = ({ tier, windowMs }: Window) =>
            hits.filter((hit) => (tier === 'burst' || hit.tier === tier) && hit.at > latest - windowMs).length
          expect(verdict.admitted).toBe(windows.every((window) => held(window) < window.limit))
          const judged = windows.find(({ tier }) => tier === verdict.tier)
          if (verdict.admitted) hits.push({ at: latest, tier: own })
          else expect(judged && held(judged)).toBeGreaterThanOrEqual(verdict.limit)
          if (verdict.admitted) expect(verdict.remaining).toBe(limit - (judged ? held(judged) : 0))
        }
        for (const { at } of hits) {
          const inSpan = hits.filter((hit) => hit.at >= at && hit.at < at + 100)
          expect(inSpan.length).toBeLessThanOrEqual(burstLimit)
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('memory', () => {
  it('evicts idle subjects, however many', () => {
    const { limiter, takeAt } = limiterAt(0)
    for (let id = 0; id < 50_000; id += 1) takeAt(id * 10, [burst], `address-${id}`)
    // 100 subjects a second for 60 s are live; the sweep may lag behind by as many requests again.
    expect(limiter.subjectCount()).toBeLessThan(15_000)
    for (let hit = 0; hit < 15_000; hit += 1) takeAt(HOUR, [burst])
    expect(limiter.subjectCount()).toBe(1)
  })

  it('shrinks a large log and keeps its order', () => {
    const log = emptyLog(100)
    for (let at = 0; at < 1000; at += 1) addHit(log, at)
    expect(log.times.length).toBe(1024)
    dropExpired(log, 1089)
    for (let at = 1089; at < 1095; at += 1) addHit(log, at)
    shrink(log)
    expect(log.times.length).toBe(32)
    const held = Array.from({ length: log.count }, (_, index) => hitAt(log, index))
    expect(held).toEqual([
      990, 991, 992, 993, 994, 995, 996, 997, 998, 999, 1089, 1090, 1091, 1092, 1093, 1094,
    ])
  })
})
