import { expect, test } from 'vitest'
import type { LimitRequest, Window } from './limiter.ts'
import { memoryLimiter } from './memory.ts'
import { type SharedDecision, supervisedLimiter, toShared } from './supervised.ts'

const windows: Window[] = [{ tier: 'burst', limit: 2, windowMs: 60_000 }]
const inMemory = () => memoryLimiter({ now: () => 0 })

test('requests that wait meanwhile share the next message', async () => {
  const counting = inMemory()
  const messages: number[] = []
  const supervisor = {
    async take(requests: readonly LimitRequest[]): Promise<SharedDecision[]> {
      messages.push(requests.length)
      await new Promise((resolve) => setImmediate(resolve))
      return requests.map((request) => toShared(counting.take(request.subject, request.windows)))
    },
    release: () => {},
  }
  const limiter = supervisedLimiter(supervisor, inMemory())
  const first = limiter.take('a', windows)
  await new Promise((resolve) => setImmediate(resolve))
  const others = ['a', 'a', 'b'].map((subject) => limiter.take(subject, windows))
  const decisions = await Promise.all([first, ...others])
  expect(decisions.map(({ admitted }) => admitted)).toEqual([true, true, false, true])
  expect(messages).toEqual([1, 3])
})

test('the supervisor decides as a single process would', async () => {
  const [counting, alone] = [inMemory(), inMemory()]
  const supervisor = {
    take: async (requests: readonly LimitRequest[]) =>
      requests.map((request) => toShared(counting.take(request.subject, request.windows))),
    release: () => {},
  }
  const limiter = supervisedLimiter(supervisor, inMemory())
  const both: Window[] = [{ tier: 'read', limit: 9, windowMs: 3_600_000 }, ...windows]
  for (let i = 0; i < 3; i++) expect(await limiter.take('a', both)).toEqual(alone.take('a', both))
})

test('a process whose supervisor does not answer enforces the limits by itself', async () => {
  const limiter = supervisedLimiter({ take: async () => undefined, release: () => {} }, inMemory())
  const decisions = await Promise.all(['a', 'a', 'a', 'b'].map((subject) => limiter.take(subject, windows)))
  expect(decisions.map(({ admitted }) => admitted)).toEqual([true, true, false, true])
})
