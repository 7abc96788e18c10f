import { expect, test } from 'vitest'
import type { LimitDecision, LimitRequest, Window } from './limiter.ts'
import { memoryLimiter } from './memory.ts'
import { supervisedLimiter } from './supervised.ts'

const windows: Window[] = [{ tier: 'burst', limit: 2, windowMs: 60_000 }]
const inMemory = () => memoryLimiter({ now: () => 0 })

test('requests that wait meanwhile share the next message', async () => {
  const counting = inMemory()
  const messages: number[] = []
  const supervisor = {
    async take(requests: readonly LimitRequest[]): Promise<LimitDecision[]> {
      messages.push(requests.length)
      await new Promise((resolve) => setImmediate(resolve))
      return requests.map((request) => counting.take(request.subject, request.windows))
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

test('a process whose supervisor does not answer keeps to the limits by itself', async () => {
  const limiter = supervisedLimiter({ take: async () => undefined, release: () => {} }, inMemory())
  const decisions = await Promise.all(['a', 'a', 'a', 'b'].map((subject) => limiter.take(subject, windows)))
  expect(decisions.map(({ admitted }) => admitted)).toEqual([true, true, false, true])
})
