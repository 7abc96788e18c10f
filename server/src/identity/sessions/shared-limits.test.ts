// With Redis, failed sign-ins are counted over all processes.
import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoryLimiter } from '../../http/limits/memory.ts'
import { redisLimiter } from '../../http/limits/redis.ts'
import { browser } from '../../testing/browser.ts'
import { expectProblem } from '../../testing/problem-answers.ts'
import { isRedisMissing, spawnRedis, stopRedis } from '../../testing/redis-process.ts'
import { startTestService, type TestService } from '../../testing/service.ts'
import { stablePort } from '../../testing/stable-port.ts'

describe.skipIf(isRedisMissing())('two processes with one Redis', () => {
  let redis: ChildProcess
  let services: TestService[]

  beforeAll(async () => {
    const port = await stablePort()
    redis = await spawnRedis(port)
    const limiter = () => {
      const fallback = memoryLimiter({ now: Date.now })
      return redisLimiter({ url: `redis://127.0.0.1:${port}`, fallback, onError: () => {} })
    }
    services = [
      await startTestService({ limiter: limiter() }),
      await startTestService({ limiter: limiter() }),
    ]
  })
  afterAll(async () => {
    for (const service of services) await service.stop()
    await stopRedis(redis)
  })

  test('admit ten failed attempts at an account between them', async () => {
    const guess = (url: string) => browser(url).signIn('nadie@cliente.example', 'not this password')
    for (let i = 0; i < 5; i++)
      for (const { url } of services) expectProblem(await guess(url), 'auth/invalid-login')
    for (const { url } of services) {
      const answer = await guess(url)
      expect(expectProblem(answer, 'rate-limit/exceeded').tier).toBe('auth')
    }
  })
})
